// Binds the alarms' jobs, and schedules the check of all alarms each minute.
import type { FastifyInstance } from 'fastify'
import type { Checker } from './checking/pass.ts'
import type { AlarmDeps } from './deps.ts'
import { checkAlarms, runAlarmQuery, tellFires, tellMuted } from './telling/declaring.ts'
import { noteUntold } from './telling/untold.ts'

/** Checks changed alarms at once instead of within a minute: one pass for all pending changes. */
export async function checkSoon({ jobs }: AlarmDeps): Promise<void> {
  const [waiting] = await jobs.list({ kind: checkAlarms, status: ['queued'], most: 1 })
  if (!waiting) await jobs.enqueue({ kind: checkAlarms, payload: {}, userId: null })
}

export function handleAlarms(app: FastifyInstance, deps: AlarmDeps): void {
  // Loaded with the first pass, not at start. Shared, because it remembers what was checked.
  let opening: Promise<Pick<Checker, 'pass'>> | undefined
  const open = async () => new (await import('./checking/pass.ts')).Checker(deps)
  deps.jobs.handle(checkAlarms, {
    run: async (_, { signal, progress }) => {
      const { correctFires } = await import('./telling/corrected.ts')
      await correctFires(deps, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        deps.log.error({ err: error }, 'fires could not be corrected')
      })
      opening ??= open()
      return { result: await (await opening).pass({ signal, progress }) }
    },
  })
  deps.jobs.handle(runAlarmQuery, {
    run: async (payload, context) =>
      (await import('./queries/running.ts')).runWatched(deps, payload, context),
  })
  deps.jobs.handle(tellFires, {
    run: async (payload, context) => (await import('./telling/tell.ts')).tell(deps, payload, context),
    changed: noteUntold,
  })
  deps.jobs.handle(tellMuted, {
    run: async (payload, context) => (await import('./telling/muted.ts')).tellMuted(deps, payload, context),
    changed: noteUntold,
  })
  // The installation's own schedule; saved at each start, an unchanged one keeps its position.
  app.addHook('onReady', () =>
    app.jobs.schedules.save({
      id: 'check alarms',
      kind: checkAlarms,
      payload: {},
      userId: null,
      rule: { cron: '* * * * *' },
    }),
  )
}
