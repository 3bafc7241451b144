// Checks a form's input before it is saved, without storing anything. The bodies are those of the saves.
// While typing, a page asks again and aborts the former request, whose query is then canceled.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { standingParts } from '#shared/standingSchema.ts'
import { dimensionChange, dimensionTableChange, pointChange, pointTableChange } from './saving.ts'
import { access, cell, line, maybe, nullable, ours } from './shared.ts'

const position = Type.Object({
  /** Offset in the field's text, in UTF-16 units from 0. */
  offset: Type.Integer(),
  length: Type.Integer(),
  /** From 1. */
  line: Type.Integer(),
  column: Type.Integer(),
})
const problem = Type.Object({
  /** The field's name in the body: `name_sql`, `info.expression`, `joins`. */
  field: Type.String(),
  /** Suggests the nearest known name for a mistyped one. */
  message: Type.String(),
  position: nullable(position),
})
export type DefinitionProblem = Static<typeof problem>

/**
 * At most five rows, within the caller's games: those that a point counts, or of a dimension's or the edited
 * table; for a computed point, of the first table its formula depends on.
 */
const sample = Type.Object({ columns: Type.Array(Type.String()), rows: Type.Array(Type.Array(cell)) })
export type SampleRows = Static<typeof sample>

const checked = {
  /** Empty: it can be saved. */
  problems: Type.Array(problem),
  /** In Chinese: what may not count as intended; it can be saved anyway. */
  warnings: Type.Array(Type.String()),
  /** Null where there is a problem, or nothing to read. */
  sample: nullable(sample),
  /** Why the warehouse could not answer, in Chinese; empty where it did. */
  trouble: Type.String(),
}

/** `figures: false`: only problems and SQL, fast enough for each typing pause. */
const wish = { figures: maybe(Type.Boolean()) }

const checkedPoint = Type.Object({
  ...checked,
  /** SQL of the last seven days' figures, with its values inserted; empty where there is a problem. */
  sql: Type.String(),
  /**
   * The last seven days, ending today, within the caller's games; a single entry with null `day` for a table
   * without dates.
   */
  days: Type.Array(Type.Object({ day: nullable(Type.String()), figure: cell })),
  /** Over all these days, as in a report's total row. */
  total: cell,
})
export type CheckedPoint = Static<typeof checkedPoint>

export const checkPoint = defineCall({
  name: 'checkPoint',
  method: 'POST',
  path: `${ours}/checkPoint`,
  access,
  effect: 'read',
  body: Type.Object({ point: pointChange, ...wish }, closed),
  reply: checkedPoint,
  example: { body: { point: { name: '指标' }, figures: false } },
})

const checkedDimension = Type.Object({
  ...checked,
  /** SQL of the list of values. */
  sql: Type.String(),
  /** The first values of its filter, within the caller's games. */
  values: Type.Array(Type.Object({ value: nullable(Type.String()), label: nullable(Type.String()) })),
})
export type CheckedDimension = Static<typeof checkedDimension>

export const checkDimension = defineCall({
  name: 'checkDimension',
  method: 'POST',
  path: `${ours}/checkDimension`,
  access,
  effect: 'read',
  body: Type.Object({ dimension: dimensionChange, ...wish }, closed),
  reply: checkedDimension,
  example: { body: { dimension: { name: '维度' }, figures: false } },
})

const checkedTable = Type.Object(checked)
export type CheckedTable = Static<typeof checkedTable>

export const checkDimensionTable = defineCall({
  name: 'checkDimensionTable',
  method: 'POST',
  path: `${ours}/checkDimensionTable`,
  access,
  effect: 'read',
  body: Type.Object({ dimensionTable: dimensionTableChange, ...wish }, closed),
  reply: checkedTable,
  example: { body: { dimensionTable: { name: '维度表' }, figures: false } },
})

export const checkPointTable = defineCall({
  name: 'checkPointTable',
  method: 'POST',
  path: `${ours}/checkPointTable`,
  access,
  effect: 'read',
  body: Type.Object({ pointTable: pointTableChange, ...wish }, closed),
  reply: checkedTable,
  example: { body: { pointTable: { name: '指标表' }, figures: false } },
})

const completion = Type.Object({
  /** Of the requested table; empty without one. */
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), comment: Type.String() })),
  /** All functions that an expression or formula may call. */
  functions: Type.Array(
    Type.Object({
      name: Type.String(),
      /** `round(数值, 位数)`. */
      signature: Type.String(),
      hint: Type.String(),
    }),
  ),
  /** For formulas: inserted as `[name]`, or as `insert` where the name is ambiguous. */
  points: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      insert: Type.String(),
      retired: standingParts.retired,
    }),
  ),
})
export type ExpressionCompletion = Static<typeof completion>

/** Completion for an expression over a physical table, and for a formula. */
export const expressionCompletion = defineCall({
  name: 'expressionCompletion',
  method: 'GET',
  path: `${ours}/completion`,
  access,
  query: Type.Object({ table: maybe(line) }, closed),
  reply: completion,
  example: {},
})
