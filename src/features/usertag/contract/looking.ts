// Looking players up: the signed call by which other systems look, too, and what its page starts with.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { access, cgi, closed, longest, ours, player, signedQuery, tag, tagKinds } from './shared.ts'

export const userTag = Type.Object({
  /** Of a tag that was set by hand: its name. */
  key: Type.String(),
  title: Type.String(),
  kind: Type.Enum([...tagKinds]),
  /** Null where the player has nothing that it could be taken from. */
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  /** What a dictionary calls the value; empty where none does. */
  text: Type.String(),
  /** Where it comes from, in words. */
  source: Type.String(),
  /** When it was set, or its table last published, ISO. */
  at: Type.Union([Type.String(), Type.Null()]),
  /** Of a tag that was set by hand; 0 of all others. A change names the one that it was made upon. */
  revision: Type.Integer(),
  /** Why it has no value; empty for nothing. */
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

/** `types` are keys of types, joined by commas, or `all`. */
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
  /** The reader's. */
  games: Type.Array(Type.Object({ cgi: Type.String(), name: Type.String() })),
  types: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String(),
      tags: Type.Array(
        Type.Object({
          key: Type.String(),
          title: Type.String(),
          /** What it is, in words. */
          meaning: Type.String(),
          problem: Type.String(),
        }),
      ),
    }),
  ),
  /** Names in use of tags that are set by hand, the most frequent first. */
  names: Type.Array(Type.Object({ name: Type.String(), kind: Type.Enum([...tagKinds]) })),
  /** Whom the reader looked up last, newest first. */
  recent: Type.Array(recentLook),
  /** Where the secret comes from, in words; of the secret itself nothing. */
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
  /** In seconds. */
  ts: Type.Integer(),
  /** SHA-256 of the body, in hex. */
  bodyHash: Type.String(),
  /** What is signed: these, joined by line feeds. */
  lines: Type.Array(Type.String()),
  /** HMAC-SHA-256 of them, in upper-case hex. */
  sign: Type.String(),
  /** Path with its query. */
  url: Type.String(),
  /** For which it counts still. */
  secondsLeft: Type.Integer(),
})
export type Signature = Static<typeof signature>

/** The secret stays on the server: the page asks it to sign. */
export const signTagRequest = defineCall({
  name: 'signTagRequest',
  method: 'POST',
  path: `${ours}/sign`,
  effect: 'read',
  access,
  body: Type.Object(
    {
      /** Of getUserInfo. */
      look: Type.Optional(lookToSign),
      /** Of updateUserTag: the body, to the letter. */
      body: Type.Optional(Type.String({ maxLength: 400_000 })),
      /** Seconds by which it is signed for another time than now, to see it refused. */
      shift: Type.Optional(Type.Integer({ minimum: -3_600, maximum: 3_600 })),
    },
    closed,
  ),
  reply: signature,
  example: { body: { look: { types: 'all', cgi: 'none', id: '1' } } },
})
