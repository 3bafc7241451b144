// The white list's entries.
import { Type } from 'typebox'
import { type AccessByKeys, closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { entry, entryChange, entryList, entryPaste, entryQuery, pasted, pasteLimit } from './entries.ts'
import { data, idParams, ids, ours } from './shared.ts'

const access: AccessByKeys = { keys: ['search_whiteList'] }

export const listWhiteEntries = defineCall({
  name: 'listWhiteEntries',
  method: 'GET',
  path: `${data}/AnaWhiteList/list`,
  access,
  query: entryQuery,
  reply: entryList,
  example: {},
})

export const addOrUpdateWhiteList = defineCall({
  name: 'addOrUpdateWhiteList',
  method: 'POST',
  path: `${data}/AnaWhiteList/addOrUpdateWhiteList`,
  access,
  body: entryChange,
  reply: entry,
  example: { body: { id: -1, cgi: 'none', kind: 'player', value: '1' } },
})

export const deleteWhiteEntry = defineCall({
  name: 'deleteWhiteEntry',
  method: 'POST',
  path: `${data}/AnaWhiteList/delete/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const restoreWhiteEntries = defineCall({
  name: 'restoreWhiteEntries',
  method: 'POST',
  path: `${ours}/white/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [987654321] } },
})

export const pasteWhiteEntries = defineCall({
  name: 'pasteWhiteEntries',
  method: 'POST',
  path: `${ours}/white/paste`,
  access,
  ...pasteLimit,
  body: entryPaste,
  reply: pasted,
  example: { body: { lines: [{ cgi: 'none', kind: 'player', value: '1' }], check: true } },
})

export const whiteEntryHistory = defineCall({
  name: 'whiteEntryHistory',
  method: 'GET',
  path: `${ours}/white/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

/** The entry calls by action; both lists have the same actions. */
export const whiteEntryCalls = {
  list: listWhiteEntries,
  save: addOrUpdateWhiteList,
  paste: pasteWhiteEntries,
  remove: deleteWhiteEntry,
  restore: restoreWhiteEntries,
  history: whiteEntryHistory,
}
