import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerInbox } from './routes.ts'
import { inboxTables } from './tables.ts'

export const inboxServer: ServerSlice = { contract, register: registerInbox, tables: inboxTables }
