// Calls of custom reports: saved SQL with typed parameters, a table and a chart. Users with SQL permission
// publish them; other users read them.
import { type Static, type TSchema, Type } from 'typebox'
import { closed, defineCall, slowTimeoutMs } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { columnLabels } from '#shared/sql/columnLabels.ts'
import { type ParameterValue, parameterTypes } from '#shared/sql/parameters.ts'
import { grantsSchema, whoSeesSchema } from '#shared/whoSees.ts'

const prefix = '/api/s1/custom'
const reading = { keys: ['search_customReport'] } as const
const writing = { keys: ['search_sqlQuery'] } as const
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** Random, so that nobody can guess it. */
const id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
const idParams = Type.Object({ id })
const value = Type.Unsafe<ParameterValue>(
  Type.Union([
    Type.String({ maxLength: 10_000 }),
    Type.Number(),
    Type.Boolean(),
    Type.Null(),
    Type.Array(Type.Union([Type.String({ maxLength: 1_000 }), Type.Number()]), { maxItems: 10_000 }),
  ]),
)

const parameter = Type.Object(
  {
    /** Without the colon. */
    name: Type.String({ maxLength: 200 }),
    type: Type.Enum([...parameterTypes]),
    /** The control's label; when empty, the name is shown. */
    label: Type.String({ maxLength: 100 }),
    /** A day may be relative: `today`, `today-7`. */
    default: value,
    /** For the type `dictionary`. */
    dictId: nullable(idSchema),
  },
  closed,
)
export type CustomParameter = Static<typeof parameter>

export const customChartKinds = ['line', 'bar', 'pie', 'scatter'] as const
const chart = Type.Object(
  {
    type: Type.Enum([...customChartKinds]),
    /** Columns by title, so that they stay right when the statement returns them in another order. */
    x: Type.String({ maxLength: 500 }),
    values: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 }),
  },
  closed,
)
export type CustomChart = Static<typeof chart>

const summary = {
  id,
  name: Type.String(),
  /** Path of the report's folder, separated by `/`; empty at the top. */
  folder: Type.String(),
  describe: Type.String(),
  /** The publisher. */
  owner: Type.String(),
  own: Type.Boolean(),
  /** Whether the caller may change it. */
  editable: Type.Boolean(),
  published: Type.Boolean(),
  version: Type.Integer(),
  modifiedAt: Type.String(),
  pinyin: Type.String(),
}
const listed = Type.Object(summary)
export type CustomSummary = Static<typeof listed>
const whole = Type.Object({
  ...summary,
  params: Type.Array(parameter),
  chart: nullable(chart),
  /** The statement; empty for callers without SQL permission. */
  sql: Type.String(),
  /** Chinese: why the report can't run now; empty when it can. */
  problem: Type.String(),
})
export type CustomReport = Static<typeof whole>

/** Published reports, the caller's own, and those shared with them. */
export const listCustomReports = defineCall({
  name: 'listCustomReports',
  method: 'GET',
  path: `${prefix}/list`,
  access: reading,
  reply: Type.Array(listed),
  example: {},
})

export const getCustomReport = defineCall({
  name: 'getCustomReport',
  method: 'GET',
  path: `${prefix}/get/{id}`,
  access: reading,
  params: idParams,
  reply: whole,
  example: { params: { id: 'none' } },
})

/**
 * Creates a report (without id) or saves a change; `version` is the version that was opened, and the call
 * answers object_conflict when a newer one exists.
 */
export const saveCustomReport = defineCall({
  name: 'saveCustomReport',
  method: 'POST',
  path: `${prefix}/save`,
  access: writing,
  bodyLimit: 4 * 1024 * 1024,
  body: Type.Object(
    {
      id: Type.Optional(id),
      name: Type.String({ maxLength: 2_000 }),
      folder: Type.Optional(Type.String({ maxLength: 2_000 })),
      describe: Type.Optional(Type.String({ maxLength: 2_000 })),
      sql: Type.String({ maxLength: 1_000_000 }),
      params: Type.Array(parameter, { maxItems: 50 }),
      chart: nullable(chart),
      published: Type.Boolean(),
      version: Type.Optional(Type.Integer({ minimum: 1 })),
      overwrite: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  reply: whole,
  example: { body: { name: '充值明细', sql: 'select 1', params: [], chart: null, published: false } },
})

/** Deletes a report of the caller's own; `restored` undoes that. */
export const deleteCustomReport = defineCall({
  name: 'deleteCustomReport',
  method: 'POST',
  path: `${prefix}/delete/{id}`,
  access: writing,
  params: idParams,
  body: Type.Object({ restored: Type.Optional(Type.Boolean()) }, closed),
  reply: Type.Null(),
  example: { params: { id: 'none' }, body: {} },
})

export const whoSeesCustomReport = defineCall({
  name: 'whoSeesCustomReport',
  method: 'GET',
  path: `${prefix}/whoSeesReport/{id}`,
  access: reading,
  params: idParams,
  reply: whoSeesSchema,
  example: { params: { id: 'none' } },
})

/** `shared`: published, for everybody. Replaces those with whom it is shared by name. */
export const shareCustomReport = defineCall({
  name: 'shareCustomReport',
  method: 'POST',
  path: `${prefix}/share`,
  access: writing,
  body: Type.Object(
    {
      id,
      shared: Type.Boolean(),
      grants: grantsSchema,
      revision: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    closed,
  ),
  reply: Type.Null(),
  example: { body: { id: 'none', shared: false, grants: [] } },
})

/** Values by parameter name, without the colon; absent parameters take their default. */
const values = Type.Record(Type.String({ maxLength: 200 }), value, { maxProperties: 500 })
export type CustomValues = Static<typeof values>

const column = Type.Object({
  /** `c0`, `c1` …, because titles may repeat. */
  key: Type.String(),
  title: Type.String(),
  type: Type.Enum(['boolean', 'integer', 'number', 'string', 'date', 'datetime', 'json']),
  databaseType: Type.String(),
})
export type CustomColumn = Static<typeof column>
/** A cell: text, number (as text beyond 2^53), boolean or empty. */
export type CustomCell = string | number | boolean | null

/** Row limit of a run; exports have all rows. */
export const customRows = 100_000
const table = Type.Object({
  columns: Type.Array(column),
  /** Cells by column. */
  data: Type.Unsafe<CustomCell[][]>({}),
  rowCount: Type.Integer(),
  truncated: Type.Boolean(),
  elapsedMs: Type.Number(),
  /** Whether the answer comes from an equal, earlier run on the same data. */
  cached: Type.Boolean(),
  computedAt: Type.String(),
  /** Dictionary labels for the codes in the rows. */
  labels: columnLabels,
  /** The values used, with defaults and relative days resolved. */
  values,
  trace: Type.String(),
})
export type CustomTable = Static<typeof table>

/** Runs a report in the games that both its publisher and the caller may see. */
export const runCustomReport = defineCall({
  name: 'runCustomReport',
  method: 'POST',
  path: `${prefix}/run/{id}`,
  access: reading,
  timeoutMs: slowTimeoutMs,
  params: idParams,
  body: Type.Object({ values: Type.Optional(values), fresh: Type.Optional(Type.Boolean()) }, closed),
  reply: table,
  example: { params: { id: 'none' }, body: {} },
})

export const exportCustomReport = defineCall({
  name: 'exportCustomReport',
  method: 'POST',
  path: `${prefix}/export/{id}`,
  access: reading,
  kind: 'blob',
  timeoutMs: slowTimeoutMs,
  params: idParams,
  body: Type.Object({ values: Type.Optional(values), format: Type.Enum(['csv', 'xlsx']) }, closed),
  example: { params: { id: 'none' }, body: { format: 'csv' } },
})
