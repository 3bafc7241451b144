// What differs between the two lists of entries: calls and texts; and the data read beside the rows.

import type { GameName } from '#web/list/gameCells.ts'
import type { EntryCalls } from '#features/lists/contract.ts'

export interface EntryListWords {
  name: 'blackList' | 'whiteList'
  path: string
  title: string
  permission: 'search_blackList' | 'search_whiteList'
  empty: string
}

/** Data read beside the rows: the games whose entries the reader may edit, and what can't be done. */
export interface EntryList {
  calls: EntryCalls
  words: EntryListWords
  games: readonly GameName[]
  /** Why the list can't be published. */
  refusal: string | null
}
