import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerTrace } from './routes.ts'
import { traceTables } from './tables.ts'

export const traceServer: ServerSlice = { contract, register: registerTrace, tables: traceTables }
