// The definitions that a report of an imported table needs: point table, dimensions, points, their categories.
import type { Kysely } from 'kysely'
import type { DimensionInfo, DimensionType, FormType, Grain } from '#semantic/model/types.ts'
import type { Database } from '#server/metadata/schema.ts'
import { living } from '#server/scopes/life.ts'
import type { ColumnProfile } from '#server/warehouse/import/profile.ts'
import type { ImportedTable } from '#server/warehouse/import/proposal.ts'
import { isNumber, mostListed, type ProposedColumns } from './proposeColumns.ts'
import { findOrMakeCategory, freeOf, namesOf, prefixedIfTaken, quoted, spokenName } from './proposedNames.ts'
import { type SavedPoint, savePoints } from './proposePoints.ts'
import { dimensionsByColumn, dimensionTypeOf, openToAll } from './sharedDimensions.ts'

export interface SavedDimension {
  id: number
  name: string
  column: ColumnProfile
  isJoined: boolean
}

export interface SavedDefinitions {
  /** Shared by all tables; null without dates. */
  dateDimension: number | null
  dimensions: SavedDimension[]
  /** How many of the dimensions are new. */
  made: number
  /** Names of those that were there before. */
  joined: string[]
  /** The row count first. */
  points: SavedPoint[]
}

export async function saveDefinitions(
  db: Kysely<Database>,
  imported: ImportedTable,
  columns: ProposedColumns,
  userId: number,
): Promise<SavedDefinitions> {
  const tableId = await savePointTable(db, imported, columns)
  const dateDimension = imported.dateColumn ? await findOrMakeShared(db, 'date') : null
  if (timeColumnOf(imported)) await findOrMakeShared(db, 'time')
  if (imported.gameColumn) await findOrMakeShared(db, 'game')
  const dimensions = await saveDimensions(db, imported, columns, userId)
  const joined = dimensions.filter(({ isJoined }) => isJoined).map(({ name }) => name)
  return {
    dateDimension,
    dimensions,
    made: dimensions.length - joined.length,
    joined,
    points: await savePoints(db, imported, tableId, columns),
  }
}

/** A column of dates has no hours. */
export function timeColumnOf({ dateColumn, profiles }: ImportedTable): string | null {
  const type = profiles.find(({ name }) => name === dateColumn)?.type
  return type?.startsWith('TIMESTAMP') ? dateColumn : null
}

async function savePointTable(
  db: Kysely<Database>,
  imported: ImportedTable,
  columns: ProposedColumns,
): Promise<number> {
  const taken = await namesOf(db, 'point_table')
  const { id } = await db
    .insertInto('point_table')
    .values({
      name: freeOf(imported.title, taken),
      table_truename: imported.table.name,
      date_column: imported.dateColumn,
      time_column: timeColumnOf(imported),
      game_column: imported.gameColumn,
      grain_key: JSON.stringify(keyOf(imported, columns)),
      update_frequency: 'once',
      describe: imported.table.comment,
      joins: '[]',
      create_time: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The column that identifies all rows; for balances, what they refer to on each day. */
function keyOf(
  { profiles, table, dateColumn, gameColumn }: ImportedTable,
  { balances, dimensions, counts }: ProposedColumns,
): string[] {
  if (balances.length > 0 && dateColumn) {
    const named = [...dimensions, ...counts].map(({ name }) => name)
    return [dateColumn, ...(gameColumn ? [gameColumn] : []), ...named]
  }
  const key = profiles.find(
    ({ distinct, filled, type }) =>
      filled === table.rowCount && distinct === filled && /INT|VARCHAR/.test(type),
  )
  return key ? [key.name] : []
}

const sharedDimensions = {
  date: { name: '日期', count_quantum: 'day', form_type: 'dateRange', cgi_filter: 0 },
  time: { name: '时间', count_quantum: 'hour', form_type: 'dateRange', cgi_filter: 0 },
  game: { name: '游戏', count_quantum: null, form_type: 'multiSelect', cgi_filter: 1 },
} as const satisfies Record<
  string,
  { name: string; count_quantum: Grain | null; form_type: FormType; cgi_filter: 0 | 1 }
>

/** Each fact's own date, time or game is one dimension for all tables. */
async function findOrMakeShared(db: Kysely<Database>, types: keyof typeof sharedDimensions): Promise<number> {
  const present = await db
    .selectFrom('dimension')
    .select(['id', 'info'])
    .where('types', '=', types)
    .where('table_id', 'is', null)
    .where(living('dimension'))
    .orderBy('id')
    .execute()
  const shared = present.find(({ info }) => !(JSON.parse(info) as DimensionInfo).expression?.trim())
  if (shared) return shared.id
  const { name, ...rest } = sharedDimensions[types]
  return insertDimension(db, {
    ...rest,
    types,
    name: freeOf(name, await namesOf(db, 'dimension')),
    describe: '',
    info: {},
    category: null,
  })
}

async function saveDimensions(
  db: Kysely<Database>,
  imported: ImportedTable,
  { dimensions: columns, shared }: ProposedColumns,
  userId: number,
) {
  if (columns.length === 0) return []
  const alikeOf = await dimensionsByColumn(db)
  const category = await findOrMakeCategory(db, 'dimension', imported.title)
  const taken = await namesOf(db, 'dimension')
  const saved: SavedDimension[] = []
  for (const column of columns) {
    const isShared = shared.has(column.name)
    const alike = isShared ? alikeOf(column) : undefined
    if (alike) {
      await openToAll(db, alike, userId)
      saved.push({ id: alike.id, name: alike.name, column, isJoined: true })
      continue
    }
    const name = prefixedIfTaken(spokenName(column.name), imported.table.name, taken)
    const id = await insertDimension(db, {
      types: dimensionTypeOf(column),
      name,
      form_type: formOf(column),
      count_quantum: null,
      cgi_filter: 0,
      describe: `${imported.source} 的列「${column.name}」`,
      info: { expression: quoted(column.name), ...(!isShared && { factTable: imported.table.name }) },
      category,
    })
    saved.push({ id, name, column, isJoined: false })
  }
  return saved
}

function formOf(column: ColumnProfile): FormType {
  const { distinct, type } = column
  if (type === 'BOOLEAN') return 'select'
  if (isNumber(column)) return 'numberRange'
  return distinct <= mostListed ? 'multiSelect' : 'text'
}

interface NewDimension {
  types: DimensionType
  name: string
  form_type: FormType
  count_quantum: Grain | null
  cgi_filter: 0 | 1
  describe: string
  info: DimensionInfo
  category: number | null
}

async function insertDimension(
  db: Kysely<Database>,
  { category, info, ...row }: NewDimension,
): Promise<number> {
  const { id } = await db
    .insertInto('dimension')
    .values({
      ...row,
      table_id: null,
      update_frequency: 'once',
      info: JSON.stringify(info),
      create_time: new Date().toISOString(),
      dim_type_id: category,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
