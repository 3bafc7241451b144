import type { ServerSlice } from '../../../server/slice.ts'
import * as contract from '../contract.ts'
import { registerSession } from './routes.ts'

export const sessionServer: ServerSlice = { contract, register: registerSession }
