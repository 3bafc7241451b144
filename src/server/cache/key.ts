// Results with equal keys are equal: the same statement and values, the same versions of its tables, the same
// scope. The scope is hashed explicitly as well: nothing is ever answered across scopes.
import { createHash } from 'node:crypto'
import { type RowScope, scopeKey } from '#semantic/model/rowScope.ts'
import type { SqlParameter } from '#semantic/model/types.ts'
import type { Warehouse } from '../warehouse/types.ts'

interface KeyedQuestion {
  sql: string
  params: readonly SqlParameter[]
  limit: number
  scope: RowScope
  tables: readonly string[]
}

export function keyOf(
  { sql, params, limit, scope, tables }: KeyedQuestion,
  warehouse: Pick<Warehouse, 'dialect' | 'tableVersion'>,
): string {
  const versions = tables.map((table) => [table, warehouse.tableVersion(table)])
  const parts = JSON.stringify([warehouse.dialect, scopeKey(scope), versions, limit, params, sql])
  return createHash('sha256').update(parts).digest('hex')
}
