import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { releaseJob } from './holding/job.ts'
import { runChecksJob, watchChecks } from './jobs.ts'
import { checks } from './objectKind.ts'
import { registerChecks } from './routes.ts'
import { checksTables } from './tables.ts'

export const checksServer: ServerSlice = {
  contract,
  register: registerChecks,
  tables: checksTables,
  objects: [checks],
  jobs: [runChecksJob, watchChecks, releaseJob],
}
