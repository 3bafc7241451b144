// In a sandbox process without data: binds statements against empty tables. The engine makes the plan of each, and
// runs none.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteName } from '#server/warehouse/snapshot/describe.ts'
import { bindValues } from '../check/bound.ts'
import { sqlFailure } from '../check/failure.ts'
import type { BindOrder, RunOrder } from '../messages.ts'
import { rewritten } from '../rewrite/rewritten.ts'
import { shutOff } from '../snapshotInstance.ts'

interface Binding {
  /** Null: it can be run. */
  tell(at: number, problem: string | null): void
  beforeStatements(): void
}

export async function bindAll(
  connection: DuckDBConnection,
  { tables, statements }: BindOrder,
  { tell, beforeStatements }: Binding,
): Promise<void> {
  for (const { name, columns } of tables) {
    const parts = columns.map((column) => `${quoteName(column.name)} ${column.type}`)
    // A type that the engine does not know here: what names the table is not bound.
    await connection.run(`CREATE TABLE ${quoteName(name)} (${parts.join(', ')})`).catch(() => undefined)
  }
  await shutOff(connection)
  beforeStatements()
  const scope = {
    tables: tables.map(({ name }) => ({ name, games: null, rules: [] })),
    temporary: [],
  }
  for (const [at, { sql, params }] of statements.entries())
    tell(at, await problemOf(connection, { kind: 'run', sql, params, scope, limit: null, mode: 'plan' }))
}

const explain = 'EXPLAIN '

async function problemOf(connection: DuckDBConnection, order: RunOrder): Promise<string | null> {
  try {
    const { bound } = await rewritten(connection, order)
    try {
      const prepared = await connection.prepare(`${explain}${bound.text}`)
      bindValues(prepared, bound)
      await prepared.run()
      return null
    } catch (error) {
      throw sqlFailure(error, bound, explain)
    }
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? ''
  }
}
