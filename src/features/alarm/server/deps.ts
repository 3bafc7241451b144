// Dependencies of the alarms' services.
import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

export interface AlarmDeps extends Deps {
  jobs: Jobs
}
