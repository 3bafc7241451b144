// What each root field answers. SQL is left out for callers without search_config.
import type { ValueNode } from 'graphql'
import type { Dimension, Point } from '../../../../semantic/model/types.ts'
import type { Metadata } from '../../../../server/metadata/open.ts'
import { AppError } from '../../../../shared/errors.ts'
import {
  dimensionQuery,
  pointQuery,
  readCategories,
  readDimensions,
  readDimensionTables,
  readPoints,
  readPointTables,
  toDimension,
  toPoint,
} from '../repo.ts'
import { Conditions } from './conditions.ts'
import { dimensionFields, pointFields } from './fields.ts'
import { GraphQLScalarType, valueFromASTUntyped } from './library.ts'

export interface ListArguments {
  offset: number | null
  limit: number | null
  filter?: unknown
  like?: unknown
  where?: unknown
  order?: string | null
}

export interface GraphqlReader {
  /** Holds search_config. */
  trusted: boolean
}

export const mostRows = 1000
export const usualRows = 100

export function makeResolvers({ db }: Metadata) {
  return {
    Json: jsonScalar,
    Query: {
      allDimension: async (_root: unknown, given: ListArguments, { trusted }: GraphqlReader) => {
        const conditions = new Conditions(dimensionFields, trusted)
        const found = dimensionQuery(db).where(({ and }) => and(conditionsOf(conditions, given)))
        const rows = await conditions
          .order(given.order)
          .reduce((query, order) => query.orderBy(order), found)
          .offset(offsetOf(given))
          .limit(limitOf(given))
          .execute()
        return rows.map((row) => shownDimension(toDimension(row), trusted))
      },
      allPoint: async (_root: unknown, given: ListArguments, { trusted }: GraphqlReader) => {
        const conditions = new Conditions(pointFields, trusted)
        const found = pointQuery(db).where(({ and }) => and(conditionsOf(conditions, given)))
        const rows = await conditions
          .order(given.order)
          .reduce((query, order) => query.orderBy(order), found)
          .offset(offsetOf(given))
          .limit(limitOf(given))
          .execute()
        return rows.map((row) => shownPoint(toPoint(row), trusted))
      },
      allConfig: () => ({}),
    },
    Config: {
      dimensions: async (_root: unknown, _given: unknown, { trusted }: GraphqlReader) =>
        (await readDimensions(db)).map((dimension) => shownDimension(dimension, trusted)),
      points: async (_root: unknown, _given: unknown, { trusted }: GraphqlReader) =>
        (await readPoints(db)).map((point) => shownPoint(point, trusted)),
      dimensionTables: () => readDimensionTables(db),
      pointTables: () => readPointTables(db),
      categories: () => readCategories(db),
    },
  }
}

const jsonScalar = new GraphQLScalarType({
  name: 'Json',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node: ValueNode, variables) => valueFromASTUntyped(node, variables),
})

const conditionsOf = (conditions: Conditions, { where, filter, like }: ListArguments) => [
  ...conditions.where(where),
  ...conditions.filter(filter),
  ...conditions.like(like),
]

function offsetOf({ offset }: ListArguments): number {
  if (offset !== null && offset < 0) throw new AppError('parameter_wrong', 'offset 不能为负数')
  return offset ?? 0
}

function limitOf({ limit }: ListArguments): number {
  if (limit !== null && (limit < 0 || limit > mostRows)) {
    throw new AppError('parameter_wrong', `limit 须在 0 到 ${mostRows} 之间`)
  }
  return limit ?? usualRows
}

const shownDimension = (dimension: Dimension, trusted: boolean) =>
  trusted ? dimension : { ...dimension, info: { ...dimension.info, expression: null } }

const shownPoint = (point: Point, trusted: boolean) =>
  trusted ? point : { ...point, name_sql: null, event_filter: null, filter: null }
