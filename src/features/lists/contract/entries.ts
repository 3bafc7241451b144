// Entries of the black and the white list, which have the same shape, queries and forms.
import { type Static, Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { cgi, day, edited, game, line, long, nullable, told } from './shared.ts'

export const entryKinds = ['account', 'player', 'device', 'ip'] as const
export type EntryKind = (typeof entryKinds)[number]
export const entryKindTitles: Record<EntryKind, string> = {
  account: '账号',
  player: '玩家',
  device: '设备',
  ip: 'IP',
}
export const entrySources = ['hand', 'paste', 'rule'] as const
export type EntrySource = (typeof entrySources)[number]
export const entrySourceTitles: Record<EntrySource, string> = {
  hand: '手工',
  paste: '批量粘贴',
  rule: '规则',
}

export const entry = Type.Object({
  ...told,
  cgi: Type.String(),
  game: Type.String(),
  kind: Type.Enum([...entryKinds]),
  value: Type.String(),
  reason: Type.String(),
  note: Type.String(),
  source: Type.Enum([...entrySources]),
  /** Name of the rule that found the entry; empty for others. */
  rule: Type.String(),
  /** Last day of validity; null for no end. */
  expiresOn: nullable(Type.String()),
  expired: Type.Boolean(),
})
export type ListEntry = Static<typeof entry>

export const entrySorts = [
  'value',
  'cgi',
  'kind',
  'reason',
  'source',
  'expiresOn',
  'createdAt',
  'modifiedAt',
] as const
export const entryQuery = Type.Object(
  {
    /** Part of a value, reason or note. */
    search: Type.Optional(Type.String({ maxLength: 200 })),
    cgi: Type.Optional(cgi),
    kind: Type.Optional(Type.Enum([...entryKinds])),
    source: Type.Optional(Type.Enum([...entrySources])),
    state: Type.Optional(Type.Enum(['active', 'expired'])),
    sort: Type.Optional(Type.Enum([...entrySorts])),
    desc: Type.Optional(Type.Boolean()),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_000 })),
  },
  closed,
)
export type EntryQuery = Static<typeof entryQuery>

export const entryList = Type.Object({
  rows: Type.Array(entry),
  /** How many rows match, including those not sent. */
  total: Type.Integer(),
  /** Games whose entries the caller may edit. */
  games: Type.Array(game),
  /** Chinese: why the list can't be published; null where it can, and for a list that never is. */
  refusal: nullable(Type.String()),
})
export type EntryList = Static<typeof entryList>

export const entryChange = Type.Object(
  {
    ...edited,
    cgi,
    kind: Type.Enum([...entryKinds]),
    value: line,
    reason: Type.Optional(line),
    note: Type.Optional(long),
    expiresOn: Type.Optional(nullable(day)),
  },
  closed,
)
export type EntryChange = Static<typeof entryChange>

export const entryPaste = Type.Object(
  {
    /** If the list already has the value, its entry takes the line's reason and day. */
    lines: Type.Array(
      Type.Object(
        {
          cgi,
          kind: Type.Enum([...entryKinds]),
          value: line,
          reason: Type.Optional(line),
          expiresOn: Type.Optional(nullable(day)),
        },
        closed,
      ),
      { minItems: 1, maxItems: 100_000 },
    ),
    /** Only reports what would be done. */
    check: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type EntryPaste = Static<typeof entryPaste>

export const pasted = Type.Object({
  /** The effect of each line; a refused line gets the effect it would have if it were valid. */
  effects: Type.Array(Type.Enum(['added', 'changed', 'unchanged'])),
  /** Refused lines by index. */
  refused: Type.Array(Type.Object({ at: Type.Integer(), problem: Type.String() })),
})
export type PasteResult = Static<typeof pasted>
/** Body limit for 100,000 lines. */
export const pasteLimit = { bodyLimit: 24 * 1024 * 1024, bodyValues: 700_000 }
