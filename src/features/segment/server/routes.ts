// The calls of segments and their jobs; the implementation is loaded on first use.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import type { SegmentDeps } from './deps.ts'
import { computeMembers, watchSegments } from './jobs.ts'

const service = () => import('./service.ts')

export function registerSegments(app: FastifyInstance, given: Deps): void {
  const deps: SegmentDeps = { ...given, jobs: app.jobs }
  handleJobs(deps)
  app.addHook('onReady', async () => {
    await app.jobs.schedules.save({
      id: 'watch segments',
      kind: watchSegments,
      payload: {},
      userId: null,
      rule: { cron: '*/10 * * * *' },
    })
    // Segments of the demo are computed at once.
    const uncomputed = deps.metadata.db.selectFrom('segment').select('id').where('state', '=', 'none')
    if (await uncomputed.limit(1).executeTakeFirst()) {
      // On the very first start, the queue knows no job kinds before this call.
      await app.jobs.open()
      await app.jobs.enqueue({ kind: watchSegments, payload: {}, userId: null })
    }
  })
  registerCall(app, calls.listSegments, async (_, { user }) => (await service()).listSegments(deps, user))
  registerCall(app, calls.saveSegment, async ({ body }, { user }) =>
    (await service()).saveSegment(deps, user, body),
  )
  registerCall(app, calls.deleteSegment, async ({ params }, { user }) =>
    (await service()).deleteSegment(deps, user, params.id),
  )
  registerCall(app, calls.restoreSegment, async ({ params }, { user }) =>
    (await service()).restoreSegment(deps, user, params.id),
  )
  registerCall(app, calls.segmentHistory, async ({ params }, { user }) =>
    (await import('./history.ts')).segmentHistory(deps, user, params.id),
  )
  registerCall(app, calls.computeSegment, async ({ params }, { user }) =>
    (await service()).orderComputing(deps, user, params.id),
  )
  registerCall(app, calls.countSegment, async ({ body }, { user, signal }) =>
    (await import('./counting.ts')).countSegment(deps, user, body, signal),
  )
  registerCall(app, calls.listSegmentDays, async ({ params }, { user }) =>
    (await service()).segmentDays(deps, user, params.id),
  )
}

function handleJobs(deps: SegmentDeps): void {
  deps.jobs.handle(computeMembers, {
    run: async ({ segment }, context) =>
      (await import('./computing/computing.ts')).computeSegment(deps, segment, context),
    changed: async (db, { payload, status, problem }) => {
      const state = ({ queued: 'waiting', running: 'running', done: 'done' } as const)[status as 'queued']
      const { segment: id } = payload as { segment: number }
      await db
        .updateTable('segment')
        .set({ state: state ?? 'failed', problem: state ? null : (problem?.message ?? '计算已取消') })
        .where('id', '=', id)
        .execute()
    },
  })
  deps.jobs.handle(watchSegments, {
    run: async (_, { signal }) => {
      await (await import('./computing/watching.ts')).watchOnce(deps, signal)
      return undefined
    },
  })
}
