// The call and the job of restated figures; what they do is loaded on first use.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { writesOwn } from '#server/warehouse/written.ts'
import * as calls from '../contract.ts'
import { settleRestated } from './jobs.ts'

export function registerRestated(app: FastifyInstance, deps: Deps): void {
  const { settings, metadata, warehouse } = deps
  registerCall(app, calls.listRestatements, async ({ query }, { user }) =>
    (await import('./listing.ts')).listRestatements(deps, user, query.days),
  )
  app.jobs.handle(settleRestated, {
    run: async () => {
      const { settleRestatements } = await import('./recording.ts')
      await settleRestatements(metadata.db, { dataDir: settings.dataDir, writer: warehouse.writer })
      return undefined
    },
  })
  if (!writesOwn(warehouse)) return
  app.addHook('onReady', () =>
    app.jobs.schedules.save({
      id: 'settle restated figures',
      kind: settleRestated,
      payload: {},
      userId: null,
      rule: { cron: '*/10 * * * *' },
    }),
  )
}
