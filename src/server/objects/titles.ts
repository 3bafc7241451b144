// All kinds of objects of the app, for code that describes another feature's columns.
import type { FastifyInstance } from 'fastify'
import type { TitledKind } from './types.ts'

declare module 'fastify' {
  interface FastifyInstance {
    objectKinds: readonly TitledKind[]
  }
}

export const openTitles = (app: FastifyInstance, kinds: readonly TitledKind[]): void => {
  app.decorate('objectKinds', kinds)
}
