// Physical tables without definitions, and the definitions that an import would propose for them.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { dimensionChange, pointChange, pointTableChange } from './saving.ts'
import { access, line, maybe, ours } from './shared.ts'

const undefinedTable = Type.Object({
  name: Type.String(),
  comment: Type.String(),
  rowCount: Type.Integer(),
  columns: Type.Integer(),
  updatedAt: Type.String(),
})
export type UndefinedTable = Static<typeof undefinedTable>

export const undefinedTables = defineCall({
  name: 'undefinedTables',
  method: 'GET',
  path: `${ours}/undefined`,
  access,
  reply: Type.Array(undefinedTable),
  example: {},
})

const key = Type.String({ maxLength: 300 })
const proposal = Type.Object({
  table: undefinedTable,
  pointTable: pointTableChange,
  /** Each in the form of its save, with an identifying key. */
  dimensions: Type.Array(Type.Object({ key, dimension: dimensionChange })),
  points: Type.Array(Type.Object({ key, point: pointChange })),
  /**
   * New categories of the proposal; their members have no category here, and get it unless another is given.
   */
  categories: Type.Array(Type.Object({ kind: Type.Enum(['dimension', 'point']), name: Type.String() })),
  /** Names of the proposed reports. */
  reports: Type.Array(Type.String()),
  notes: Type.Array(Type.String()),
})
export type TableProposal = Static<typeof proposal>

/** Nothing is stored. */
export const tableProposal = defineCall({
  name: 'tableProposal',
  method: 'GET',
  path: `${ours}/proposal/{table}`,
  access,
  params: Type.Object({ table: Type.String({ minLength: 1, maxLength: 500 }) }),
  reply: proposal,
  example: { params: { table: 'none' } },
})

const kept = { key }
/** Unlisted items are left out; given values replace the proposed ones. */
export const applyProposal = defineCall({
  name: 'applyProposal',
  method: 'POST',
  path: `${ours}/applyProposal`,
  access,
  body: Type.Object(
    {
      table: line,
      pointTable: maybe(pointTableChange),
      dimensions: Type.Array(Type.Object({ ...kept, dimension: maybe(dimensionChange) }, closed), {
        maxItems: 500,
      }),
      points: Type.Array(Type.Object({ ...kept, point: maybe(pointChange) }, closed), { maxItems: 500 }),
      /** Whether the reports are created, too; true when absent. */
      reports: maybe(Type.Boolean()),
    },
    closed,
  ),
  reply: Type.Object({
    pointTableId: Type.Integer(),
    /** The reports' view; 0 without reports. */
    viewMetaId: Type.Integer(),
    notes: Type.Array(Type.String()),
  }),
  example: { body: { table: 'none', dimensions: [], points: [] } },
})

// ---- reports' own formulas

const formulaInUse = Type.Object({
  /** The formula over point ids, as `adoptFormula` takes it: equal ones are merged. */
  text: Type.String(),
  /** Its most frequent name in reports. */
  name: Type.String(),
  /** With the points' names. */
  formula: Type.String(),
  format: Type.String(),
  unit: Type.String(),
  reports: Type.Array(
    Type.Object({
      id: idSchema,
      reportName: Type.String(),
      viewMetaId: idSchema,
      viewName: Type.String(),
      owner: Type.String(),
    }),
  ),
  /** Reports in other users' private views. */
  hidden: Type.Integer(),
})
export type FormulaInUse = Static<typeof formulaInUse>

/** Formulas in saved reports, most used first: each may become a point. */
export const formulasInUse = defineCall({
  name: 'formulasInUse',
  method: 'GET',
  path: `${ours}/formulas`,
  access,
  reply: Type.Array(formulaInUse),
  example: {},
})

/** Replaces a formula by a point in all reports that have it, where they can be computed with the point. */
export const adoptFormula = defineCall({
  name: 'adoptFormula',
  method: 'POST',
  path: `${ours}/adoptFormula`,
  access,
  body: Type.Object({ point: idSchema, text: Type.String({ minLength: 1, maxLength: 50_000 }) }, closed),
  reply: Type.Object({
    reports: Type.Integer(),
    /** Reports that keep the formula, because the point does not work for them. */
    left: Type.Array(Type.Object({ reportName: Type.String(), problem: Type.String() })),
  }),
  example: { body: { point: 987654321, text: '[#1] / [#2]' } },
})
