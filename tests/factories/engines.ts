// Runs tests on both warehouses: DuckDB in a folder, and a ClickHouse with accounts that write and run users' SQL.
import { describe } from 'vitest'
import { type ClickHouse, hasClickHouse, shareClickHouse } from './clickhouse.ts'

export interface Engine {
  dialect: 'duckdb' | 'clickhouse'
  /** For `makeHouse`. */
  options(): Promise<{ clickhouse?: ClickHouse; writes?: boolean; sql?: boolean }>
  /** Stands behind a table's name in CREATE TABLE. */
  clause: string
}

const duckdb: Engine = { dialect: 'duckdb', options: async () => ({}), clause: '' }

const clickhouse: Engine = {
  dialect: 'clickhouse',
  options: async () => ({ clickhouse: await shareClickHouse(), writes: true, sql: true }),
  clause: ' ENGINE = MergeTree ORDER BY tuple()',
}

export const engines = [duckdb, clickhouse] as const

/** `describe` for each warehouse; without ClickHouse its half is skipped and reported. */
export function describeEngines(title: string, tests: (engine: Engine) => void): void {
  describe(`${title} (duckdb)`, () => tests(duckdb))
  describe.skipIf(!hasClickHouse)(`${title} (clickhouse)`, () => tests(clickhouse))
}
