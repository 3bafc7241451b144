// Writes a result as a table of its own DuckDB file, with the columns' own types and their titles as names.
import { rename, rm, stat } from 'node:fs/promises'
import { cutWords, longestCell } from '#server/warehouse/sandbox/output/cells.ts'
import { quoteName } from '#server/warehouse/snapshot/describe.ts'
import { AppError } from '#shared/errors.ts'
import type { StoredColumn } from './columnTypes.ts'
import type { Jobs } from './messages.ts'
import type { LoadedTable, Tables } from './tables.ts'
import type { Work } from './work.ts'

export async function writeTable(
  work: Work,
  { source, file, name }: Jobs['writeTable']['takes'],
  tables: Tables,
): Promise<Jobs['writeTable']['gives']> {
  const table = await tables.table(source, work.signal)
  if (table.columns.length === 0) throw new AppError('parameter_wrong', '结果没有列，不能存为表')
  await assertWholeCells(work, table)
  const names = uniqueNames(table.columns.map((column) => column.name))
  const cells: string[] = []
  for (const column of table.columns) cells.push(await cellOf(work, table, column))
  const aside = `${file}.part`
  await rm(aside, { force: true })
  let columns: { name: string; type: string }[] = []
  try {
    await tables.fill(aside, work.signal, async (own, catalog) => {
      const named = cells.map((cell, index) => `${cell} AS ${quoteName(names[index] as string)}`)
      const made = `${catalog}.${quoteName(name)}`
      await own.run(`CREATE TABLE ${made} AS SELECT ${named.join(', ')} FROM ${table.name} ORDER BY o`)
      const found = await own.rows(
        `SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = '${catalog}' ORDER BY column_index`,
      )
      columns = found.map(([title, type]) => ({ name: String(title), type: String(type) }))
    })
    await rename(aside, file)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  return { rowCount: table.rowCount, bytes: (await stat(file)).size, columns }
}

/** Cells that were truncated for the screen must not become a table's data. */
async function assertWholeCells(work: Work, { name, columns }: LoadedTable): Promise<void> {
  const texts = columns.filter(({ storedType }) => storedType === 'VARCHAR')
  if (texts.length === 0) return
  const isCut = ({ key }: StoredColumn) =>
    `coalesce(bool_or(strlen(${key}) > ${longestCell} AND contains(right(${key}, 100), $1)), false)`
  const cut = await work.row(`SELECT ${texts.map(isCut).join(', ')} FROM ${name}`, [cutWords])
  const column = texts.find((_, index) => cut[index] === true)
  if (!column) return
  throw new AppError(
    'parameter_wrong',
    `列「${column.name}」有超过 1 MiB 而被截短的内容，不能由结果存为临时表；请用它的 SQL 直接创建`,
  )
}

/** Column names are case-insensitive. */
function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const base = name.trim() === '' ? 'column' : name
    let unique = base
    for (let copy = 2; taken.has(unique.toLowerCase()); copy += 1) unique = `${base}_${copy}`
    taken.add(unique.toLowerCase())
    return unique
  })
}

/** The column in its own type; as text where cells can't be converted back (a union, a map in a list). */
async function cellOf(work: Work, { name }: LoadedTable, column: StoredColumn): Promise<string> {
  const { key, storedType, databaseType, type } = column
  if (databaseType === storedType || databaseType === 'VARCHAR') return key
  const text = type === 'json' ? `CAST(${key} AS JSON)` : key
  const cast = `TRY_CAST(${text} AS ${databaseType})`
  try {
    const lost = await work.number(
      `SELECT count(*) FROM ${name} WHERE ${key} IS NOT NULL AND ${cast} IS NULL`,
    )
    return lost === 0 ? cast : key
  } catch {
    work.signal.throwIfAborted()
    return key
  }
}
