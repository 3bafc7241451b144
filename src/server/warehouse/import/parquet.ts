// A Parquet file as a view of its rows, with types that reports can read.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { FoundKind } from '#shared/imports/kinds.ts'
import { quoteName, quoteText } from '../snapshot/describe.ts'
import { nameColumns } from './columnNames.ts'
import type { PlannedColumn } from './plannedColumn.ts'
import { importProblem } from './problem.ts'

export async function openParquet(
  connection: DuckDBConnection,
  path: string,
  name: string,
  zone: string,
): Promise<{ columns: PlannedColumn[]; notes: string[] }> {
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

const kept = /^(BOOLEAN|U?(TINYINT|SMALLINT|INTEGER)|BIGINT|DECIMAL\(.*\)|VARCHAR)$/

function planned(name: string, sql: string, type: string, zone: string): PlannedColumn {
  const read = readAs(sql, type, zone)
  return { name, ...read, kind: kindOf(read.type), text: '', misfit: '', note: '', ask: null }
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
