import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

export interface SourcesDeps extends Deps {
  jobs: Jobs
}
