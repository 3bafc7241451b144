import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerLogSearch } from './routes.ts'

export const logsearchServer: ServerSlice = { contract, register: registerLogSearch }
