import type { ServerSlice } from '../../../server/slice.ts'
import * as contract from '../contract.ts'
import { registerLogSearch } from './routes.ts'

export const logSearchServer: ServerSlice = { contract, register: registerLogSearch }
