// Tables and functions that SQL may use.
import { type Static, Type } from 'typebox'
import { defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'
import { access, count, nullable, prefix } from './shared.ts'

const catalogColumn = Type.Object({
  name: Type.String(),
  /** The engine's own type: BIGINT, DECIMAL(18,2). */
  type: Type.String(),
  comment: Type.String(),
  pinyin: Type.String(),
  /** Names of the points and dimensions that are based on the column. */
  points: Type.Array(Type.String()),
  dimensions: Type.Array(Type.String()),
  /** The dictionary with the labels of its values. */
  dictId: nullable(idSchema),
})
const catalogTable = Type.Object({
  name: Type.String(),
  comment: Type.String(),
  pinyin: Type.String(),
  rowCount: count,
  updateTime: nullable(Type.String()),
  /** `fact`, `dimension` or `other`: the groups of the side list. */
  kind: Type.Enum(['fact', 'dimension', 'other']),
  columns: Type.Array(catalogColumn),
})
export type CatalogColumn = Static<typeof catalogColumn>
export type CatalogTable = Static<typeof catalogTable>

/** The published tables that the caller may query. */
export const getOdpsTables = defineCall({
  name: 'getOdpsTables',
  method: 'GET',
  path: `${prefix}/data/sqlQuery/getOdpsTables`,
  access,
  reply: Type.Array(catalogTable),
  example: {},
})

const sqlFunction = Type.Object({
  name: Type.String(),
  signatures: Type.Array(Type.String()),
  kind: Type.Enum(['scalar', 'aggregate', 'table', 'macro']),
  description: Type.String(),
})
export type SqlFunction = Static<typeof sqlFunction>

/** The functions that SQL may call here. */
export const getSqlFunctions = defineCall({
  name: 'getSqlFunctions',
  method: 'GET',
  path: `${prefix}/data/sqlQuery/getFunctions`,
  access,
  reply: Type.Array(sqlFunction),
  example: {},
})
