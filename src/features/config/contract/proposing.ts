// Physical tables that no definition names yet, and what an import would have made of them.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { dimensionChange, pointChange, pointTableChange } from './saving.ts'
import { access, closed, line, maybe, ours } from './shared.ts'

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
  /** Each in the shape of its save, with a key to name it by. */
  dimensions: Type.Array(Type.Object({ key, dimension: dimensionChange })),
  points: Type.Array(Type.Object({ key, point: pointChange })),
  /** Categories that are new with them; what is in one has no category here, and gets it unless another is given. */
  categories: Type.Array(Type.Object({ kind: Type.Enum(['dimension', 'point']), name: Type.String() })),
  /** Names of the reports that are made with them. */
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
/** What is not listed is left out; what is given of a listed one takes the place of what was proposed. */
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
      /** Whether the reports are made too; absent: yes. */
      reports: maybe(Type.Boolean()),
    },
    closed,
  ),
  reply: Type.Object({
    pointTableId: Type.Integer(),
    /** The view of the reports; 0 without them. */
    viewMetaId: Type.Integer(),
    notes: Type.Array(Type.String()),
  }),
  example: { body: { table: 'none', dimensions: [], points: [] } },
})

// ---- formulas that reports keep for themselves

const formulaInUse = Type.Object({
  /** The formula over points by id, as `adoptFormula` takes it: equal ones are one. */
  text: Type.String(),
  /** As most of the reports call it. */
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
  /** Reports in other people's private views. */
  hidden: Type.Integer(),
})
export type FormulaInUse = Static<typeof formulaInUse>

/** What people compute for themselves in saved reports, most used first: each may become a point. */
export const formulasInUse = defineCall({
  name: 'formulasInUse',
  method: 'GET',
  path: `${ours}/formulas`,
  access,
  reply: Type.Array(formulaInUse),
  example: {},
})

/** Puts a point in the place of a formula in all reports that keep it, where they can be computed with it. */
export const adoptFormula = defineCall({
  name: 'adoptFormula',
  method: 'POST',
  path: `${ours}/adoptFormula`,
  access,
  body: Type.Object({ point: idSchema, text: Type.String({ minLength: 1, maxLength: 50_000 }) }, closed),
  reply: Type.Object({
    reports: Type.Integer(),
    /** Those that keep the formula, as the point does not do for them. */
    left: Type.Array(Type.Object({ reportName: Type.String(), problem: Type.String() })),
  }),
  example: { body: { point: 987654321, text: '[#1] / [#2]' } },
})
