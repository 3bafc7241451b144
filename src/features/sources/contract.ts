// Sources of data (数据接入): what loads by itself into which table, its runs, and how fresh each table is. Secrets
// can be written but never read. All calls are ours.
import { type Static, type TSchema, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { changeHistory } from '#shared/changeHistory.ts'
import { idOrNewSchema, idSchema } from '#shared/ids.ts'
import { breakingKinds } from '#shared/imports/breaking.ts'

/** How what was loaded joins the table. */
export const sourceModes = ['replace', 'rows', 'days', 'keys'] as const
export type SourceMode = (typeof sourceModes)[number]
export const sourceModeTitles: Record<SourceMode, string> = {
  rows: '追加',
  days: '按天替换',
  keys: '按主键更新',
  replace: '整表替换',
}

export const sourceTimings = ['arrival', 'every', 'daily', 'hand'] as const
export type SourceTiming = (typeof sourceTimings)[number]

export const runOutcomes = ['running', 'done', 'failed', 'canceled'] as const
export type RunOutcome = (typeof runOutcomes)[number]
export const runOutcomeTitles: Record<RunOutcome, string> = {
  running: '载入中',
  done: '成功',
  failed: '失败',
  canceled: '已取消',
}

export const loadOutcomes = ['loaded', 'same', 'failed', 'dropped'] as const
export type LoadOutcome = (typeof loadOutcomes)[number]
export const loadOutcomeTitles: Record<LoadOutcome, string> = {
  loaded: '已载入',
  same: '内容载入过',
  failed: '没有载入',
  dropped: '扣下后丢弃',
}

export const runReasons = ['clock', 'hand', 'again', 'span'] as const
export type RunReason = (typeof runReasons)[number]
export const runReasonTitles: Record<RunReason, string> = {
  clock: '定时',
  hand: '手动',
  again: '从头补载',
  span: '补载',
}

const ours = '/api/s1/sources'
const access = { keys: ['search_config'] } as const
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const idParams = Type.Object({ id: idSchema })
const ids = Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 1_000 }) }, closed)
const none = 987654321

const value = Type.Union([Type.String({ maxLength: 100_000 }), Type.Number(), Type.Boolean()])
const values = Type.Record(Type.String({ maxLength: 100 }), value, { maxProperties: 50 })
const secrets = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 20_000 }), {
  maxProperties: 50,
})

const timeOfDay = '^([01][0-9]|2[0-3]):[0-5][0-9]$'

const timing = Type.Object(
  {
    kind: Type.Enum([...sourceTimings]),
    /** Of `every`. */
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
    /** Of `daily`: HH:mm in the business's zone. */
    at: Type.Optional(Type.String({ pattern: timeOfDay })),
  },
  closed,
)
export type Timing = Static<typeof timing>

export const timingText = ({ kind, minutes, at }: Timing): string =>
  ({ arrival: '来了就载入', every: `每 ${minutes} 分钟`, daily: `每天 ${at}`, hand: '只手动' })[kind]

const day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
/** Both inclusive. */
const span = Type.Object({ from: day, to: day }, closed)
export type RunSpan = Static<typeof span>

const run = Type.Object({
  id: Type.String(),
  reason: Type.Enum([...runReasons]),
  /** The days that are loaded again; null: no days in particular. */
  span: nullable(span),
  outcome: Type.Enum([...runOutcomes]),
  /** Of its batches. */
  loaded: Type.Integer(),
  same: Type.Integer(),
  failed: Type.Integer(),
  rows: Type.Integer(),
  bytes: Type.Integer(),
  startedAt: Type.String(),
  endedAt: nullable(Type.String()),
  /** Chinese, several lines. */
  problem: nullable(Type.String()),
})
export type SourceRun = Static<typeof run>

const source = Type.Object({
  id: Type.Integer(),
  owner: Type.String(),
  createdAt: Type.String(),
  modifiedAt: Type.String(),
  modifiedBy: Type.String(),
  revision: Type.Integer(),
  editable: Type.Boolean(),
  name: Type.String(),
  pinyin: Type.String(),
  kind: Type.String(),
  kindTitle: Type.String(),
  settings: values,
  /** Names of the secrets that are kept. */
  kept: Type.Array(Type.String()),
  table: Type.String(),
  mode: Type.Enum([...sourceModes]),
  keys: Type.Array(Type.String()),
  /** How columns are read: 列=方式. */
  reading: Type.Array(Type.String()),
  keepGood: Type.Boolean(),
  spanDays: Type.Integer(),
  /** HH:mm in the business's zone by which new rows come each day; null: nobody said. */
  expectedBy: nullable(Type.String()),
  timing,
  paused: Type.Boolean(),
  note: Type.String(),
  nextAt: nullable(Type.String()),
  /** When it was last looked at, whether or not there was something to load. */
  lookedAt: nullable(Type.String()),
  /** Of a source that others push to: where to, when its token was made, and when it was last used. */
  push: nullable(
    Type.Object({
      path: Type.String(),
      tokenAt: nullable(Type.String()),
      usedAt: nullable(Type.String()),
      /** Rows that are acknowledged and not loaded yet. */
      waiting: Type.Integer(),
    }),
  ),
  /** The last look that failed; null where it went well. */
  problem: nullable(Type.String()),
  /** What has to be confirmed before the table is replaced, as `problem` tells it; null: nothing. */
  asks: nullable(Type.String()),
  last: nullable(run),
})
export type Source = Static<typeof source>

const field = Type.Object({
  name: Type.String(),
  title: Type.String(),
  kind: Type.Enum(['text', 'area', 'number', 'choice', 'check', 'secret']),
  required: Type.Boolean(),
  hint: Type.Optional(Type.String()),
  placeholder: Type.Optional(Type.String()),
  choices: Type.Optional(Type.Array(Type.Object({ value: Type.String(), title: Type.String() }))),
  initial: Type.Optional(value),
  least: Type.Optional(Type.Number()),
  most: Type.Optional(Type.Number()),
})
export type ShownField = Static<typeof field>

/** Name of a connector's field in the form, and in what the server says of it. */
export const fieldKey = (kind: string, name: string): string => `${kind}.${name}`

const kind = Type.Object({ kind: Type.String(), title: Type.String(), fields: Type.Array(field) })
export type SourceKind = Static<typeof kind>

const sourceList = Type.Object({
  rows: Type.Array(source),
  kinds: Type.Array(kind),
  /** Names of tables that rows can join. */
  tables: Type.Array(Type.String()),
  /** Words for how a column is read. */
  readings: Type.Array(Type.String()),
  /** Why nothing can be loaded here; null where it can. */
  refusal: nullable(Type.String()),
})
export type SourceList = Static<typeof sourceList>

export const listSources = defineCall({
  name: 'listSources',
  method: 'GET',
  path: `${ours}/list`,
  access,
  reply: sourceList,
  example: {},
})

const line = Type.String({ maxLength: 2_000 })
const given = {
  kind: Type.String({ minLength: 1, maxLength: 50 }),
  settings: values,
  /** Those that were typed; the others stay. */
  secrets,
}
const sourceChange = Type.Object(
  {
    /** Absent or -1: a new source. */
    id: Type.Optional(idOrNewSchema),
    /** The revision that was edited; answers object_conflict when a newer one exists. */
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    overwrite: Type.Optional(Type.Boolean()),
    name: line,
    ...given,
    table: line,
    mode: Type.Enum([...sourceModes]),
    keys: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }),
    reading: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 50 }),
    keepGood: Type.Boolean(),
    spanDays: Type.Integer({ minimum: 1, maximum: 100_000 }),
    expectedBy: Type.Optional(nullable(Type.String({ pattern: timeOfDay }))),
    timing,
    note: Type.Optional(Type.String({ maxLength: 20_000 })),
  },
  closed,
)
export type SourceChange = Static<typeof sourceChange>

export const saveSource = defineCall({
  name: 'saveSource',
  method: 'POST',
  path: `${ours}/save`,
  access,
  body: sourceChange,
  reply: source,
  example: {
    body: {
      id: -1,
      name: '数据源',
      kind: 'none',
      settings: {},
      secrets: {},
      table: 'none',
      mode: 'rows',
      keys: [],
      reading: [],
      keepGood: false,
      spanDays: 31,
      timing: { kind: 'hand' },
    },
  },
})

/** Tries what was typed; with an id, secrets that were not typed are the kept ones. Tells what it finds. */
export const testSource = defineCall({
  name: 'testSource',
  method: 'POST',
  path: `${ours}/test`,
  access,
  effect: 'read',
  body: Type.Object({ id: Type.Optional(idOrNewSchema), ...given }, closed),
  reply: Type.Object({
    /** Names of what it would load first. */
    first: Type.Array(Type.String()),
    more: Type.Boolean(),
    /** How the first of its files is read, where it has files: a line each, in Chinese. */
    sample: Type.Array(Type.String()),
  }),
  example: { body: { kind: 'none', settings: {}, secrets: {} } },
})

export const deleteSources = defineCall({
  name: 'deleteSources',
  method: 'POST',
  path: `${ours}/delete`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [none] } },
})

export const restoreSources = defineCall({
  name: 'restoreSources',
  method: 'POST',
  path: `${ours}/restore`,
  access,
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [none] } },
})

export const pauseSource = defineCall({
  name: 'pauseSource',
  method: 'POST',
  path: `${ours}/pause/{id}`,
  access,
  params: idParams,
  body: Type.Object({ paused: Type.Boolean() }, closed),
  reply: source,
  example: { params: { id: none }, body: { paused: true } },
})

/**
 * Loads what there is, in the background. `again`: from the beginning, also what failed or was loaded. `span`: these
 * days again; where the same days were not finished before, it goes on from there.
 */
export const runSource = defineCall({
  name: 'runSource',
  method: 'POST',
  path: `${ours}/run/{id}`,
  access,
  params: idParams,
  body: Type.Object({ again: Type.Optional(Type.Boolean()), span: Type.Optional(span) }, closed),
  reply: source,
  example: { params: { id: none }, body: {} },
})

/** Replaces the table though what `problem` names breaks, and loads. `asks`: what was seen. */
export const confirmSourceChange = defineCall({
  name: 'confirmSourceChange',
  method: 'POST',
  path: `${ours}/confirm/{id}`,
  access,
  params: idParams,
  body: Type.Object({ asks: Type.String({ minLength: 1, maxLength: 100 }) }, closed),
  reply: source,
  example: { params: { id: none }, body: { asks: 'none' } },
})

/** What is loaded by then stays. */
export const cancelSourceRun = defineCall({
  name: 'cancelSourceRun',
  method: 'POST',
  path: `${ours}/cancel/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: source,
  example: { params: { id: none }, body: {} },
})

/** Makes a token for pushing, and ends the former one. It is shown this once. */
export const makePushToken = defineCall({
  name: 'makePushToken',
  method: 'POST',
  path: `${ours}/token/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Object({ token: Type.String(), source }),
  example: { params: { id: none }, body: {} },
})

export const revokePushToken = defineCall({
  name: 'revokePushToken',
  method: 'POST',
  path: `${ours}/revoke/{id}`,
  access,
  params: idParams,
  body: Type.Object({}, closed),
  reply: source,
  example: { params: { id: none }, body: {} },
})

/** Bytes of the largest push. */
export const mostPushed = 16 * 1024 * 1024

/**
 * Rows as NDJSON or CSV with names, from whoever has the token (`Authorization: Bearer`). It answers once they
 * are kept for good; under the same `Idempotency-Key` the same rows are kept once.
 */
export const pushRows = defineCall({
  name: 'pushRows',
  method: 'POST',
  path: `${ours}/push/{id}`,
  access: 'public',
  bytes: true,
  bodyLimit: mostPushed,
  params: idParams,
  body: Type.Object({}, closed),
  reply: Type.Object({ rows: Type.Integer(), repeated: Type.Boolean() }),
  example: { params: { id: none }, body: {} },
})

const load = Type.Object({
  id: Type.Integer(),
  runId: Type.String(),
  name: Type.String(),
  outcome: Type.Enum([...loadOutcomes]),
  rows: Type.Integer(),
  replaced: Type.Integer(),
  bytes: Type.Integer(),
  ms: Type.Integer(),
  at: Type.String(),
  problem: nullable(Type.String()),
})
export type SourceLoad = Static<typeof load>

const sourceRuns = Type.Object({
  /** As it stood when its runs were read. */
  source,
  /** The latest, newest first. */
  runs: Type.Array(run),
  loads: Type.Array(load),
  /** Names of the other sources that load the table. */
  others: Type.Array(Type.String()),
  /** Of the run in progress. */
  progress: nullable(Type.Object({ fraction: Type.Number(), step: Type.String() })),
  /** The points that stand on the table. */
  points: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
})
export type SourceRuns = Static<typeof sourceRuns>

export const readSourceRuns = defineCall({
  name: 'readSourceRuns',
  method: 'GET',
  path: `${ours}/runs/{id}`,
  access,
  params: idParams,
  reply: sourceRuns,
  example: { params: { id: none } },
})

/** What works on the source's table: points, dimensions, reports, alarms, subscriptions, queries. */
export const readSourceStanding = defineCall({
  name: 'readSourceStanding',
  method: 'GET',
  path: `${ours}/standing/{id}`,
  access,
  params: idParams,
  reply: Type.Object({
    things: Type.Array(Type.Object({ kind: Type.Enum([...breakingKinds]), name: Type.String() })),
    /** How many more, of which the caller may not know. */
    hidden: Type.Integer(),
  }),
  example: { params: { id: none } },
})

export const sourceHistory = defineCall({
  name: 'sourceHistory',
  method: 'GET',
  path: `${ours}/history/{id}`,
  access,
  params: idParams,
  reply: changeHistory,
  example: { params: { id: none } },
})

export const freshStates = ['fresh', 'late', 'failed', 'paused', 'none'] as const
export type FreshState = (typeof freshStates)[number]
export const freshStateTitles: Record<FreshState, string> = {
  fresh: '正常',
  late: '晚了',
  failed: '上次失败',
  paused: '已暂停',
  none: '没有数据源',
}

const freshTable = Type.Object({
  table: Type.String(),
  /** Null for those who do not see all of them. */
  rows: nullable(Type.Integer()),
  /** When its rows last changed. */
  updatedAt: nullable(Type.String()),
  /** What was last loaded. */
  last: nullable(Type.String()),
  /** Names of the sources that load it. */
  sources: Type.Array(Type.String()),
  /** The next moment at which it is due. */
  dueAt: nullable(Type.String()),
  state: Type.Enum([...freshStates]),
})
export type FreshTable = Static<typeof freshTable>

/** How fresh each table is. */
export const listFreshness = defineCall({
  name: 'listFreshness',
  method: 'GET',
  path: `${ours}/freshness`,
  access,
  reply: Type.Array(freshTable),
  example: {},
})
