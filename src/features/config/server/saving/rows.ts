// Converts definitions to their rows, and back.

import type { Dimension } from '#semantic/model/types.ts'
import type { NewObject } from '#server/objects/changing.ts'
import type { DefinitionKind } from '#features/config/contract.ts'
import type { Stored } from '../objectKinds.ts'
import { toCategory, toDimension, toDimensionTable, toPoint, toPointTable } from '../repo.ts'
import type { Definitions } from './drafts.ts'

export const rowOf: {
  [Kind in DefinitionKind]: (definition: Definitions[Kind]) => NewObject<Stored[Kind]>
} = {
  dimension: ({ id: _, table_truename: __, dim_typeId, info, cgi_filter, ...rest }) => ({
    ...rest,
    info: JSON.stringify(info),
    cgi_filter: cgi_filter ? 1 : 0,
    dim_type_id: dim_typeId,
  }),
  point: ({ id: _, point_typeId, info, ...rest }) => ({
    ...rest,
    info: JSON.stringify(info),
    point_type_id: point_typeId,
  }),
  dimensionTable: ({ id: _, joins = [], ...rest }) => ({ ...rest, joins: JSON.stringify(joins) }),
  pointTable: ({ id: _, grain_key, joins, ...rest }) => ({
    ...rest,
    grain_key: JSON.stringify(grain_key),
    joins: JSON.stringify(joins),
  }),
  category: ({ id: _, order, ...rest }) => ({ ...rest, position: order }),
}

/** `truename`: the physical table of a dimension's table, which its row does not contain. */
export const definitionOf: {
  [Kind in DefinitionKind]: (
    row: Stored[Kind],
    truename?: (dimension: Stored['dimension']) => string | null,
  ) => Definitions[Kind]
} = {
  dimension: (row, truename = () => null): Dimension =>
    toDimension({ ...row, table_truename: truename(row) }),
  point: (row) => toPoint(row),
  dimensionTable: (row) => toDimensionTable(row),
  pointTable: (row) => toPointTable(row),
  category: (row) => toCategory(row),
}
