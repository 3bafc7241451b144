import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

export interface WebhooksDeps extends Deps {
  jobs: Jobs
}
