import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerAddress } from './routes.ts'
import { addressTables } from './tables.ts'

export const addressServer: ServerSlice = { contract, register: registerAddress, tables: addressTables }
