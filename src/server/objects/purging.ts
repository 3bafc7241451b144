// Each night, permanently deletes objects of all kinds that were deleted long enough ago.
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { defineJob } from '../jobs/declare.ts'
import { purgeDeleted } from './deleting.ts'
import type { PurgedKind } from './types.ts'

const keptDays = 30

export const purgeObjects = defineJob({
  name: 'objects.purge',
  title: '清理已删除的内容',
  payload: Type.Object({}),
})

export function openPurging(app: FastifyInstance, { metadata }: Deps, kinds: readonly PurgedKind[]): void {
  app.jobs.handle(purgeObjects, {
    run: async (_, { signal }) => {
      const before = new Date(Date.now() - keptDays * 86_400_000).toISOString()
      const given: Record<string, number> = {}
      for (const kind of kinds) {
        signal.throwIfAborted()
        given[kind.name] = await metadata.transaction((db) => purgeDeleted(db, kind, before))
      }
      return { result: given }
    },
  })
  // Belongs to the installation; saved again at each start, an unchanged schedule continues where it is.
  app.addHook('onReady', () =>
    app.jobs.schedules.save({
      id: 'purge objects',
      kind: purgeObjects,
      payload: {},
      userId: null,
      rule: { cron: '40 4 * * *' },
    }),
  )
}
