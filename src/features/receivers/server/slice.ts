import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { deliver, deliverFiles } from './declaring.ts'
import { receivers } from './objectKinds.ts'
import { registerReceivers } from './routes.ts'
import { receiversTables } from './tables.ts'

export const receiversServer: ServerSlice = {
  contract,
  register: registerReceivers,
  tables: receiversTables,
  objects: [receivers],
  jobs: [deliver, deliverFiles],
}
