import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { eraseJob } from './job.ts'
import { registerErasing } from './routes.ts'
import { erasingTables } from './tables.ts'

export const erasingServer: ServerSlice = {
  contract,
  register: registerErasing,
  tables: erasingTables,
  jobs: [eraseJob],
}
