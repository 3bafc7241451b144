// A Parquet file as a view of its rows, with types that reports can read.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { FoundKind } from '#shared/imports/kinds.ts'
import { quoteName, quoteText } from '../snapshot/describe.ts'
import { nameColumns } from './columnNames.ts'
import type { PlannedColumn } from './plannedColumn.ts'
import { importProblem } from './problem.ts'

interface TypedColumn extends PlannedColumn {
  /** SQL: the value as the file has it. */
  raw: string
}

export async function openParquet(
  connection: DuckDBConnection,
  path: string,
  name: string,
  zone: string,
): Promise<{ columns: TypedColumn[]; notes: string[] }> {
  try {
    await connection.run(`CREATE TEMP VIEW parquet_source AS FROM read_parquet(${quoteText(path)})`)
    const described = await connection.runAndReadAll('DESCRIBE parquet_source')
    const rows = await connection.runAndReadAll('SELECT count(*)::BIGINT FROM parquet_source')
    if (Number(rows.getRows()[0]?.[0]) === 0) throw importProblem(`${name} 没有数据行`)
    const columns = described.getRows().map(([column, type]) => [String(column), String(type)] as const)
    const { names, notes } = nameColumns(columns.map(([column]) => column))
    return {
      columns: columns.map(([column, type], index) =>
        planned(names[index] as string, quoteName(column), type, zone),
      ),
      notes,
    }
  } catch (error) {
    if ((error as Error).name === 'AppError') throw error
    throw importProblem(`${name} 不是有效的 Parquet 文件，或已损坏`)
  }
}

interface Conversion {
  name: string
  /** SQL: what the file has, and what becomes of it. */
  raw: string
  sql: string
}

const shownValues = 3

/** What is said of values that become empty: rows of a typed file have no lines by which to tell them. */
export async function emptiedNotes(
  connection: DuckDBConnection,
  conversions: readonly Conversion[],
): Promise<string[]> {
  const changed = conversions.filter(({ raw, sql }) => raw !== sql)
  if (changed.length === 0) return []
  const list = changed.map(({ raw, sql }) => {
    const lost = `${raw} IS NOT NULL AND (${sql}) IS NULL`
    return `count(*) FILTER (${lost})::BIGINT, list_slice(list(DISTINCT left(${raw}::VARCHAR, 40)) FILTER (${lost}), 1, ${shownValues + 1})`
  })
  const reader = await connection.runAndReadAll(`SELECT ${list.join(', ')} FROM parquet_source`)
  const row = reader.getRows()[0] ?? []
  return changed.flatMap(({ name }, at) => {
    const [count, values] = [Number(row[at * 2]), row[at * 2 + 1]]
    if (count === 0) return []
    const examples = ((values as { items?: unknown[] } | null)?.items ?? []).map(String)
    const shown = examples.slice(0, shownValues).map((text) => `「${text}」`)
    const rest = examples.length > shownValues ? '……' : ''
    return [`列「${name}」：${count} 个值读不成这一类型，作空值：${shown.join('、')}${rest}`]
  })
}

const kept = /^(BOOLEAN|U?(TINYINT|SMALLINT|INTEGER)|BIGINT|DECIMAL\(.*\)|VARCHAR)$/

function planned(name: string, raw: string, type: string, zone: string): TypedColumn {
  const read = readAs(raw, type, zone)
  return { name, raw, ...read, kind: kindOf(read.type), text: '', misfit: '', note: '', ask: null }
}

function kindOf(type: string): FoundKind {
  if (/INT/.test(type)) return 'BIGINT'
  if (type.startsWith('DECIMAL')) return 'DECIMAL'
  return (['BOOLEAN', 'DOUBLE', 'DATE', 'TIMESTAMP'] as const).find((kind) => kind === type) ?? 'VARCHAR'
}

function readAs(sql: string, type: string, zone: string): { type: string; sql: string } {
  // Some writers store NaN for missing values, one of which would spoil every sum, and infinity for future
  // dates.
  const finite = (text: string): string => `CASE WHEN isfinite(${sql}) THEN ${text} END`
  if (type === 'DOUBLE') return { type, sql: finite(sql) }
  // Through its text: cast to double, 1.1 would be 1.10000002, which no filter finds.
  if (type === 'FLOAT') return { type: 'DOUBLE', sql: finite(`${sql}::VARCHAR::DOUBLE`) }
  if (type === 'DATE' || type === 'TIMESTAMP') return { type, sql: finite(sql) }
  if (kept.test(type)) return { type, sql }
  if (/^TIMESTAMP WITH TIME ZONE$|^TIMESTAMPTZ$/.test(type)) {
    return { type: 'TIMESTAMP', sql: finite(`${sql} AT TIME ZONE ${quoteText(zone)}`) }
  }
  if (/^TIMESTAMP_/.test(type)) return { type: 'TIMESTAMP', sql: `${sql}::TIMESTAMP` }
  if (/^(UBIGINT|HUGEINT|UHUGEINT)$/.test(type)) {
    return { type: 'DECIMAL(38,0)', sql: `${sql}::DECIMAL(38,0)` }
  }
  // Lists and structures become JSON text; other types as the engine prints them.
  const text = /^(STRUCT|MAP|UNION)|\[\d*\]$/.test(type) ? `to_json(${sql})::VARCHAR` : `${sql}::VARCHAR`
  return { type: 'VARCHAR', sql: text }
}
