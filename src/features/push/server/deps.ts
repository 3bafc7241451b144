// Dependencies of push's services.
import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { EmbeddedGateway } from './gateway/embedded.ts'

export interface PushDeps extends Deps {
  jobs: Jobs
  embedded: EmbeddedGateway
}
