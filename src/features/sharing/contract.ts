// Everything that can be read without a session; users who manage users can list and stop it.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'

export const openKinds = ['embed', 'query'] as const
export type OpenKind = (typeof openKinds)[number]
export const openKindTitles: Record<OpenKind, string> = { embed: '嵌入视图', query: '分享的查询' }

const kind = Type.Enum([...openKinds])

const openThing = Type.Object({
  kind,
  /** Id of the view or of the saved query. */
  id: Type.String(),
  name: Type.String(),
  /** Chinese: what exactly is shared. */
  extent: Type.String(),
  owner: Type.String(),
  /** Chinese: why nobody can read the object although it is shared; empty when everybody can. */
  problem: Type.String(),
  /** ISO. */
  modifiedAt: Type.String(),
  /** ISO, to the minute; null before the first read. */
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

/** Afterwards the address answers as if it had never existed. The owner may share the object again. */
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
