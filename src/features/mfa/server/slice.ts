import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { mfaAccounts } from './objectKind.ts'
import { registerMfa } from './routes.ts'
import { mfaTables } from './tables.ts'

export const mfaServer: ServerSlice = {
  contract,
  register: registerMfa,
  tables: mfaTables,
  objects: [mfaAccounts],
}
