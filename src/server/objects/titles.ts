// The kinds of objects that the app keeps, for whoever tells of columns that are another slice's.
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
