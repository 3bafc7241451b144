// The job of restated figures; what it does is loaded on first use.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { settleRestated } from './jobs.ts'

export function registerRestated(app: FastifyInstance, { settings, metadata }: Deps): void {
  app.jobs.handle(settleRestated, {
    run: async () => {
      const { settleRestatements } = await import('./recording.ts')
      await settleRestatements(metadata.db, settings.dataDir)
      return undefined
    },
  })
  if (settings.warehouse !== 'embedded') return
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
