import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerDefinitions } from './routes.ts'

export const definitionsServer: ServerSlice = { contract, register: registerDefinitions }
