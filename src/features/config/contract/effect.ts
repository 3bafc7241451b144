// The effect of an unsaved change on dependent definitions and reports.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { dimensionChange, dimensionTableChange, pointChange, pointTableChange } from './saving.ts'
import { access, cell, kind, maybe, nullable, ours } from './shared.ts'

const affectedReport = Type.Object({
  id: Type.Integer(),
  reportName: Type.String(),
  viewMetaId: Type.Integer(),
  viewName: Type.String(),
  /**
   * `changes`: its SQL and perhaps its figures change; `breaks`: it can't be computed any more; `mends`: it
   * can again.
   */
  effect: Type.Enum(['changes', 'breaks', 'mends']),
  problem: Type.String(),
})
export type AffectedReport = Static<typeof affectedReport>

const example = Type.Object({
  reportId: Type.Integer(),
  reportName: Type.String(),
  columns: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String(),
      kind: Type.String(),
      format: nullable(Type.String()),
      unit: Type.String(),
    }),
  ),
  /** The total first, then the first rows; null where that side has no such row. */
  rows: Type.Array(Type.Object({ before: nullable(Type.Array(cell)), after: nullable(Type.Array(cell)) })),
  /** Why a side could not be computed, in Chinese. */
  trouble: Type.String(),
})
export type EffectExample = Static<typeof example>

const effect = Type.Object({
  reports: Type.Array(affectedReport),
  /** Other users' private reports: included in `changes` and `breaks`. */
  hidden: Type.Object({ changes: Type.Integer(), breaks: Type.Integer() }),
  /** Dependent reports that were not analysed, because there are too many. */
  unread: Type.Integer(),
  /**
   * Definitions that would no longer compile, with reasons. A save that breaks a point or a dimension is
   * refused.
   */
  broken: Type.Array(Type.Object({ kind, id: Type.Integer(), name: Type.String(), problem: Type.String() })),
  example: nullable(example),
})
export type ChangeEffect = Static<typeof effect>

/**
 * The effect of an unsaved change; exactly one of the four, in the form of its save. `example` false: without
 * figures.
 */
export const changeEffect = defineCall({
  name: 'changeEffect',
  method: 'POST',
  path: `${ours}/effect`,
  access,
  effect: 'read',
  body: Type.Object(
    {
      dimension: maybe(dimensionChange),
      point: maybe(pointChange),
      dimensionTable: maybe(dimensionTableChange),
      pointTable: maybe(pointTableChange),
      example: maybe(Type.Boolean()),
      /** The report whose figures are compared; absent: the first that changes. */
      reportId: maybe(idSchema),
    },
    closed,
  ),
  reply: effect,
  example: { body: { point: { id: 987654321, name: '指标' }, example: false } },
})
