// Writes rows into a table of given columns. No value may change on the way: a file whose column has another
// type than the table's is refused with the values that do not fit.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { ChosenKind } from '#shared/imports/kinds.ts'
import { commentTable, quoteName } from '../snapshot/describe.ts'
import { importProblem } from './problem.ts'
import { spokenType } from './spokenType.ts'

type Columns = PhysicalTable['columns']

/** How a file's column must be read so that it can stand in the table's column; null: as detected. */
export function kindLike(columns: Columns, name: string): ChosenKind | null {
  const own = columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  // Codes like 007 are numbers to somebody who sees this file alone.
  return own?.type === 'VARCHAR' ? 'VARCHAR' : null
}

/** Creates the table, with the columns of `table`, from the rows of `from`. */
export async function fitColumns(
  connection: DuckDBConnection,
  from: string,
  { name, columns, comment }: Pick<PhysicalTable, 'name' | 'columns' | 'comment'>,
  source: string,
): Promise<void> {
  const described = await connection.runAndReadAll(`DESCRIBE FROM ${from}`)
  const found = described.getRows().map(([column, type]) => ({ name: String(column), type: String(type) }))
  const pairs = pairColumns(columns, found, name)
  await refuseChanged(connection, from, pairs, source)
  const list = pairs.map(({ own, given }) => `${fitted(own.type, given)} AS ${quoteName(own.name)}`)
  await connection.run(`CREATE TABLE ${quoteName(name)} AS SELECT ${list.join(', ')} FROM ${from}`)
  await commentTable(connection, { name, columns, comment })
}

interface Pair {
  own: Columns[number]
  given: { name: string; type: string }
}

const fitted = (type: string, given: Pair['given']): string =>
  type === given.type ? quoteName(given.name) : `CAST(${quoteName(given.name)} AS ${type})`

function pairColumns(columns: Columns, found: readonly Pair['given'][], table: string): Pair[] {
  const keyOf = (name: string) => name.toLowerCase()
  const given = new Map(found.map((column) => [keyOf(column.name), column]))
  const missing = columns.filter(({ name }) => !given.has(keyOf(name))).map(({ name }) => name)
  const own = new Set(columns.map(({ name }) => keyOf(name)))
  const fresh = found.filter(({ name }) => !own.has(keyOf(name))).map(({ name }) => name)
  const said = [
    ...(missing.length > 0 ? [`少了列：${missing.join('、')}`] : []),
    ...(fresh.length > 0 ? [`多了列：${fresh.join('、')}`] : []),
  ]
  if (said.length > 0)
    throw importProblem(`文件的列与数据表「${table}」不同，什么也没有改变：${said.join('；')}`)
  return columns.map((column) => ({ own: column, given: given.get(keyOf(column.name)) as Pair['given'] }))
}

async function refuseChanged(
  connection: DuckDBConnection,
  from: string,
  pairs: readonly Pair[],
  source: string,
): Promise<void> {
  const problems: string[] = []
  for (const { own, given } of pairs) {
    if (own.type === given.type) continue
    const value = quoteName(given.name)
    const kept = `TRY_CAST(${value} AS ${own.type})`
    const reader = await connection.runAndReadAll(
      `SELECT left(${value}::VARCHAR, 40), count(*) OVER ()::INTEGER FROM ${from}
       WHERE ${value} IS NOT NULL AND (${kept} IS NULL OR TRY_CAST(${kept} AS ${given.type}) IS DISTINCT FROM ${value})
       LIMIT 3`,
    )
    const rows = reader.getRows()
    if (rows.length === 0) continue
    const examples = rows.map(([shown]) => `「${shown}」`).join('、')
    problems.push(`列「${own.name}」应为${spokenType(own.type)}，有 ${rows[0]?.[1]} 个值不是：${examples}`)
  }
  if (problems.length > 0) throw importProblem(`${source} 的数据与数据表不合，什么也没有改变：`, problems)
}
