// Whether all rows of a stream came. The engine's client takes a failure among the rows for their end, without a
// word; the transaction that they were read in knows better.
import type { DuckDBConnection } from '@duckdb/node-api'
import { AppError } from '#shared/errors.ts'

/** Before the statement: its failure will spoil this transaction. */
export async function beginReading(connection: DuckDBConnection): Promise<void> {
  await connection.run('BEGIN TRANSACTION')
}

/** Throws what broke the rows off. `again` runs the statement without giving rows, which tells the failure. */
export async function assertWhole(
  connection: DuckDBConnection,
  again: () => Promise<unknown>,
): Promise<void> {
  const isWhole = await connection.run('SELECT 1').then(
    () => true,
    () => false,
  )
  if (isWhole) return
  await connection.run('ROLLBACK')
  await again()
  throw new AppError('query_failed', '查询在读取结果的途中失败，请重新运行')
}

const mostRollbacks = 3

/**
 * For connections that run more than one statement. A cancel that comes only now breaks the ROLLBACK itself, and
 * whatever followed would be refused for the transaction that it left: it is said again until there is none.
 */
export async function endReading(connection: DuckDBConnection): Promise<void> {
  let problem = ''
  for (let turn = 0; turn < mostRollbacks; turn += 1) {
    try {
      await connection.run('ROLLBACK')
      return
    } catch (error) {
      problem = (error as Error).message
      // After a failure there is none to end.
      if (problem.includes('no transaction is active')) return
    }
  }
  throw new Error(`FATAL Error: the transaction can't be ended: ${problem}`)
}
