import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { customReports } from './objectKind.ts'
import { registerCustom } from './routes.ts'
import { customTables } from './tables.ts'

export const customServer: ServerSlice = {
  contract,
  register: registerCustom,
  tables: customTables,
  objects: [customReports],
}
