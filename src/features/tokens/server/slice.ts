import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { tokens } from './objectKind.ts'
import { registerTokens } from './routes.ts'
import { tokensTables } from './tables.ts'

export const tokensServer: ServerSlice = {
  contract,
  register: registerTokens,
  tables: tokensTables,
  objects: [tokens],
}
