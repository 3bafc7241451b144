// What one list of entries is: its calls, its words, and what was read beside its rows.

import type { GameName } from '#web/list/gameCells.ts'
import type { EntryCalls } from '#features/lists/contract.ts'

export interface EntryListWords {
  name: 'blackList' | 'whiteList'
  path: string
  title: string
  permission: 'search_blackList' | 'search_whiteList'
  empty: string
}

/** What is known beside the rows: the games that the reader may list entries of. */
export interface EntryBook {
  calls: EntryCalls
  words: EntryListWords
  games: readonly GameName[]
}
