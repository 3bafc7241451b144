// What is typed in a form, checked before it is saved; nothing is stored. The bodies are those of the saves. A page
// asks anew while it is typed and gives up (aborts) the answer before: the query behind it is canceled then.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { dimensionChange, dimensionTableChange, pointChange, pointTableChange } from './saving.ts'
import { access, cell, closed, line, maybe, nullable, ours } from './shared.ts'

const position = Type.Object({
  /** In the field's text, UTF-16 units from 0. */
  offset: Type.Integer(),
  length: Type.Integer(),
  /** From 1. */
  line: Type.Integer(),
  column: Type.Integer(),
})
const problem = Type.Object({
  /** As the body calls it: `name_sql`, `info.expression`, `joins`. */
  field: Type.String(),
  /** Names the nearest known name where one was mistyped. */
  message: Type.String(),
  position: nullable(position),
})
export type DefinitionProblem = Static<typeof problem>

/**
 * At most five rows, in the caller's games: those that a point counts, those of a dimension's or of the typed table; of
 * a computed point those of the first table that its formula leads to.
 */
const sample = Type.Object({ columns: Type.Array(Type.String()), rows: Type.Array(Type.Array(cell)) })
export type SampleRows = Static<typeof sample>

const checked = {
  /** None: it can be saved. */
  problems: Type.Array(problem),
  /** What may count otherwise than is meant, in Chinese; it can be saved all the same. */
  warnings: Type.Array(Type.String()),
  /** Null where there is a problem, or nothing to read. */
  sample: nullable(sample),
  /** Why the warehouse could not answer, in Chinese; empty when it did. */
  trouble: Type.String(),
}

/** `figures: false`: problems and SQL alone, fast enough for each pause in typing. */
const wish = { figures: maybe(Type.Boolean()) }

const checkedPoint = Type.Object({
  ...checked,
  /** Of the last seven days' figures, values in their places; empty where there is a problem. */
  sql: Type.String(),
  /** The last seven days, today the last, in the caller's games; one entry for a table without dates, `day` null. */
  days: Type.Array(Type.Object({ day: nullable(Type.String()), figure: cell })),
  /** Of all the days together, as a report's total row. */
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
  /** Of the list of values. */
  sql: Type.String(),
  /** The first values that its filter would offer, in the caller's games. */
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
  /** Of the asked table; none without one. */
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), comment: Type.String() })),
  /** All that an expression or a formula may call. */
  functions: Type.Array(
    Type.Object({
      name: Type.String(),
      /** `round(数值, 位数)`. */
      signature: Type.String(),
      hint: Type.String(),
    }),
  ),
  /** For formulas: written as `[name]`, or as `insert` says where the name is not enough. */
  points: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), insert: Type.String() })),
})
export type ExpressionCompletion = Static<typeof completion>

/** What may stand in an expression over a physical table, and in a formula. */
export const expressionCompletion = defineCall({
  name: 'expressionCompletion',
  method: 'GET',
  path: `${ours}/completion`,
  access,
  query: Type.Object({ table: maybe(line) }, closed),
  reply: completion,
  example: {},
})
