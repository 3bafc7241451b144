// Rows of a temp table, for a statement that names it. Temp tables are files of ours on both warehouses; on ClickHouse
// their rows travel with the statement, as bound values.
import { DuckDBInstance } from '@duckdb/node-api'
import { clickhouseType } from '#server/warehouse/clickhouse/writing/columns.ts'
import { attach } from '#server/warehouse/snapshot/attach.ts'
import { quoteName } from '#server/warehouse/snapshot/describe.ts'
import { AppError } from '#shared/errors.ts'
import type { SandboxScope } from '../types.ts'
import type { TemporaryRows } from './world.ts'

/** Larger ones are for the embedded warehouse. */
const mostRows = 200_000

export async function readTemporary(table: SandboxScope['temporary'][number]): Promise<TemporaryRows> {
  const { name, file, fingerprint } = table
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  try {
    if (!(await attach(connection, file, fingerprint, 'kept')))
      throw new AppError(
        'sql_error',
        `临时表 tmp.${name} 的文件已损坏，读不出来；请删除这张临时表，再重新创建`,
      )
    const from = `kept.main.${quoteName(name)}`
    const described = await connection.runAndReadAll(
      `SELECT column_name, column_type FROM (DESCRIBE FROM ${from})`,
    )
    const columns = described
      .getRows()
      .map(([column, type]) => ({ name: String(column), type: String(type) }))
    const texts = columns.map((column) => `CAST(${quoteName(column.name)} AS VARCHAR)`)
    const reader = await connection.runAndReadAll(
      `SELECT ${texts.join(', ')} FROM ${from} LIMIT ${mostRows + 1}`,
    )
    if (reader.currentRowCount > mostRows)
      throw new AppError(
        'sql_error',
        `临时表 tmp.${name} 超过 ${mostRows / 10_000} 万行：在 ClickHouse 上临时表随语句发送，请先汇总`,
      )
    const cells = reader
      .getColumns()
      .map((column) => column.map((cell) => (cell === null ? null : String(cell))))
    return {
      columns: columns.map((column) => ({ name: column.name, type: clickhouseType(column.type) })),
      cells: columns.map((_, at) => cells[at] ?? []),
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
