import type { ServerSlice } from '../../../server/slice.ts'
import * as contract from '../contract.ts'
import { registerDictionary } from './routes.ts'

export const dictionaryServer: ServerSlice = { contract, register: registerDictionary }
