// The black list's entries.
import { Type } from 'typebox'
import { type AccessByKeys, closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { entry, entryChange, entryList, entryPaste, entryQuery, pasted, pasteLimit } from './entries.ts'
import { data, idParams, ids, ours } from './shared.ts'

const access: AccessByKeys = { keys: ['search_blackList'] }

export const listBlackEntries = defineCall({
  name: 'listBlackEntries',
  method: 'GET',
  path: `${data}/AnaBlackList/list`,
  access,
  query: entryQuery,
  reply: entryList,
  example: {},
})

export const deleteBlackEntry = defineCall({
  name: 'deleteBlackEntry',
  method: 'POST',
  path: `${data}/AnaBlackList/delete/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

/** Restores deleted entries. */
export const restoreBlackEntries = defineCall({
  name: 'restoreBlackEntries',
  method: 'POST',
  path: `${ours}/black/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const saveBlackEntry = defineCall({
  name: 'saveBlackEntry',
  method: 'POST',
  path: `${ours}/black/save`,
  access,
  body: entryChange,
  reply: entry,
  example: { body: { cgi: 'none', kind: 'player', value: '1' } },
})

export const pasteBlackEntries = defineCall({
  name: 'pasteBlackEntries',
  method: 'POST',
  path: `${ours}/black/paste`,
  access,
  ...pasteLimit,
  body: entryPaste,
  reply: pasted,
  example: { body: { lines: [{ cgi: 'none', kind: 'player', value: '1' }], check: true } },
})

export const blackEntryHistory = defineCall({
  name: 'blackEntryHistory',
  method: 'GET',
  path: `${ours}/black/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

/** The entry calls by action; both lists have the same actions. */
export const blackEntryCalls = {
  list: listBlackEntries,
  save: saveBlackEntry,
  paste: pasteBlackEntries,
  remove: deleteBlackEntry,
  restore: restoreBlackEntries,
  history: blackEntryHistory,
}
export type EntryCalls = typeof blackEntryCalls
