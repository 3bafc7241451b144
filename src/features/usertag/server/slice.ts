import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerUserTags } from './routes.ts'
import { userTagTables } from './tables.ts'

export const usertagServer: ServerSlice = {
  contract,
  register: registerUserTags,
  tables: userTagTables,
}
