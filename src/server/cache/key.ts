// Results under equal keys are equal: the same statement with the same values, over the same versions of its
// tables, in the same sight. The games stand in it by themselves, too: nothing is ever answered across them.
import { createHash } from 'node:crypto'
import type { GameScope, SqlParameter } from '../../semantic/model/types.ts'
import type { Warehouse } from '../warehouse/types.ts'

export interface KeyedQuestion {
  sql: string
  params: readonly SqlParameter[]
  limit: number
  games: GameScope
  tables: readonly string[]
}

export function keyOf(
  { sql, params, limit, games, tables }: KeyedQuestion,
  warehouse: Pick<Warehouse, 'dialect' | 'tableVersion'>,
): string {
  const scope = games === 'all' ? 'all' : [...games].sort()
  const versions = tables.map((table) => [table, warehouse.tableVersion(table)])
  const parts = JSON.stringify([warehouse.dialect, scope, versions, limit, params, sql])
  return createHash('sha256').update(parts).digest('hex')
}
