import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { checkAccounts } from './company/job.ts'
import { rolesKind, usersKind } from './objectKinds.ts'
import { registerSession } from './routes.ts'
import { sessionTables } from './tables.ts'

export const sessionServer: ServerSlice = {
  contract,
  register: registerSession,
  tables: sessionTables,
  jobs: [checkAccounts],
  objects: [usersKind(), rolesKind],
}
