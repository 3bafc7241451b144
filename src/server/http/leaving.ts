// A server that is about to stop says so at /readyz and still serves: a proxy takes it off its list meanwhile. Each
// connection ends with its next answer, so that none is cut while a request is on its way to it.
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    leaving: Leaving
  }
}

interface Leaving {
  readonly isLeaving: boolean
  begin(): void
}

export function openLeaving(app: FastifyInstance): void {
  let isLeaving = false
  app.decorate('leaving', {
    get isLeaving() {
      return isLeaving
    },
    begin() {
      isLeaving = true
    },
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (isLeaving) reply.header('connection', 'close')
  })
}
