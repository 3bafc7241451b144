// Dependencies of the subscriptions' services.
import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

export interface SubscriptionDeps extends Deps {
  jobs: Jobs
}
