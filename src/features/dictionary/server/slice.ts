import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { dictionaries } from './objectKind.ts'
import { registerDictionary } from './routes.ts'
import { dictionaryTables } from './tables.ts'

export const dictionaryServer: ServerSlice = {
  contract,
  register: registerDictionary,
  tables: dictionaryTables,
  objects: [dictionaries],
}
