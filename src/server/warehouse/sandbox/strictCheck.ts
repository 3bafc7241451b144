// The strictest check: one SELECT over known tables with a handful of functions.
import type { DuckDBConnection } from '@duckdb/node-api'
import { AppError } from '../../../shared/errors.ts'
import type { SandboxScope } from './types.ts'

const functions = new Set(
  'count count_star sum avg min max round abs coalesce lower upper length concat || + - * / % = < > <= >= <> and or not range repeat hash sqrt'.split(
    ' ',
  ),
)

interface Tree {
  [key: string]: unknown
}

export async function strictCheck(
  connection: DuckDBConnection,
  sql: string,
  scope: SandboxScope,
): Promise<void> {
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  const tree = JSON.parse(String(reader.getRows()[0]?.[0])) as Tree & { statements?: Tree[] }
  if (tree.error || tree.statements?.length !== 1)
    throw new AppError('sql_error', String(tree.error_message ?? ''))
  const names = new Set(scope.tables.map(({ name }) => name.toLowerCase()))
  const temporary = new Set(scope.temporary.map(({ name }) => name.toLowerCase()))
  walk(tree.statements, (node) => {
    const name = String(node.table_name ?? node.function_name ?? '').toLowerCase()
    if (node.type === 'BASE_TABLE') {
      const known = node.schema_name === 'tmp' ? temporary : names
      if (!known.has(name) || node.catalog_name || (node.schema_name && node.schema_name !== 'tmp'))
        throw new AppError('sql_error', `表不存在：${name}`)
    } else if (node.class === 'FUNCTION' && !functions.has(name)) {
      throw new AppError('sql_error', `不能使用函数：${name}`)
    } else if (node.type === 'SHOW_REF') throw new AppError('sql_error', '只能运行 SELECT')
  })
}

function walk(value: unknown, visit: (node: Tree) => void): void {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) visit(value as Tree)
  for (const child of Object.values(value)) walk(child, visit)
}
