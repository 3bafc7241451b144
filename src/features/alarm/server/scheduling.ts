// Binds the alarms' jobs, and has all alarms looked at each minute.
import type { FastifyInstance } from 'fastify'
import type { Checker } from './checking/pass.ts'
import type { AlarmDeps } from './deps.ts'
import { checkAlarms, tellFires } from './telling/declaring.ts'
import { noteUntold } from './telling/untold.ts'

/** What was changed shows its state at once, not within a minute: one pass for all changes that wait for it. */
export async function checkSoon({ jobs }: AlarmDeps): Promise<void> {
  const [waiting] = await jobs.list({ kind: checkAlarms, status: ['queued'], most: 1 })
  if (!waiting) await jobs.enqueue({ kind: checkAlarms, payload: {}, userId: null })
}

export function handleAlarms(app: FastifyInstance, deps: AlarmDeps): void {
  // Read at the first pass: a start has no use for it. One for all, since it remembers what it looked at.
  let opening: Promise<Pick<Checker, 'pass'>> | undefined
  const open = async () => new (await import('./checking/pass.ts')).Checker(deps)
  deps.jobs.handle(checkAlarms, {
    run: async (_, { signal, progress }) => {
      opening ??= open()
      return { result: await (await opening).pass({ signal, progress }) }
    },
  })
  deps.jobs.handle(tellFires, {
    run: async (payload, context) => (await import('./telling/tell.ts')).tell(deps, payload, context),
    changed: noteUntold,
  })
  // The installation's own; saved again at each start, an equal one goes on from where it stands.
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
