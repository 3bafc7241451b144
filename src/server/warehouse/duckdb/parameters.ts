// Binds a compiled statement's values.
import { type DuckDBPreparedStatement, LIST, VARCHAR } from '@duckdb/node-api'
import type { SqlParameter } from '#semantic/model/types.ts'

export function bindParameters(statement: DuckDBPreparedStatement, params: readonly SqlParameter[]): void {
  params.forEach((value, at) => {
    const index = at + 1
    if (Array.isArray(value)) statement.bindList(index, value, LIST(VARCHAR))
    else if (typeof value !== 'number') statement.bindValue(index, value)
    else if (!Number.isSafeInteger(value)) statement.bindDouble(index, value)
    else if (Math.abs(value) < 2 ** 31) statement.bindInteger(index, value)
    else statement.bindBigInt(index, BigInt(value))
  })
}
