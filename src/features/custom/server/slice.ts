import type { ServerSlice } from '../../../server/slice.ts'
import * as contract from '../contract.ts'
import { registerCustom } from './routes.ts'

export const customServer: ServerSlice = { contract, register: registerCustom }
