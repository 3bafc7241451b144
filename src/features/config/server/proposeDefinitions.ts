// The definitions that a report of an imported table needs: point table, dimensions, points, their categories.
import type { Kysely } from 'kysely'
import type {
  DimensionInfo,
  DimensionType,
  FormType,
  Grain,
  PointInfo,
} from '../../../semantic/model/types.ts'
import type { Database } from '../../../server/metadata/schema.ts'
import { freeName } from '../../../server/warehouse/import/columnNames.ts'
import type { ColumnProfile } from '../../../server/warehouse/import/profile.ts'
import type { ImportedTable } from '../../../server/warehouse/import/proposal.ts'
import { spaced } from '../../../shared/spacing.ts'
import { mostListed, type ProposedColumns } from './proposeColumns.ts'

export interface SavedDefinitions {
  /** Shared by all tables; null without dates. */
  dateDimension: number | null
  dimensions: { id: number; name: string; column: ColumnProfile }[]
  /** The count of rows first. */
  points: { id: number; name: string }[]
}

export async function saveDefinitions(
  db: Kysely<Database>,
  imported: ImportedTable,
  { dimensions, measures }: ProposedColumns,
): Promise<SavedDefinitions> {
  const tableId = await savePointTable(db, imported)
  const dateDimension = imported.dateColumn ? await findOrMakeShared(db, 'date') : null
  if (timeColumnOf(imported)) await findOrMakeShared(db, 'time')
  if (imported.gameColumn) await findOrMakeShared(db, 'game')
  return {
    dateDimension,
    dimensions: await saveDimensions(db, imported, dimensions),
    points: await savePoints(db, imported, tableId, measures),
  }
}

/** A column of days has no hours. */
export function timeColumnOf({ dateColumn, profiles }: ImportedTable): string | null {
  const type = profiles.find(({ name }) => name === dateColumn)?.type
  return type?.startsWith('TIMESTAMP') ? dateColumn : null
}

async function savePointTable(db: Kysely<Database>, imported: ImportedTable): Promise<number> {
  const taken = await namesOf(db, 'point_table')
  const { id } = await db
    .insertInto('point_table')
    .values({
      name: freeOf(imported.title, taken),
      table_truename: imported.table.name,
      date_column: imported.dateColumn,
      time_column: timeColumnOf(imported),
      game_column: imported.gameColumn,
      grain_key: JSON.stringify(keyOf(imported)),
      update_frequency: 'once',
      describe: imported.table.comment,
      joins: '[]',
      create_time: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The first column that tells all rows apart. */
function keyOf({ profiles, table }: ImportedTable): string[] {
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

async function saveDimensions(db: Kysely<Database>, imported: ImportedTable, columns: ColumnProfile[]) {
  if (columns.length === 0) return []
  const category = await findOrMakeCategory(db, 'dimension', imported.title)
  const taken = await namesOf(db, 'dimension')
  const saved: SavedDefinitions['dimensions'] = []
  for (const column of columns) {
    const name = prefixedIfTaken(spokenName(column.name), imported.table.name, taken)
    const number = /INT|DECIMAL|DOUBLE|FLOAT/.test(column.type)
    const id = await insertDimension(db, {
      types: number ? 'number' : 'string',
      name,
      form_type: formOf(column, number),
      count_quantum: null,
      cgi_filter: 0,
      describe: `${imported.source} 的列「${column.name}」`,
      info: { expression: quoted(column.name), factTable: imported.table.name },
      category,
    })
    saved.push({ id, name, column })
  }
  return saved
}

function formOf({ distinct, type }: ColumnProfile, number: boolean): FormType {
  if (type === 'BOOLEAN') return 'select'
  if (number) return 'numberRange'
  return distinct <= mostListed ? 'multiSelect' : 'text'
}

async function savePoints(
  db: Kysely<Database>,
  imported: ImportedTable,
  tableId: number,
  columns: ColumnProfile[],
) {
  const category = await findOrMakeCategory(db, 'point', imported.title)
  const taken = await namesOf(db, 'point')
  const insert = async (wanted: string, nameSql: string, info: PointInfo, describe: string) => {
    const name = prefixedIfTaken(wanted, imported.table.name, taken)
    const { id } = await db
      .insertInto('point')
      .values({
        table_id: tableId,
        point_type_id: category,
        name_sql: nameSql,
        event_filter: '',
        filter: '',
        types: 'additive',
        name,
        describe,
        info: JSON.stringify(info),
        note: '',
        create_time: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name }
  }
  const rows = await insert(
    spaced(`${spokenName(imported.title)}行数`),
    '',
    { aggregate: 'count', format: 'integer', unit: '' },
    `${imported.source} 的行数`,
  )
  const points = [rows]
  for (const column of columns) {
    const format = /INT/.test(column.type) ? 'integer' : 'decimal'
    const info: PointInfo = { aggregate: 'sum', format, unit: unitOf(column.name) }
    const describe = `${imported.source} 的列「${column.name}」之和`
    points.push(await insert(spokenName(column.name), quoted(column.name), info, describe))
  }
  return points
}

/** 金额（元）→ 元 */
function unitOf(name: string): string {
  return /[（(]([^（()）]{1,6})[)）]$/.exec(name)?.[1] ?? ''
}

/** Formulas write names in brackets, so names hold none. */
function spokenName(name: string): string {
  return [...name.replaceAll(/[[\]]/g, ' ').trim()].slice(0, 80).join('')
}

function quoted(column: string): string {
  return `"${column.replaceAll('"', '""')}"`
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

async function findOrMakeCategory(
  db: Kysely<Database>,
  kind: 'dimension' | 'point',
  name: string,
): Promise<number> {
  const present = await db
    .selectFrom('category')
    .select(['id', 'name'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  const same = present.find((category) => category.name === name)
  if (same) return same.id
  const { id } = await db
    .insertInto('category')
    .values({ kind, name, position: present.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function namesOf(
  db: Kysely<Database>,
  table: 'dimension' | 'point' | 'point_table',
): Promise<Set<string>> {
  const rows = await db.selectFrom(table).select('name').execute()
  return new Set(rows.map(({ name }) => name.toLowerCase()))
}

/** The name made free, and taken. */
function freeOf(wanted: string, taken: Set<string>): string {
  const name = freeName(wanted, taken)
  taken.add(name.toLowerCase())
  return name
}

function prefixedIfTaken(wanted: string, table: string, taken: Set<string>): string {
  return freeOf(taken.has(wanted.toLowerCase()) ? `${table}·${wanted}` : wanted, taken)
}
