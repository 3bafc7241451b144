// Loads that changed days which were whole.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { restatedHows } from '#shared/imports/restated.ts'

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

const restatement = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  table: Type.String(),
  /** What its reports call it. */
  title: Type.String(),
  firstDay: Type.String(),
  lastDay: Type.String(),
  days: Type.Integer(),
  how: Type.Enum([...restatedHows]),
  /** What was loaded; empty for a former version, and for those who do not see all rows. */
  source: Type.String(),
  /** Name of the source whose run it was; empty for others. */
  sourceName: Type.String(),
  /** Who loaded it; empty where it was the terminal. */
  by: Type.String(),
  /** Rows of the changed days; null for those who do not see all of them. */
  rowsBefore: nullable(Type.Integer()),
  rowsAfter: nullable(Type.Integer()),
  /** Its largest changes in words; none where figures were not compared, or the reader does not see all rows. */
  figures: Type.Array(Type.String()),
  /** A view with a point of the table. */
  viewId: nullable(Type.Integer()),
})
export type Restatement = Static<typeof restatement>

/** The latest, newest first. */
export const listRestatements = defineCall({
  name: 'listRestatements',
  method: 'GET',
  path: '/api/s1/restated/list',
  access: { keys: ['search_config'] },
  query: Type.Object({
    /** Those of the last days alone. */
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
  }),
  reply: Type.Array(restatement),
  example: {},
})
