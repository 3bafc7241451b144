import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { pushTasks } from './objectKinds.ts'
import { registerPush } from './routes.ts'
import { beginPush, clearPush, sendPush } from './running/jobs.ts'
import { pushTables } from './tables.ts'

export const pushServer: ServerSlice = {
  contract,
  register: registerPush,
  tables: pushTables,
  objects: [pushTasks],
  jobs: [beginPush, sendPush, clearPush],
}
