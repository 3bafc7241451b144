// Erasing one player's data: the order, what became of it, and the job. The code is loaded with the first of them.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { eraseJob } from './job.ts'

export function registerErasing(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.erasePlayer, async ({ body }, { user }) =>
    (await import('./service.ts')).orderErasure(deps, app.jobs, user, body),
  )
  registerCall(app, calls.erasures, async (_, { user }) =>
    (await import('./service.ts')).erasures(deps, user),
  )
  registerCall(app, calls.retryErasure, async ({ body }, { user }) =>
    (await import('./retrying.ts')).retryErasure(deps, app.jobs, user, body.id),
  )
  registerCall(app, calls.keptOutIds, async ({ body }, { user }) =>
    (await import('./keptOut.ts')).keptOutIds(deps, user, body),
  )
  registerCall(app, calls.liftKeptOut, async ({ body }, { user }) =>
    (await import('./keptOut.ts')).liftKeptOut(deps, user, body.player),
  )
  app.jobs.handle(eraseJob, {
    run: async ({ erasure }, context) => (await import('./working.ts')).erase(deps, erasure, context),
    changed: async (db, run) => {
      if (run.status !== 'failed' && run.status !== 'canceled') return
      await (await import('./failing.ts')).noteFailure(db, run)
    },
  })
}
