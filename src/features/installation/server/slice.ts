import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerInstallation } from './routes.ts'
import { installationTables } from './tables.ts'

export const installationServer: ServerSlice = {
  contract,
  register: registerInstallation,
  tables: installationTables,
}
