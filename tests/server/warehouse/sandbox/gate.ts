// An engine in this process with the analysts' tables, to test the statement check and parameters alone.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { bindValues, boundText } from '#server/warehouse/sandbox/check/bound.ts'
import { sqlFailure } from '#server/warehouse/sandbox/check/failure.ts'
import { checkStatement } from '#server/warehouse/sandbox/check/statement.ts'
import type { SandboxParameter, SqlProblem } from '#server/warehouse/sandbox/types.ts'
import { AppError } from '#shared/errors.ts'
import { analystTables } from './analystSql.ts'

export const known = {
  tables: ['role', 'login', 'pay', 'product', 'event', 'rate', '游戏服'].map((name) => ({ name })),
  temporary: [{ name: 'mine' }],
}

export interface Gate {
  connection: DuckDBConnection
  /** Checks, binds and runs; returns rows, or throws the user's error. */
  run(sql: string, params?: Record<string, SandboxParameter>): Promise<unknown[][]>
  /** The failure from the check or the engine. */
  failure(sql: string, params?: Record<string, SandboxParameter>): Promise<Failure>
  close(): void
}

export interface Failure {
  code: string
  message: string
  problem: SqlProblem | null
}

/** `json`: whether the engine reports failures as JSON, as in the sandbox, or as marked lines. */
export async function openGate(json = true): Promise<Gate> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const sql of analystTables) await connection.run(sql)
  await connection.run(
    `CREATE SCHEMA tmp; CREATE TABLE tmp.mine AS SELECT 1 AS one; SET errors_as_json = ${json}`,
  )
  const run: Gate['run'] = async (sql, params = {}) => {
    const bound = boundText(sql, params)
    await checkStatement(connection, bound, known)
    try {
      const prepared = await connection.prepare(bound.text)
      bindValues(prepared, bound)
      return (await prepared.runAndReadAll()).getRowsJson()
    } catch (error) {
      throw sqlFailure(error, bound)
    }
  }
  const failure: Gate['failure'] = async (sql, params) => {
    const error = await run(sql, params).then(
      (rows) => new Error(`ran: ${JSON.stringify(rows).slice(0, 200)}`),
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof AppError)) throw error
    return { code: error.code, message: error.message, problem: error.data as SqlProblem | null }
  }
  return { connection, run, failure, close: () => instance.closeSync() }
}
