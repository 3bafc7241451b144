import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { settleRestated } from './jobs.ts'
import { registerRestated } from './routes.ts'
import { restatedTables } from './tables.ts'

export const restatedServer: ServerSlice = {
  contract,
  register: registerRestated,
  tables: restatedTables,
  jobs: [settleRestated],
}
