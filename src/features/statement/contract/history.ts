// History of folders, views and reports, with the way back.
import { Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { pastHistory, stateNamed } from '#shared/changeHistory.ts'
import { idSchema as id } from '#shared/ids.ts'
import { treeKind } from './folders.ts'
import { saved } from './shared.ts'

/** Newest first. */
export const treeHistory = defineCall({
  name: 'treeHistory',
  method: 'GET',
  path: '/api/s1/report/history/{kind}/{id}',
  access: 'session',
  params: Type.Object({ kind: treeKind, id }),
  reply: pastHistory,
  example: { params: { kind: 'report', id: 1 } },
})

/** Restores the state right after an entry of its history, validated like a save. */
export const treeBack = defineCall({
  name: 'treeBack',
  method: 'POST',
  path: '/api/s1/report/back',
  access: { own: 'search_config' },
  body: Type.Object({ kind: treeKind, id, ...stateNamed }, { additionalProperties: false }),
  reply: saved,
  example: { body: { kind: 'report', id: 999_999_999, change: 0 } },
})
