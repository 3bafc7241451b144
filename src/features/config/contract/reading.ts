// Reading the report engine's definitions, and two calls that affect many reports.
import { type Static, Type } from 'typebox'
import type { Category, DimensionTable, PhysicalTable, PointTable } from '#semantic/model/types.ts'
import { defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'

const option = Type.Object({ value: Type.String(), label: Type.String() })
const settingOptions = Type.Object({
  dimensionTypes: Type.Array(option),
  formTypes: Type.Array(option),
  pointTypes: Type.Array(option),
  grains: Type.Array(option),
  aggregates: Type.Array(option),
  numberFormats: Type.Array(option),
  updateFrequencies: Type.Array(option),
})
export type SettingOptions = Static<typeof settingOptions>

/** Option lists for the configuration forms. */
export const anaSettingOption = defineCall({
  name: 'anaSettingOption',
  method: 'GET',
  path: '/api/s1/data/anaSettingOption',
  access: 'session',
  reply: settingOptions,
  example: {},
})

/** Physical tables suitable for a dimension table (`dim`) or a point table (`point`). */
/** Row counts are shown only to users who see all rows. */
export type FittingTable = Omit<PhysicalTable, 'rowCount'> & { rowCount?: number }

export const getAdbTableNameByTableType = defineCall({
  name: 'getAdbTableNameByTableType',
  method: 'GET',
  path: '/api/s1/data/getAdbTableNameByTableType/{tableType}',
  access: { keys: ['search_config'] },
  params: Type.Object({ tableType: Type.Enum(['dim', 'point']) }),
  reply: Type.Array(Type.Unsafe<FittingTable>(Type.Object({}, { additionalProperties: true }))),
  example: { params: { tableType: 'point' } },
})

const tableIds = Type.Object(
  { tableIds: Type.Optional(Type.Array(idSchema, { maxItems: 1000 })) },
  { additionalProperties: false },
)

/** Dimension tables by ids; all of them without ids. */
export const getAnaDimTable = defineCall({
  name: 'getAnaDimTable',
  method: 'POST',
  path: '/api/s1/data/getAnaDimTable',
  effect: 'read',
  access: 'session',
  body: tableIds,
  reply: Type.Array(Type.Unsafe<DimensionTable>(Type.Object({}, { additionalProperties: true }))),
  example: { body: {} },
})

/** Point tables by ids; all of them without ids. */
export const getAnaPointTable = defineCall({
  name: 'getAnaPointTable',
  method: 'POST',
  path: '/api/s1/data/getAnaPointTable',
  effect: 'read',
  access: 'session',
  body: tableIds,
  reply: Type.Array(Type.Unsafe<PointTable>(Type.Object({}, { additionalProperties: true }))),
  example: { body: {} },
})

/** Categories of dimensions and of points. */
export const getAnaDimOrPointType = defineCall({
  name: 'getAnaDimOrPointType',
  method: 'GET',
  path: '/api/s1/data/getAnaDimOrPointType',
  access: 'session',
  reply: Type.Array(Type.Unsafe<Category>(Type.Object({}, { additionalProperties: true }))),
  example: {},
})

/** GraphQL: `allDimension`, `allPoint` (offset, limit, filter, like, where, order) and `allConfig`. */
export const graphql = defineCall({
  name: 'graphql',
  method: 'POST',
  path: '/api/s1/graphql',
  effect: 'read',
  raw: true,
  access: 'session',
  body: Type.Object({
    query: Type.String({ maxLength: 100_000 }),
    variables: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 }), Type.Null()]),
    ),
    operationName: Type.Optional(Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()])),
  }),
  example: { body: { query: '{ allPoint(limit: 1) { id name } }' } },
})

/** Drops cached results computed from a point table, for all users; returns how many. */
export const cleanPointTableCache = defineCall({
  name: 'cleanPointTableCache',
  method: 'POST',
  path: '/api/s1/data/cleanPointTableCache/{id}',
  access: { keys: ['search_config'] },
  params: Type.Object({ id: idSchema }),
  body: Type.Object({}, { additionalProperties: false }),
  reply: Type.Object({ entries: Type.Integer() }),
  example: { params: { id: 987654321 }, body: {} },
})

const replacedReport = Type.Object({
  id: Type.Integer(),
  reportName: Type.String(),
  viewMetaId: Type.Integer(),
  viewName: Type.String(),
  owner: Type.String(),
  /** The parts that use the point, in Chinese: 指标、排序、筛选、占比、前几项、列、图表、公式. */
  changes: Type.Array(Type.String()),
  /** Why the replacement is impossible here; empty where it is possible. */
  problem: Type.String(),
})
const replacedPoint = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  formula: Type.String(),
  newFormula: Type.String(),
  problem: Type.String(),
})
const replacedAlarm = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  owner: Type.String(),
  /** Why it could not be evaluated with the other point; empty where it can. */
  problem: Type.String(),
})
const replacement = Type.Object({
  applied: Type.Boolean(),
  reports: Type.Array(replacedReport),
  /** Alarms that watch it. */
  alarms: Type.Array(replacedAlarm),
  /** Computed points whose formula references it. */
  points: Type.Array(replacedPoint),
  /**
   * Reports in other users' private views, and alarms of games that the caller does not see: they change,
   * too.
   */
  hidden: Type.Integer(),
  /** How many of those can't use the replacement. */
  hiddenProblems: Type.Integer(),
})
export type PointReplacement = Static<typeof replacement>

/**
 * Replaces a point by another in every report, formula and alarm: all or none; `dryRun` only shows the
 * changes. The replaced point may already be deleted.
 */
export const replaceReportPoint = defineCall({
  name: 'replaceReportPoint',
  method: 'POST',
  path: '/api/s1/data/replaceReportPoint',
  access: { keys: ['search_config'] },
  body: Type.Object(
    { from: idSchema, to: idSchema, dryRun: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  reply: replacement,
  example: { body: { from: 987654321, to: 987654322, dryRun: true } },
})
