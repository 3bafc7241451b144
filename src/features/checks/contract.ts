// Checks of data (数据校验): what a table's rows must meet, how each check stands, loads that were held back, and the
// days that are marked. All calls are ours.
import { type Static, type TSchema, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'

/** `idle`: there was nothing to compare with. `broken`: it could not be computed. */
export const checkStates = ['failed', 'broken', 'idle', 'passed', 'never'] as const
export type CheckState = (typeof checkStates)[number]
export const checkStateTitles: Record<CheckState, string> = {
  failed: '有问题',
  broken: '运行失败',
  idle: '无可比较',
  passed: '通过',
  never: '未运行',
}
/** Those that a run can end with. */
export type RunState = Exclude<CheckState, 'never'>
const runStates = checkStates.filter((state): state is RunState => state !== 'never')

export const checkReasons = ['load', 'release', 'clock', 'hand'] as const
export type CheckReason = (typeof checkReasons)[number]
export const checkReasonTitles: Record<CheckReason, string> = {
  load: '载入时',
  release: '放行时',
  clock: '定时',
  hand: '手动',
}

/** What becomes of a load that does not meet the check. */
export const checkActions = ['mark', 'hold'] as const
export type CheckAction = (typeof checkActions)[number]
export const checkActionTitles: Record<CheckAction, string> = {
  mark: '放行并标记',
  hold: '扣下不发布',
}

export const checkTimings = ['load', 'every', 'daily', 'hand'] as const
export type CheckTiming = (typeof checkTimings)[number]

export const holdStates = ['held', 'releasing', 'released', 'discarded'] as const
export type HoldState = (typeof holdStates)[number]
export const holdStateTitles: Record<HoldState, string> = {
  held: '等待决定',
  releasing: '正在发布',
  released: '已发布',
  discarded: '已丢弃',
}

const ours = '/api/s1/checks'
const access = { keys: ['search_config'] } as const
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const idParams = Type.Object({ id: idSchema })
const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed)
const none = 987654321

const value = Type.Union([
  Type.String({ maxLength: 10_000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 10_000 }),
])
export type CheckValue = Static<typeof value>
const values = Type.Record(Type.String({ maxLength: 50 }), value, { maxProperties: 30 })
export type CheckValues = Static<typeof values>

const timing = Type.Object(
  {
    kind: Type.Enum([...checkTimings]),
    /** Of `every`. */
    minutes: Type.Optional(Type.Integer({ minimum: 10, maximum: 1440 })),
    /** Of `daily`: HH:mm in the business's zone. */
    at: Type.Optional(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })),
  },
  closed,
)
export type CheckWhen = Static<typeof timing>

export const whenText = ({ kind, minutes = 60, at = '08:00' }: CheckWhen): string =>
  ({
    load: '每次载入',
    every: `每次载入，每 ${minutes} 分钟`,
    daily: `每次载入，每天 ${at}`,
    hand: '只手动',
  })[kind]

const run = Type.Object({
  id: Type.Integer(),
  state: Type.Enum(runStates),
  reason: Type.Enum([...checkReasons]),
  at: Type.String(),
  ms: Type.Integer(),
  /** The one that is followed over time. */
  figure: nullable(Type.Number()),
  /** Chinese: what was found. */
  text: Type.String(),
  /** Of a load: its file's name, and whether the load was held back. */
  source: Type.String(),
  held: Type.Boolean(),
  /** Days that do not meet it; null is the table as a whole. */
  days: Type.Array(Type.Object({ day: nullable(Type.String()), text: Type.String() })),
  /** Values that do not meet it. */
  examples: Type.Array(Type.String()),
})
export type CheckRun = Static<typeof run>

const check = Type.Object({
  id: Type.Integer(),
  owner: Type.String(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  editable: Type.Boolean(),
  name: Type.String(),
  pinyin: Type.String(),
  table: Type.String(),
  kind: Type.String(),
  kindTitle: Type.String(),
  values,
  /** Chinese: what the rows must meet. */
  rule: Type.String(),
  action: Type.Enum([...checkActions]),
  timing,
  paused: Type.Boolean(),
  note: Type.String(),
  state: Type.Enum([...checkStates]),
  running: Type.Boolean(),
  last: nullable(run),
  nextAt: nullable(Type.String()),
})
export type Check = Static<typeof check>

export const fieldKinds = [
  'column',
  'columns',
  'number',
  'choice',
  'lines',
  'table',
  'otherColumn',
  'dictionary',
] as const
const field = Type.Object({
  name: Type.String(),
  title: Type.String(),
  kind: Type.Enum([...fieldKinds]),
  required: Type.Boolean(),
  hint: Type.Optional(Type.String()),
  /** Of columns: which may be chosen. */
  of: Type.Optional(Type.Enum(['any', 'number', 'day'])),
  choices: Type.Optional(Type.Array(Type.Object({ value: Type.String(), title: Type.String() }))),
  initial: Type.Optional(value),
  least: Type.Optional(Type.Number()),
  most: Type.Optional(Type.Number()),
  whole: Type.Optional(Type.Boolean()),
  unit: Type.Optional(Type.String()),
  /** What it means where nothing is chosen. */
  none: Type.Optional(Type.String()),
  /** Shown while this field has this value. */
  when: Type.Optional(Type.Object({ field: Type.String(), value: Type.String() })),
})
export type CheckField = Static<typeof field>

/** Name of a kind's field in the form, and in what the server says of it. */
export const fieldKey = (kind: string, name: string): string => `${kind}.${name}`

const kind = Type.Object({ kind: Type.String(), title: Type.String(), fields: Type.Array(field) })
export type CheckKindTold = Static<typeof kind>

const checkedTable = Type.Object({
  name: Type.String(),
  /** Whether loads come through the product: checks run on each of them. */
  loaded: Type.Boolean(),
  dateColumn: nullable(Type.String()),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.Enum(['number', 'day', 'other']) })),
})
export type CheckedTable = Static<typeof checkedTable>

const hold = Type.Object({
  id: Type.Integer(),
  table: Type.String(),
  /** File or batch. */
  source: Type.String(),
  rows: Type.Integer(),
  at: Type.String(),
  by: Type.String(),
  state: Type.Enum([...holdStates]),
  /** What was not met, a line each. */
  problems: Type.Array(Type.String()),
  /** Why it could not be published after all. */
  problem: nullable(Type.String()),
  decidedAt: nullable(Type.String()),
  decidedBy: Type.String(),
})
export type Hold = Static<typeof hold>

const checkList = Type.Object({
  rows: Type.Array(check),
  kinds: Type.Array(kind),
  tables: Type.Array(checkedTable),
  dictionaries: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  /** Loads that wait for a decision. */
  held: Type.Integer(),
})
export type CheckList = Static<typeof checkList>

export const listChecks = defineCall({
  name: 'listChecks',
  method: 'GET',
  path: `${ours}/list`,
  access,
  reply: checkList,
  example: {},
})

const line = Type.String({ maxLength: 2_000 })
const checkChange = Type.Object(
  {
    /** Absent or -1: a new check. */
    id: Type.Optional(idOrNewSchema),
    /** The revision that was edited; answers object_conflict when a newer one exists. */
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    overwrite: Type.Optional(Type.Boolean()),
    /** Empty: named after what it checks. */
    name: line,
    table: line,
    kind: Type.String({ minLength: 1, maxLength: 50 }),
    values,
    action: Type.Enum([...checkActions]),
    timing,
    note: Type.Optional(Type.String({ maxLength: 20_000 })),
  },
  closed,
)
export type CheckChange = Static<typeof checkChange>

export const saveCheck = defineCall({
  name: 'saveCheck',
  method: 'POST',
  path: `${ours}/save`,
  access,
  body: checkChange,
  reply: check,
  example: {
    body: {
      id: -1,
      name: '',
      table: 'none',
      kind: 'filled',
      values: {},
      action: 'mark',
      timing: { kind: 'hand' },
    },
  },
})

export const deleteChecks = defineCall({
  name: 'deleteChecks',
  method: 'POST',
  path: `${ours}/delete`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [none] } },
})

export const restoreChecks = defineCall({
  name: 'restoreChecks',
  method: 'POST',
  path: `${ours}/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [none] } },
})

export const pauseCheck = defineCall({
  name: 'pauseCheck',
  method: 'POST',
  path: `${ours}/pause/{id}`,
  access,
  params: idParams,
  body: Type.Object({ paused: Type.Boolean() }, closed),
  reply: check,
  example: { params: { id: none }, body: { paused: true } },
})

/** In the background; those of one table together. */
export const runCheck = defineCall({
  name: 'runCheck',
  method: 'POST',
  path: `${ours}/run/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: check,
  example: { params: { id: none }, body: {} },
})

export const checkHistory = defineCall({
  name: 'checkHistory',
  method: 'GET',
  path: `${ours}/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: none } },
})

/** Newest first. */
export const readCheckRuns = defineCall({
  name: 'readCheckRuns',
  method: 'GET',
  path: `${ours}/runs/{id}`,
  access,
  params: idParams,
  reply: Type.Array(run),
  example: { params: { id: none } },
})

const suggestion = Type.Object({
  name: Type.String(),
  kind: Type.String(),
  values,
  rule: Type.String(),
  /** Why it is suggested. */
  why: Type.String(),
  /** Holding a load back would not help. */
  marksAlone: Type.Boolean(),
})
export type CheckSuggestion = Static<typeof suggestion>

/** What an analyst would have checked of a table, without those that there are. */
export const suggestChecks = defineCall({
  name: 'suggestChecks',
  method: 'GET',
  path: `${ours}/suggest`,
  access,
  query: Type.Object({ table: Type.String({ maxLength: 300 }) }, closed),
  reply: Type.Array(suggestion),
  example: { query: { table: 'none' } },
})

/** Loads that were held back, the newest first, with what became of them. */
export const listHolds = defineCall({
  name: 'listHolds',
  method: 'GET',
  path: `${ours}/holds`,
  access,
  reply: Type.Array(hold),
  example: {},
})

/** The load is published as it is, in the background. */
export const releaseHold = defineCall({
  name: 'releaseHold',
  method: 'POST',
  path: `${ours}/release/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: none }, body: {} },
})

/** Its rows are gone; a source goes on behind them. */
export const discardHold = defineCall({
  name: 'discardHold',
  method: 'POST',
  path: `${ours}/discard/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Null(),
  example: { params: { id: none }, body: {} },
})

const problems = Type.Object({
  holds: Type.Array(Type.Object({ table: Type.String(), source: Type.String(), at: Type.String() })),
  checks: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), table: Type.String(), text: Type.String() }),
  ),
  /** All of both. */
  total: Type.Integer(),
})
export type CheckProblems = Static<typeof problems>

/** What the home page tells: loads that are held back, and checks that are not met. */
export const listCheckProblems = defineCall({
  name: 'listCheckProblems',
  method: 'GET',
  path: `${ours}/problems`,
  access,
  reply: problems,
  example: {},
})
