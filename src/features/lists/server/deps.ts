// What the lists' services are given.
import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

export interface ListsDeps extends Deps {
  jobs: Jobs
}
