// Each night deletes expired records, run by run and in small pieces. The runs' outcome counts are kept.
import type { PushDeps } from './deps.ts'
import { clearPush } from './running/jobs.ts'

// Loaded by the first pass.
const overdue = () => import('./overdue.ts')

export function handleClearing(deps: PushDeps): void {
  deps.jobs.handle(clearPush, {
    run: async (_, { signal }) => {
      const { clearRecords, noteOverlooked } = await overdue()
      await noteOverlooked(deps)
      return { result: { given: await clearRecords(deps, signal) } }
    },
  })
}

export const scheduleClearing = ({ jobs }: PushDeps): Promise<void> =>
  jobs.schedules.save({
    id: 'clear push records',
    kind: clearPush,
    payload: {},
    userId: null,
    rule: { cron: '30 4 * * *' },
  })
