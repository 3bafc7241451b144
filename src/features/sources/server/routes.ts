// The calls of sources and their job; what they do is loaded on first use.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { bearerOf } from '#server/http/guard.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { objectHistory } from '#server/objects/services.ts'
import * as calls from '../contract.ts'
import type { SourcesDeps } from './deps.ts'
import { loadSource } from './jobs.ts'
import { sources } from './objectKind.ts'

const service = () => import('./service.ts')
const runs = () => import('./runs.ts')

export function registerSources(app: FastifyInstance, given: Deps): void {
  const deps: SourcesDeps = { ...given, jobs: app.jobs }
  handleLoads(deps)
  registerPushes(app, deps)
  registerCall(app, calls.listSources, async (_, { user }) => (await service()).listSources(deps, user))
  registerCall(app, calls.saveSource, async ({ body }, { user }) =>
    (await service()).saveSource(deps, user, body),
  )
  registerCall(app, calls.testSource, async ({ body }, { user, signal }) =>
    (await service()).testSource(deps, user, body, signal),
  )
  registerCall(app, calls.deleteSources, async ({ body }, { user }) =>
    (await service()).deleteSources(deps, user, body.ids),
  )
  registerCall(app, calls.restoreSources, async ({ body }, { user }) =>
    (await service()).restoreSources(deps, user, body.ids),
  )
  registerCall(app, calls.pauseSource, async ({ params, body }, { user }) =>
    (await service()).pauseSource(deps, user, params.id, body.paused),
  )
  registerCall(app, calls.runSource, async ({ params, body }, { user }) =>
    (await runs()).orderRun(deps, user, params.id, body),
  )
  registerCall(app, calls.confirmSourceChange, async ({ params, body }, { user }) =>
    (await runs()).confirmChange(deps, user, params.id, body.asks),
  )
  registerCall(app, calls.cancelSourceRun, async ({ params }, { user }) =>
    (await runs()).cancelRun(deps, user, params.id),
  )
  registerCall(app, calls.readSourceRuns, async ({ params }, { user }) =>
    (await runs()).readRuns(deps, user, params.id),
  )
  registerCall(app, calls.readSourceStanding, async ({ params }, { user }) =>
    (await import('./standing.ts')).readStanding(deps, user, params.id),
  )
  registerCall(app, calls.sourceHistory, ({ params }, { user }) =>
    objectHistory(deps, sources, user, params.id),
  )
  registerCall(app, calls.listFreshness, async (_, { user }) =>
    (await import('./freshness.ts')).listFreshness(deps, user),
  )
}

function registerPushes(app: FastifyInstance, deps: SourcesDeps): void {
  const tokens = () => import('./push/tokens.ts')
  registerCall(app, calls.makePushToken, async ({ params }, { user }) =>
    (await tokens()).makeToken(deps, user, params.id),
  )
  registerCall(app, calls.revokePushToken, async ({ params }, { user }) =>
    (await tokens()).revokeToken(deps, user, params.id),
  )
  // A body is read only of those who have the token.
  app.addHook('preParsing', async ({ routeOptions, params, headers }) => {
    if (routeOptions.config.call !== calls.pushRows.name) return
    const { admitPace, admitPush } = await import('./push/taking.ts')
    const id = Number((params as { id: string }).id)
    const { limits } = await admitPush(deps.metadata, id, bearerOf(headers.authorization))
    admitPace(deps.metadata, id, limits, Number(headers['content-length'] ?? Number.NaN))
  })
  registerCall(app, calls.pushRows, async ({ params, body }, { bearer, idempotencyKey }) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    return (await import('./push/taking.ts')).takeRows(deps, params.id, bearer, idempotencyKey, bytes)
  })
}

function handleLoads(deps: SourcesDeps): void {
  deps.jobs.handle(loadSource, {
    run: async (order, context) => (await import('./running.ts')).runSource(deps, order, context),
    changed: async (db, { id, status, problem, endedAt }) => {
      if (status === 'queued' || status === 'running') return
      const outcome = status === 'done' || status === 'canceled' ? status : 'failed'
      await db
        .updateTable('source_run')
        .set({ outcome, problem: problem?.message ?? null, ended_at: endedAt ?? new Date().toISOString() })
        .where('id', '=', id)
        .execute()
    },
  })
}
