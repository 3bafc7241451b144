// A new file's tables with columns and comments, as the manifest stores them.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { PhysicalTable } from '#semantic/model/types.ts'

export async function describeTables(
  connection: DuckDBConnection,
  updatedAt: string,
): Promise<PhysicalTable[]> {
  const tables = await rowsOf(
    connection,
    `SELECT table_name, coalesce(comment, '') FROM duckdb_tables()
     WHERE database_name = current_database() AND schema_name = 'main' AND NOT temporary ORDER BY table_oid`,
  )
  const columns = await rowsOf(
    connection,
    `SELECT table_name, column_name, data_type, coalesce(comment, '') FROM duckdb_columns()
     WHERE database_name = current_database() AND schema_name = 'main' ORDER BY table_oid, column_index`,
  )
  const described: PhysicalTable[] = []
  for (const [name, comment] of tables) {
    const [[count] = []] = await rowsOf(connection, `SELECT count(*)::VARCHAR FROM ${quoteName(name ?? '')}`)
    described.push({
      name: name ?? '',
      comment: comment ?? '',
      rowCount: Number(count),
      columns: columns
        .filter((column) => column[0] === name)
        .map(([, column = '', type = '', note = '']) => ({ name: column, type, comment: note })),
      updatedAt,
    })
  }
  return described
}

/** Gives a table, and its columns, the comments of `described`. */
export async function commentTable(
  connection: DuckDBConnection,
  { name, comment, columns }: Pick<PhysicalTable, 'name' | 'comment' | 'columns'>,
): Promise<void> {
  const table = quoteName(name)
  const statements = columns.map(
    (column) => `COMMENT ON COLUMN ${table}.${quoteName(column.name)} IS ${quoteText(column.comment)}`,
  )
  await connection.run([`COMMENT ON TABLE ${table} IS ${quoteText(comment)}`, ...statements].join(';\n'))
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<string[][]> {
  const reader = await connection.runAndReadAll(sql)
  return reader.getRows().map((row) => row.map(String))
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
