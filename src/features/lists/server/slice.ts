import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { findBlackEntries } from './black/scheduling.ts'
import { accounts, blackEntries, blackRules, events, whiteEntries } from './objectKinds.ts'
import { registerLists } from './routes.ts'
import { listsTables } from './tables.ts'
import { publishWhiteList } from './white/publishing.ts'

export const listsServer: ServerSlice = {
  contract,
  register: registerLists,
  tables: listsTables,
  objects: [blackEntries, blackRules, whiteEntries, events, accounts],
  jobs: [findBlackEntries, publishWhiteList],
}
