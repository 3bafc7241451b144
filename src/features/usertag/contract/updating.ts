// Custom tags, set by hand: several at once, with history and undo.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { userTag } from './looking.ts'
import { access, cgi, longest, ours, ownTagKinds, player, signedQuery, tag, tagValue } from './shared.ts'

export const mostTags = 200
const name = Type.String({ maxLength: longest.name * 4 })
/** The tag's revision when it was read, 0 for a new tag; absent: overwrites whatever is stored. */
const revision = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))

const tagChange = Type.Object(
  {
    cgi,
    id: player,
    set: Type.Optional(
      Type.Array(
        Type.Object({ name, kind: Type.Enum([...ownTagKinds]), value: tagValue, revision }, closed),
        {
          maxItems: mostTags,
        },
      ),
    ),
    remove: Type.Optional(Type.Array(Type.Object({ name, revision }, closed), { maxItems: mostTags })),
  },
  closed,
)
export type TagChange = Static<typeof tagChange>

const changed = Type.Object({
  /** The id for undoing the change; null when nothing changed. */
  batch: Type.Union([Type.String(), Type.Null()]),
  /** All custom tags of the player after the change. */
  tags: Type.Array(userTag),
})
export type TagsChanged = Static<typeof changed>

/** Changes all tags or none. If two concurrent changes name revisions, the second answers object_conflict. */
export const updateUserTag = defineCall({
  name: 'updateUserTag',
  method: 'POST',
  path: `${tag}/updateUserTag`,
  signed: true,
  access,
  query: signedQuery,
  body: tagChange,
  reply: changed,
  example: {
    query: { ts: '1', sign: 'A'.repeat(64) },
    body: { cgi: 'none', id: '1', set: [{ name: '标签', kind: 'text', value: '值' }] },
  },
})

/** Undoes a change as long as nobody has changed the same tags since. */
export const undoTagChange = defineCall({
  name: 'undoTagChange',
  method: 'POST',
  path: `${ours}/undo`,
  access,
  body: Type.Object({ batch: Type.String({ maxLength: 64 }) }, closed),
  reply: changed,
  example: { body: { batch: 'none' } },
})

const tagHistory = Type.Array(
  Type.Object({
    batch: Type.String(),
    at: Type.String(),
    by: Type.String(),
    /** Whether this change undid another. */
    undid: Type.Boolean(),
    changes: Type.Array(Type.Object({ name: Type.String(), from: Type.String(), to: Type.String() })),
  }),
)
export type TagHistory = Static<typeof tagHistory>

export const userTagHistory = defineCall({
  name: 'userTagHistory',
  method: 'GET',
  path: `${ours}/history/{cgi}/{id}`,
  access,
  params: Type.Object({ cgi, id: player }),
  reply: tagHistory,
  example: { params: { cgi: 'none', id: '1' } },
})
