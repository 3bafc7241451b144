// The calls of checks and their jobs; what they do is loaded on first use.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { objectHistory } from '#server/objects/services.ts'
import { loadRefusal } from '#server/warehouse/written.ts'
import * as calls from '../contract.ts'
import type { ChecksDeps } from './deps.ts'
import { releaseJob } from './holding/job.ts'
import { runChecksJob, watchChecks } from './jobs.ts'
import { checks } from './objectKind.ts'

const service = () => import('./service.ts')
const deciding = () => import('./holding/deciding.ts')

export function registerChecks(app: FastifyInstance, given: Deps): void {
  const deps: ChecksDeps = { ...given, jobs: app.jobs }
  handleJobs(app, deps)
  registerCall(app, calls.listChecks, async (_, { user }) => (await service()).listChecks(deps, user))
  registerCall(app, calls.saveCheck, async ({ body }, { user }) =>
    (await service()).saveCheck(deps, user, body),
  )
  registerCall(app, calls.deleteChecks, async ({ body }, { user }) =>
    (await service()).deleteChecks(deps, user, body.ids),
  )
  registerCall(app, calls.restoreChecks, async ({ body }, { user }) =>
    (await service()).restoreChecks(deps, user, body.ids),
  )
  registerCall(app, calls.pauseCheck, async ({ params, body }, { user }) =>
    (await service()).pauseCheck(deps, user, params.id, body.paused),
  )
  registerCall(app, calls.runCheck, async ({ params }, { user }) =>
    (await service()).orderRun(deps, user, params.id),
  )
  registerCall(app, calls.readCheckRuns, async ({ params }, { user }) =>
    (await service()).readRuns(deps, user, params.id),
  )
  registerCall(app, calls.listCheckProblems, async (_, { user }) =>
    (await service()).listProblems(deps, user),
  )
  registerCall(app, calls.checkHistory, ({ params }, { user }) =>
    objectHistory(deps, checks, user, params.id),
  )
  registerCall(app, calls.suggestChecks, async ({ query }, { user, signal }) =>
    (await import('./suggestions.ts')).suggestChecks(deps, user, query.table, signal),
  )
  registerCall(app, calls.listHolds, async (_, { user }) => (await service()).listHolds(deps, user))
  registerCall(app, calls.releaseHold, async ({ params }, { user }) =>
    (await deciding()).orderRelease(deps, user, params.id),
  )
  registerCall(app, calls.discardHold, async ({ params }, { user }) =>
    (await deciding()).discardHold(deps, user, params.id),
  )
}

function handleJobs(app: FastifyInstance, deps: ChecksDeps): void {
  const { jobs, settings } = deps
  jobs.handle(runChecksJob, {
    run: async ({ checks: ids }, { signal }) => ({
      result: await (await import('./running.ts')).runChecks(deps, ids, 'hand', signal),
    }),
  })
  jobs.handle(watchChecks, {
    run: async (_, { signal }) => {
      await (await import('./running.ts')).watchOnce(deps, signal)
      return undefined
    },
  })
  jobs.handle(releaseJob, {
    run: async ({ hold }, { owner, signal }) => (await deciding()).release(deps, hold, owner, signal),
    // A release that ended without having published waits for another decision.
    changed: async (db, { status, payload, problem }) => {
      if (status === 'queued' || status === 'running' || status === 'done') return
      await db
        .updateTable('data_hold')
        .set({ state: 'held', problem: problem?.message ?? null })
        .where('id', '=', (payload as { hold: number }).hold)
        .where('state', '=', 'releasing')
        .execute()
    },
  })
  app.addHook('onReady', async () => {
    await jobs.schedules.save({
      id: 'watch checks',
      kind: watchChecks,
      payload: {},
      userId: null,
      rule: { cron: '*/10 * * * *' },
    })
    if (loadRefusal(settings) === null) await (await import('./holding/files.ts')).sweepHeld(deps)
  })
}
