// Segments: named sets of players, defined by rules over points, by a list, or by a SELECT. Members are
// computed once a day, published into the warehouse and kept by day. Each segment is two dimensions in
// reports.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

const ours = '/api/s1/segment'
/** Whoever may make dimensions may make segments; an SQL source needs search_sqlQuery as well. */
const access = { keys: ['search_config'] } as const
const idParams = Type.Object({ id: idSchema })
const line = Type.String({ maxLength: 2_000 })
const cgi = Type.String({ maxLength: 200 })
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
/** `"*"`: all games, including later ones. */
const games = Type.Union([Type.Literal('*'), Type.Array(cgi, { maxItems: 1_000 })])
const columns = Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 5 })

export const memberOps = ['gte', 'gt', 'lte', 'lt', 'between'] as const
export type MemberOp = (typeof memberOps)[number]
export const memberOpTitles: Record<MemberOp, string> = {
  gte: '≥',
  gt: '>',
  lte: '≤',
  lt: '<',
  between: '介于',
}

/** A player's figure over the last `days` days; `not` selects the players for whom the condition is false. */
const condition = Type.Object(
  {
    point: idSchema,
    op: Type.Enum([...memberOps]),
    values: Type.Array(Type.Number(), { minItems: 1, maxItems: 2 }),
    days: Type.Integer({ minimum: 1, maximum: 3_660 }),
    not: Type.Optional(Type.Boolean()),
    /** Only fact rows that match these filters count. */
    filters: Type.Optional(
      Type.Array(
        Type.Object(
          {
            dim: idSchema,
            values: Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: 1_000 }),
          },
          closed,
        ),
        { maxItems: 10 },
      ),
    ),
  },
  closed,
)
export type Condition = Static<typeof condition>

/** Groups of conditions: all conditions of one group must hold, and any one group is enough. */
const rules = Type.Object(
  {
    kind: Type.Literal('rules'),
    any: Type.Array(Type.Array(condition, { minItems: 1, maxItems: 20 }), { minItems: 1, maxItems: 20 }),
  },
  closed,
)
/** A SELECT that returns one player per row, in the columns cgi and player_id. */
const sqlSource = Type.Object({ kind: Type.Literal('sql'), sql: Type.String({ maxLength: 100_000 }) }, closed)

export const sourceKinds = ['rules', 'list', 'sql'] as const
export type SourceKind = (typeof sourceKinds)[number]
export const sourceTitles: Record<SourceKind, string> = { rules: '规则', list: '名单', sql: 'SQL' }

export const mostListed = 500_000
const longestList = 8 * 1024 * 1024

/** The text of a list as typed, one player per line; without `text` the list stays unchanged. */
const listChange = Type.Object(
  {
    kind: Type.Literal('list'),
    text: Type.Optional(Type.String({ maxLength: longestList })),
    /** Saves the valid lines of a list and skips the invalid ones. */
    skipBad: Type.Optional(Type.Boolean()),
  },
  closed,
)
const sourceChange = Type.Union([rules, listChange, sqlSource])
export type SourceChange = Static<typeof sourceChange>
const source = Type.Union([
  rules,
  Type.Object({ kind: Type.Literal('list'), count: Type.Integer() }),
  sqlSource,
])
export type Source = Static<typeof source>

export const segmentStates = ['none', 'waiting', 'running', 'done', 'failed'] as const
export type SegmentState = (typeof segmentStates)[number]
export const segmentStateTitles: Record<SegmentState, string> = {
  none: '未计算',
  waiting: '等待计算',
  running: '正在计算',
  done: '已算好',
  failed: '计算失败',
}

const own = {
  name: line,
  games,
  note: Type.String({ maxLength: 20_000 }),
  /** Fact columns that hold the player's id; each fact table uses the first one it has. */
  players: columns,
  /** How many days of members are kept. */
  keepDays: Type.Integer({ minimum: 1, maximum: 3_660 }),
}

const segment = Type.Object({
  ...own,
  name: Type.String(),
  note: Type.String(),
  id: Type.Integer(),
  owner: Type.String(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  editable: Type.Boolean(),
  source,
  /** Pinyin readings of the name, as src/shared/pinyin.ts describes them. */
  pinyin: Type.String(),
  /** A Chinese description of the source. */
  sourceText: Type.String(),
  /** The segment's two dimensions in reports: member now, and member on the row's day. */
  dims: Type.Object({ now: Type.Integer(), day: Type.Integer() }),
  /** The warehouse table that holds the members. */
  table: Type.String(),
  state: Type.Enum([...segmentStates]),
  /** Chinese: why the last computation failed. */
  problem: nullable(Type.String()),
  computedAt: nullable(Type.String()),
  /** First and last day for which members are kept. */
  keptFrom: nullable(Type.String()),
  day: nullable(Type.String()),
  /** Members on the last computed day, in the caller's games. */
  members: nullable(Type.Integer()),
  /** Members on each of the last computed days, in the caller's games, oldest first. */
  recent: Type.Array(Type.Integer()),
})
export type Segment = Static<typeof segment>

const segmentList = Type.Object({
  rows: Type.Array(segment),
  games: Type.Array(Type.Object({ cgi: Type.String(), name: Type.String() })),
  /** The points and columns that rules may use. */
  points: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), unit: Type.String() })),
  dims: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), dictId: nullable(Type.Integer()) }),
  ),
  /** Columns by which points count players. */
  players: Type.Array(Type.String()),
  mayWriteSql: Type.Boolean(),
  /** Chinese: why this installation can't compute members. */
  refusal: nullable(Type.String()),
})
export type SegmentList = Static<typeof segmentList>

export const listSegments = defineCall({
  name: 'listSegments',
  method: 'GET',
  path: `${ours}/list`,
  access,
  reply: segmentList,
  example: {},
})

const segmentChange = Type.Object(
  {
    id: Type.Optional(idOrNewSchema),
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    overwrite: Type.Optional(Type.Boolean()),
    ...own,
    source: sourceChange,
  },
  closed,
)
export type SegmentChange = Static<typeof segmentChange>
const exampleSegment = {
  name: '大 R',
  games: '*' as const,
  note: '',
  players: ['player_id'],
  keepDays: 90,
  source: { kind: 'list' as const, text: 'a,1' },
}
const listLimits = { bodyLimit: longestList + 1024 * 1024 }

/** Saves the segment with its dimensions and starts the computation of its members. */
export const saveSegment = defineCall({
  name: 'saveSegment',
  method: 'POST',
  path: `${ours}/save`,
  access,
  ...listLimits,
  body: segmentChange,
  reply: segment,
  example: { body: exampleSegment },
})

/** Refused while a report, an alarm, a rule or an unsent push task uses the segment. */
export const deleteSegment = defineCall({
  name: 'deleteSegment',
  method: 'POST',
  path: `${ours}/delete/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: 987654321 }, body: {} },
})

export const restoreSegment = defineCall({
  name: 'restoreSegment',
  method: 'POST',
  path: `${ours}/restore/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: segment,
  example: { params: { id: 987654321 }, body: {} },
})

export const segmentHistory = defineCall({
  name: 'segmentHistory',
  method: 'GET',
  path: `${ours}/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: 987654321 } },
})

/** Starts a job that computes the members now. */
export const computeSegment = defineCall({
  name: 'computeSegment',
  method: 'POST',
  path: `${ours}/compute/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: segment,
  example: { params: { id: 987654321 }, body: {} },
})

const counted = Type.Object({
  /** The day whose members the count would be. */
  day: Type.String(),
  count: Type.Integer(),
  games: Type.Array(Type.Object({ cgi: Type.String(), game: Type.String(), count: Type.Integer() })),
  /** Invalid lines of the list: how many, and the first ones with their line numbers. */
  bad: Type.Object({
    count: Type.Integer(),
    lines: Type.Array(Type.Object({ line: Type.Integer(), problem: Type.String() })),
  }),
  /** Rows that belong to none of the segment's games or have no player. */
  passedOver: Type.Integer(),
})
export type CountedMembers = Static<typeof counted>

/** Counts the players that the segment would have; saves nothing. */
export const countSegment = defineCall({
  name: 'countSegment',
  method: 'POST',
  path: `${ours}/count`,
  effect: 'read',
  access,
  ...listLimits,
  body: segmentChange,
  reply: counted,
  example: { body: exampleSegment },
})

const segmentDays = Type.Array(Type.Object({ day: Type.String(), members: Type.Integer() }))
export type SegmentDays = Static<typeof segmentDays>

/** Members by day in the caller's games, oldest first. */
export const listSegmentDays = defineCall({
  name: 'listSegmentDays',
  method: 'GET',
  path: `${ours}/days/{id}`,
  access,
  params: idParams,
  reply: segmentDays,
  example: { params: { id: 987654321 } },
})
