// What anybody can read without a session: found and stopped by those who manage users.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'

export const openKinds = ['embed', 'query'] as const
export type OpenKind = (typeof openKinds)[number]
export const openKindTitles: Record<OpenKind, string> = { embed: '外嵌视图', query: '分享的查询' }

const kind = Type.Enum([...openKinds])

const openThing = Type.Object({
  kind,
  /** Of the view, or of the saved query. */
  id: Type.String(),
  name: Type.String(),
  /** What of it is open, in Chinese. */
  extent: Type.String(),
  owner: Type.String(),
  /** Why nobody can read it although it is shared, in Chinese; empty where anybody can. */
  problem: Type.String(),
  /** ISO. */
  modifiedAt: Type.String(),
  /** ISO, to the minute; null before the first time. */
  lastReadAt: Type.Union([Type.String(), Type.Null()]),
})
export type OpenThing = Static<typeof openThing>

export const listOpenThings = defineCall({
  name: 'listOpenThings',
  method: 'GET',
  path: '/api/s1/sharing/list',
  access: { keys: ['manage_authority'] },
  reply: Type.Array(openThing),
  example: {},
})

/** Its address answers as one that never was. The owner may share it anew. */
export const stopSharing = defineCall({
  name: 'stopSharing',
  method: 'POST',
  path: '/api/s1/sharing/stop',
  access: { keys: ['manage_authority'] },
  body: Type.Object(
    { kind, id: Type.String({ minLength: 1, maxLength: 100 }) },
    { additionalProperties: false },
  ),
  reply: Type.Null(),
  example: { body: { kind: 'embed', id: '1' } },
})
