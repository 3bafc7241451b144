// Whether all rows of a stream arrived. The engine's client takes a failure among the rows for their end,
// without an error; the enclosing transaction reveals it.
import type { DuckDBConnection } from '@duckdb/node-api'
import { AppError } from '#shared/errors.ts'

/** Call before the statement: a failure of the statement aborts this transaction. */
export async function beginReading(connection: DuckDBConnection): Promise<void> {
  await connection.run('BEGIN TRANSACTION')
}

/**
 * Throws the error that cut the rows off. `again` runs the statement without returning rows, which reveals
 * the error.
 */
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
 * For connections that run several statements. A late cancel interrupts the ROLLBACK itself, and every later
 * statement would be refused because of the open transaction: ROLLBACK is repeated until there is none.
 */
export async function endReading(connection: DuckDBConnection): Promise<void> {
  let problem = ''
  for (let turn = 0; turn < mostRollbacks; turn += 1) {
    try {
      await connection.run('ROLLBACK')
      return
    } catch (error) {
      problem = (error as Error).message
      // After a failure there is no transaction to end.
      if (problem.includes('no transaction is active')) return
    }
  }
  throw new Error(`FATAL Error: the transaction can't be ended: ${problem}`)
}
