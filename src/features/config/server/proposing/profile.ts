// Profiles a table already in the warehouse like an import would: the same statistics for each column, in one
// statement.

import { kindOfType } from '#semantic/model/expression/columns.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { clickhouse } from '#semantic/sql/clickhouse.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import type { Deps } from '#server/deps.ts'
import type { ColumnProfile } from '#server/warehouse/import/profile.ts'
import type { ImportedTable } from '#server/warehouse/import/proposal.ts'
import { AppError } from '#shared/errors.ts'
import type { Cell } from '#features/config/contract.ts'

type Warehouse = Deps['warehouse']

const timeoutMs = 60_000
/** More columns than anybody uses. */
const mostColumns = 200
const mostGames = 500
const facts = 6

/** In the form of an import. Throws object_missing. */
export async function readImported(
  warehouse: Warehouse,
  wanted: string,
  signal: AbortSignal,
): Promise<ImportedTable> {
  const table = warehouse.tables().find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (!table) throw new AppError('object_missing', `数据表 ${wanted} 不存在`)
  const profiles = await profileTable(warehouse, table, signal)
  const gameColumn = table.columns.find(({ name }) => name.toLowerCase() === 'cgi')?.name ?? null
  return {
    table,
    title: titleOf(table),
    source: table.name,
    profiles,
    dateColumn: dateColumnOf(table),
    gameColumn,
    games: gameColumn === null ? [] : await gamesIn(warehouse, table, gameColumn, signal),
  }
}

/** The comment, where it is a name rather than a sentence. */
const titleOf = ({ name, comment }: PhysicalTable): string =>
  comment.trim() !== '' && comment.length <= 30 && !comment.startsWith('导入自') ? comment.trim() : name

/** A date column is preferred to a timestamp. */
function dateColumnOf({ columns }: PhysicalTable): string | null {
  const ofKind = (kind: 'date' | 'datetime') => columns.find(({ type }) => kindOfType(type) === kind)?.name
  return ofKind('date') ?? ofKind('datetime') ?? null
}

const dialectOf = (warehouse: Warehouse) => (warehouse.dialect === 'clickhouse' ? clickhouse : duckdb)

async function profileTable(
  warehouse: Warehouse,
  { name, columns }: PhysicalTable,
  signal: AbortSignal,
): Promise<ColumnProfile[]> {
  const dialect = dialectOf(warehouse)
  const read = columns.slice(0, mostColumns)
  if (read.length === 0) return []
  const selected = read.flatMap((column) => {
    const own = dialect.identifier(column.name)
    const text = (operand: string) => dialect.cast(operand, 'varchar', null)
    const longest = kindOfType(column.type) === 'string' ? `max(length(${text(own)}))` : '0'
    const ends = [`min(${own})`, `max(${own})`, `any_value(${own})`].map(text)
    return [`count(${own})`, `count(DISTINCT ${own})`, longest, ...ends]
  })
  const numbered = selected.map((expression, place) => `${expression} AS ${dialect.identifier(`c${place}`)}`)
  const sql = `SELECT ${numbered.join(', ')} FROM ${dialect.identifier(name)}`
  const { chunks } = await warehouse.run({ sql, pool: 'report', timeoutMs, signal })
  const row = chunks[0]?.columns.map((column) => (JSON.parse(column) as Cell[])[0] ?? null) ?? []
  return read.map((column, place) => {
    const [filled, distinct, longest, least, most, example] = row.slice(place * facts)
    return {
      name: column.name,
      type: usualType(column.type),
      filled: Number(filled ?? 0),
      distinct: Number(distinct ?? 0),
      longest: Number(longest ?? 0),
      least: least === null || least === undefined ? null : String(least),
      most: most === null || most === undefined ? null : String(most),
      example: String(example ?? '').slice(0, 30),
    }
  })
}

/** By the type names of an import, whatever the warehouse's. */
function usualType(type: string): string {
  const kind = kindOfType(type)
  if (kind === 'number') return /^DECIMAL/i.test(type) ? type.toUpperCase() : 'DOUBLE'
  return usualTypes[kind]
}
const usualTypes = {
  integer: 'BIGINT',
  string: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  unknown: 'JSON',
} as const

async function gamesIn(
  warehouse: Warehouse,
  { name }: PhysicalTable,
  column: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { identifier } = dialectOf(warehouse)
  const sql = `SELECT DISTINCT ${identifier(column)} AS ${identifier('cgi')} FROM ${identifier(name)}
    WHERE ${identifier(column)} IS NOT NULL LIMIT ${mostGames}`
  const { chunks } = await warehouse.run({ sql, pool: 'report', timeoutMs, signal })
  return chunks.flatMap((chunk) => (JSON.parse(chunk.columns[0] ?? '[]') as Cell[]).map(String)).sort()
}
