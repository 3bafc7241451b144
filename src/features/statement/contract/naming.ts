// A report’s own formulas, and what the palette and sentences call by name.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idSchema as id, ownIdSchema as ownId } from '#shared/ids.ts'
import { namedInfoSchema, ownFormulasNamed, reportInfoSchema } from './request.ts'
import { nullable } from './shared.ts'
import { cell } from './table.ts'

const checkedFormulas = Type.Object({
  formulas: Type.Array(
    Type.Object({
      id: ownId,
      problems: Type.Array(
        Type.Object({
          field: Type.Enum(['name', 'formula']),
          message: Type.String(),
          position: nullable(
            Type.Object({
              offset: Type.Integer(),
              length: Type.Integer(),
              line: Type.Integer(),
              column: Type.Integer(),
            }),
          ),
        }),
      ),
      /** Readings of its name. */
      pinyin: Type.String(),
      unreachable: Type.String(),
      noShare: Type.String(),
    }),
  ),
  /** Figures of the tried formula; a single one without a day where it has no dates. */
  days: Type.Array(Type.Object({ day: nullable(Type.String()), figure: cell })),
  total: cell,
  /** The warehouse's failure, in words. */
  trouble: Type.String(),
})
export type CheckedFormulas = Static<typeof checkedFormulas>

/** Errors in the formulas, which dimensions they can join, and the last days of the one being typed. */
export const checkOwnFormulas = defineCall({
  name: 'checkOwnFormulas',
  method: 'POST',
  path: '/api/s1/report/formulas/check',
  effect: 'read',
  access: 'session',
  body: Type.Object(
    {
      dims: Type.Array(id, { maxItems: 20 }),
      /** A formula without a name yet has none. */
      formulas: ownFormulasNamed(0),
      /** The formula whose figures are wanted. */
      tried: Type.Optional(ownId),
    },
    { additionalProperties: false },
  ),
  reply: checkedFormulas,
  example: { body: { dims: [], formulas: [] } },
})

/** A request by names, labels and words for days as the same one by ids, values and days. */
export const resolveReport = defineCall({
  name: 'resolveReport',
  method: 'POST',
  path: '/api/s1/report/resolve',
  effect: 'read',
  access: 'session',
  body: Type.Object({ info: namedInfoSchema }, { additionalProperties: false }),
  reply: reportInfoSchema,
  example: { body: { info: { dims: [], points: [1] } } },
})

// ---- reports and their columns, by name

const readName = { pinyin: Type.String() }
const namedReport = Type.Object({
  id,
  viewMetaId: id,
  name: Type.String(),
  ...readName,
  /** Figures that are no points: formulas of its own, calculations, retention and the like. */
  columns: Type.Array(Type.Object({ title: Type.String(), ...readName })),
})
export type NamedReport = Static<typeof namedReport>

/** Every report that the caller may see. */
export const getReportColumns = defineCall({
  name: 'getReportColumns',
  method: 'GET',
  path: '/api/s1/report/columns',
  access: 'session',
  reply: Type.Array(namedReport),
  example: {},
})

// ---- vocabulary for sentences

/**
 * Values of dimensions that a sentence may name, within the caller's games; only of dimensions with few
 * values.
 */
export const getVocabulary = defineCall({
  name: 'getVocabulary',
  method: 'GET',
  path: '/api/s1/report/vocabulary',
  access: 'session',
  reply: Type.Array(
    Type.Object({
      dim: id,
      values: Type.Array(Type.Object({ value: Type.String(), label: Type.String(), pinyin: Type.String() })),
    }),
  ),
  example: {},
})
