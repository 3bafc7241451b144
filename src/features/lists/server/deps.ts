// The dependencies of the lists' services.
import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

export interface ListsDeps extends Deps {
  jobs: Jobs
}
