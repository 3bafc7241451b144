import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { reportJob } from './background/job.ts'
import { sumsJob } from './background/sums.ts'
import { statementObjects } from './objectKinds.ts'
import { registerStatement } from './routes.ts'
import { statementTables } from './tables.ts'

export const statementServer: ServerSlice = {
  contract,
  ownPaths: '/api/s1/report/',
  register: registerStatement,
  tables: statementTables,
  jobs: [reportJob, sumsJob],
  objects: statementObjects,
}
