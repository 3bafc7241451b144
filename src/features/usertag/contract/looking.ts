// Looking players up: the signed call by which other systems look, too, and what its page starts with.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { access, cgi, longest, ours, player, signedQuery, tag, tagKinds } from './shared.ts'

export const userTag = Type.Object({
  /** For a custom tag: its name. */
  key: Type.String(),
  title: Type.String(),
  kind: Type.Enum([...tagKinds]),
  /** Null when the player has no data for the tag. */
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  /** The dictionary's name for the value; empty without one. */
  text: Type.String(),
  /** A description of the tag's source. */
  source: Type.String(),
  /** When the tag was set or its table last published, ISO. */
  at: Type.Union([Type.String(), Type.Null()]),
  /** For custom tags; 0 for all others. A change names the revision that it is based on. */
  revision: Type.Integer(),
  /** Chinese: why there is no value; empty without a problem. */
  problem: Type.String(),
})
export type UserTag = Static<typeof userTag>

const tagGroup = Type.Object({ key: Type.String(), title: Type.String(), tags: Type.Array(userTag) })
export type TagGroup = Static<typeof tagGroup>

const userInfo = Type.Object({
  cgi: Type.String(),
  game: Type.String(),
  id: Type.String(),
  types: Type.Array(tagGroup),
})
export type UserInfo = Static<typeof userInfo>

/** `types` is a comma-separated list of type keys, or `all`. */
export const getUserInfo = defineCall({
  name: 'getUserInfo',
  method: 'GET',
  path: `${tag}/getUserInfo/{types}/{cgi}/{id}`,
  signed: true,
  access,
  params: Type.Object({
    types: Type.String({ maxLength: longest.types }),
    cgi,
    id: player,
  }),
  query: signedQuery,
  reply: userInfo,
  example: { params: { types: 'all', cgi: 'none', id: '1' }, query: { ts: '1', sign: 'A'.repeat(64) } },
})

const recentLook = Type.Object({
  cgi: Type.String(),
  game: Type.String(),
  id: Type.String(),
  types: Type.String(),
  at: Type.String(),
})
export type RecentLook = Static<typeof recentLook>

const tagBook = Type.Object({
  /** The reader's games. */
  games: Type.Array(Type.Object({ cgi: Type.String(), name: Type.String() })),
  types: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String(),
      tags: Type.Array(
        Type.Object({
          key: Type.String(),
          title: Type.String(),
          /** A description of the tag. */
          meaning: Type.String(),
          problem: Type.String(),
        }),
      ),
    }),
  ),
  /** Names of custom tags in use, the most frequent first. */
  names: Type.Array(Type.Object({ name: Type.String(), kind: Type.Enum([...tagKinds]) })),
  /** The players that the reader looked up last, newest first. */
  recent: Type.Array(recentLook),
  /** A description of where the secret comes from; the secret itself is never sent. */
  secret: Type.String(),
})
export type TagBook = Static<typeof tagBook>

export const readTagBook = defineCall({
  name: 'readTagBook',
  method: 'GET',
  path: `${ours}/book`,
  access,
  reply: tagBook,
  example: {},
})

const lookToSign = Type.Object({ types: Type.String({ maxLength: longest.types }), cgi, id: player }, closed)
const signature = Type.Object({
  method: Type.Enum(['GET', 'POST']),
  path: Type.String(),
  /** In seconds since 1970. */
  ts: Type.Integer(),
  /** SHA-256 of the body, in hex. */
  bodyHash: Type.String(),
  /** The signed lines, joined by line feeds. */
  lines: Type.Array(Type.String()),
  /** HMAC-SHA-256 of the lines, in upper-case hex. */
  sign: Type.String(),
  /** Path with its query. */
  url: Type.String(),
  /** Remaining validity, in seconds. */
  secondsLeft: Type.Integer(),
})
export type Signature = Static<typeof signature>

/** The secret stays on the server: the page asks the server to sign. */
export const signTagRequest = defineCall({
  name: 'signTagRequest',
  method: 'POST',
  path: `${ours}/sign`,
  effect: 'read',
  access,
  body: Type.Object(
    {
      /** For getUserInfo. */
      look: Type.Optional(lookToSign),
      /** For updateUserTag: the exact body. */
      body: Type.Optional(Type.String({ maxLength: 400_000 })),
      /** Shifts the signed time by so many seconds, to demonstrate that the server refuses it. */
      shift: Type.Optional(Type.Integer({ minimum: -3_600, maximum: 3_600 })),
    },
    closed,
  ),
  reply: signature,
  example: { body: { look: { types: 'all', cgi: 'none', id: '1' } } },
})
