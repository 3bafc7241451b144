import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { addDemoJob } from './job.ts'
import { registerDemo } from './routes.ts'
import { demoTables } from './tables.ts'

export const demoServer: ServerSlice = {
  contract,
  register: registerDemo,
  tables: demoTables,
  jobs: [addDemoJob],
}
