import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { definitionObjects } from './objectKinds.ts'
import { registerConfig } from './routes.ts'
import { configTables } from './tables.ts'

export const configServer: ServerSlice = {
  contract,
  register: registerConfig,
  tables: configTables,
  objects: definitionObjects,
}
