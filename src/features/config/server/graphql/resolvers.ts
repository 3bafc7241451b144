// Resolvers of the root fields. SQL is omitted for callers without search_config.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ValueNode } from 'graphql'
import { sql } from 'kysely'
import { formulaTexts } from '#semantic/model/formulaText.ts'
import type { Dimension, Point } from '#semantic/model/types.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { pagesById, rowsAtOnce } from '#server/metadata/pages.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { AppError } from '#shared/errors.ts'
import type { DefinitionKind } from '#features/config/contract.ts'
import { keptDefinitions } from '../reading.ts'
import {
  categoryQuery,
  dimensionTableQuery,
  pointTableQuery,
  toCategory,
  toDimension,
  toDimensionTable,
  toPoint,
  toPointTable,
} from '../repo.ts'
import { countUses, type UseCounts } from '../using/counts.ts'
import { Conditions } from './conditions.ts'
import { dimensionFields, type FieldTable, pointFields } from './fields.ts'
import { GraphQLScalarType, valueFromASTUntyped } from './library.ts'
import { type Kept, listedDimensions, listedPoints, tellingOf } from './rows.ts'

interface ListArguments {
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

export function makeResolvers(metadata: Metadata) {
  const { db } = metadata
  const uses = usesWithin(metadata)
  return {
    Json: jsonScalar,
    Query: {
      allDimension: async (_root: unknown, given: ListArguments, { trusted }: GraphqlReader) => {
        const conditions = new Conditions(db, dimensionFields, trusted)
        const found = listedDimensions(db).where(({ and }) => and(conditionsOf(conditions, given)))
        const rows = await conditions
          .order(given.order)
          .reduce((query, order) => query.orderBy(order), found)
          .offset(offsetOf(given))
          .limit(limitOf(given))
          .execute()
        return shownDimensions(db, rows, trusted)
      },
      allPoint: async (_root: unknown, given: ListArguments, { trusted }: GraphqlReader) => {
        const conditions = new Conditions(db, await pointFieldsShown(metadata, trusted), trusted)
        const found = listedPoints(db).where(({ and }) => and(conditionsOf(conditions, given)))
        const rows = await conditions
          .order(given.order)
          .reduce((query, order) => query.orderBy(order), found)
          .offset(offsetOf(given))
          .limit(limitOf(given))
          .execute()
        return shownPoints(metadata, rows, trusted)
      },
      countDimension: async (_root: unknown, given: Counted, { trusted }: GraphqlReader) => {
        const conditions = new Conditions(db, dimensionFields, trusted)
        const found = listedDimensions(db).where(({ and }) => and(conditionsOf(conditions, given)))
        const { count } = await found.clearSelect().select(countOfRows).executeTakeFirstOrThrow()
        return Number(count)
      },
      countPoint: async (_root: unknown, given: Counted, { trusted }: GraphqlReader) => {
        const conditions = new Conditions(db, await pointFieldsShown(metadata, trusted), trusted)
        const found = listedPoints(db).where(({ and }) => and(conditionsOf(conditions, given)))
        const { count } = await found.clearSelect().select(countOfRows).executeTakeFirstOrThrow()
        return Number(count)
      },
      allConfig: () => ({}),
    },
    Config: {
      dimensions: async (_root: unknown, _given: unknown, { trusted }: GraphqlReader) =>
        shownDimensions(db, await listedDimensions(db).orderBy('dimension.id').execute(), trusted),
      points: async (_root: unknown, _given: unknown, { trusted }: GraphqlReader) => {
        const rows: ListedPoint[] = []
        const query = (after: number) =>
          listedPoints(db).where('point.id', '>', after).orderBy('point.id').limit(rowsAtOnce)
        for await (const page of pagesById(query)) rows.push(...page)
        return shownPoints(metadata, rows, trusted)
      },
      dimensionTables: async (_root: unknown, _given: unknown, { trusted }: GraphqlReader) =>
        toldRows(db, await dimensionTableQuery(db).execute(), trusted, toDimensionTable),
      pointTables: async (_root: unknown, _given: unknown, { trusted }: GraphqlReader) =>
        toldRows(db, await pointTableQuery(db).execute(), trusted, toPointTable),
      categories: async (_root: unknown, _given: unknown, { trusted }: GraphqlReader) =>
        toldRows(db, await categoryQuery(db).execute(), trusted, toCategory),
    },
    Dimension: { ...uses('dimension'), ...pinyin },
    Point: { ...uses('point'), ...pinyin },
    DimensionTable: uses('dimensionTable'),
    PointTable: uses('pointTable'),
    Category: uses('category'),
  }
}

/** Computed only for searches. */
const pinyin = { pinyin: ({ name }: { name: string }) => pinyinOf(name) }

type Counted = Pick<ListArguments, 'filter' | 'like' | 'where'>
const countOfRows = sql<number>`count(*)`.as('count')

/** Counted once per query, when first needed. */
function usesWithin(metadata: Metadata) {
  const counted = new WeakMap<GraphqlReader, Promise<UseCounts>>()
  const count = async () => countUses(metadata.db, await keptDefinitions(metadata))
  return (kind: DefinitionKind) => ({
    uses: async ({ id }: { id: number }, _given: unknown, reader: GraphqlReader) => {
      if (!reader.trusted) return null
      const counts = counted.get(reader) ?? count()
      counted.set(reader, counts)
      return (await counts)[kind].get(id) ?? 0
    },
  })
}

const shownDimensions = (db: Metadata['db'], rows: ListedDimension[], trusted: boolean) =>
  toldRows(db, rows, trusted, (row) => shownDimension(toDimension(row), trusted))

/**
 * Conditions and orders go by what is shown: a formula is stored with the ids of its points, and shown with their names.
 */
async function pointFieldsShown(metadata: Metadata, trusted: boolean): Promise<FieldTable> {
  const field = pointFields.fields.get('name_sql')
  if (!trusted || !field) return pointFields
  const { points } = await keptDefinitions(metadata)
  const { inNames } = formulaTexts(points)
  const formulas = points.flatMap(({ id, types, name_sql }) =>
    types === 'computed' ? [[id, inNames(name_sql)] as const] : [],
  )
  if (formulas.length === 0) return pointFields
  const texts = JSON.stringify(Object.fromEntries(formulas))
  const id = sql.ref('point.id')
  const told =
    metadata.dialect === 'postgres'
      ? sql`cast(${texts} as jsonb) ->> cast(${id} as text)`
      : sql`json_extract(${texts}, '$."' || ${id} || '"')`
  const shown = sql`coalesce(${told}, ${sql.ref(field.column)})`
  return { ...pointFields, fields: new Map(pointFields.fields).set('name_sql', { ...field, shown }) }
}

/** Formulas with the names of their points. */
async function shownPoints(metadata: Metadata, rows: ListedPoint[], trusted: boolean) {
  const { points } = trusted ? await keptDefinitions(metadata) : { points: [] }
  const { inNames } = formulaTexts(points)
  return toldRows(metadata.db, rows, trusted, (row) => {
    const point = toPoint(row)
    const isFormula = point.types === 'computed'
    return shownPoint(isFormula ? { ...point, name_sql: inNames(point.name_sql) } : point, trusted)
  })
}

/** What rows show, and whose they are. */
async function toldRows<Row extends Kept, Shown extends object>(
  db: Metadata['db'],
  rows: readonly Row[],
  trusted: boolean,
  show: (row: Row) => Shown,
) {
  const told = await tellingOf(db, rows, trusted)
  return inGroups(rows, (row) => ({ ...show(row), ...told(row) }))
}

const groupRows = 100

/**
 * The library completes a list in one turn of the event loop; lazily yielded items are completed separately.
 */
function inGroups<Row, Shown>(rows: readonly Row[], show: (row: Row) => Shown): (Shown | Promise<Shown>)[] {
  if (rows.length <= groupRows) return rows.map(show)
  let turn: Promise<unknown> = Promise.resolve()
  return rows.map((row, at) => {
    if (at % groupRows === 0) turn = turn.then(() => nextTurn())
    return turn.then(() => show(row))
  })
}

type Rows<Query extends { execute(): Promise<unknown[]> }> = Awaited<ReturnType<Query['execute']>>[number]
type ListedDimension = Rows<ReturnType<typeof listedDimensions>>
type ListedPoint = Rows<ReturnType<typeof listedPoints>>

const jsonScalar = new GraphQLScalarType({
  name: 'Json',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node: ValueNode, variables) => valueFromASTUntyped(node, variables),
})

const conditionsOf = (conditions: Conditions, { where, filter, like }: Counted) => [
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
