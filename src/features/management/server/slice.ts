import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerManagement } from './routes.ts'

export const managementServer: ServerSlice = { contract, register: registerManagement }
