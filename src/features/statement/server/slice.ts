import type { ServerSlice } from '../../../server/slice.ts'
import * as contract from '../contract.ts'
import { registerStatement } from './routes.ts'
import { statementTables } from './tables.ts'

export const statementServer: ServerSlice = { contract, register: registerStatement, tables: statementTables }
