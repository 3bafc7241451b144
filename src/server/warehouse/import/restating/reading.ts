// Where a table is read before and after a publication.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { CompileContext, SqlParameter } from '#semantic/model/types.ts'
import { quoteName } from '#server/warehouse/snapshot/describe.ts'
import { rowsOf } from './rows.ts'

export interface Reading {
  dialect: NonNullable<CompileContext['dialect']>
  /** What the engine calls a type that files have. */
  typeOf(duckdb: string): string
  /** Around everything that is read. */
  begin(): Promise<void>
  end(): Promise<void>
  /** Makes a relation readable; returns the name that stands for it in statements. */
  over(relation: string, table: string): Promise<string>
  /** Exact values, as reports get them. */
  rows(sql: string, params?: SqlParameter[]): Promise<unknown[][]>
}

/** Beside the tables that the connection writes. */
export function duckdbReading(connection: DuckDBConnection): Reading {
  let home = ''
  return {
    dialect: 'duckdb',
    typeOf: (type) => type,
    begin: async () => {
      home = String((await rowsOf(connection, 'SELECT current_database()'))[0]?.[0])
      await connection.run(`ATTACH ':memory:' AS restating`)
      await connection.run('USE restating')
    },
    end: async () => {
      await connection.run(`USE ${quoteName(home)}`)
      await connection.run('DETACH restating')
    },
    over: async (relation, table) => {
      const view = `restating.main.${quoteName(table)}`
      await connection.run(`CREATE OR REPLACE VIEW ${view} AS SELECT * FROM ${relation}`)
      return table
    },
    rows: (sql, params) => rowsOf(connection, sql, params),
  }
}
