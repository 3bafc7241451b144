// All kinds of objects of the app, for code that describes another feature's columns.
import type { FastifyInstance } from 'fastify'
import type { OwnedKind, TitledKind } from './types.ts'

declare module 'fastify' {
  interface FastifyInstance {
    objectKinds: readonly (OwnedKind & TitledKind)[]
  }
}

export const openTitles = (app: FastifyInstance, kinds: readonly (OwnedKind & TitledKind)[]): void => {
  app.decorate('objectKinds', kinds)
}
