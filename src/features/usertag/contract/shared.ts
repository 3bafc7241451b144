// Schemas shared by the contracts of player tags.
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'

export const ours = '/api/s1/usertag'
export const tag = '/api/s4/data/tag'
export const access = { keys: ['search_userTagTest'] } as const

export const longest = { types: 400, cgi: 200, player: 200, name: 50, text: 1_000 } as const
export const cgi = Type.String({ maxLength: longest.cgi })
export const player = Type.String({ maxLength: longest.player })

/** The type key of custom tags, and the word for all types. */
export const ownType = 'custom'
export const allTypes = 'all'

export const ownTagKinds = ['text', 'number', 'flag', 'day'] as const
export type OwnTagKind = (typeof ownTagKinds)[number]
export const ownTagKindTitles: Record<OwnTagKind, string> = {
  text: '文本',
  number: '数字',
  flag: '是或否',
  day: '日期',
}
export const tagKinds = [...ownTagKinds, 'money', 'time'] as const
export type TagKind = (typeof tagKinds)[number]

export const tagValue = Type.Union([
  Type.String({ maxLength: longest.text * 4 }),
  Type.Number(),
  Type.Boolean(),
])
export type TagValue = Static<typeof tagValue>

/** How far a signature's time may differ from now, in seconds. */
export const signatureSeconds = 300

/** A query parameter as received: sent twice it is a list, which is refused with the parameter's name. */
const sent = Type.Optional(
  Type.Union([
    Type.String({ maxLength: 400 }),
    Type.Array(Type.String({ maxLength: 400 }), { maxItems: 20 }),
  ]),
)
/** `ts` in seconds since 1970; `sign` is an HMAC-SHA-256 in upper-case hex. */
export const signedQuery = Type.Object({ ts: sent, sign: sent }, closed)
export type SignedQuery = Static<typeof signedQuery>
