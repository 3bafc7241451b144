// The calls of both lists of entries, side by side: what is done with them is the same.
import {
  addOrUpdateWhiteList,
  blackEntryHistory,
  deleteBlackEntry,
  deleteWhiteEntry,
  listBlackEntries,
  listWhiteEntries,
  pasteBlackEntries,
  pasteWhiteEntries,
  restoreBlackEntries,
  restoreWhiteEntries,
  saveBlackEntry,
  whiteEntryHistory,
} from '../../contract.ts'

export const blackCalls = {
  list: listBlackEntries,
  save: saveBlackEntry,
  paste: pasteBlackEntries,
  remove: deleteBlackEntry,
  restore: restoreBlackEntries,
  history: blackEntryHistory,
}

export const whiteCalls = {
  list: listWhiteEntries,
  save: addOrUpdateWhiteList,
  paste: pasteWhiteEntries,
  remove: deleteWhiteEntry,
  restore: restoreWhiteEntries,
  history: whiteEntryHistory,
}

export type EntryCalls = typeof blackCalls | typeof whiteCalls
