// How far the data of a rule's tables is whole: only periods that are over, that the data reaches, and that were
// published after their end.
//
//   today 10-12, orders published 10-12 03:10, last row of 10-11   → 10-11 is whole
//   the same, published 10-11 18:00                                → 10-10: of 10-11 only a part was there
//   the same, last row of 10-10                                    → 10-10: 10-11 has not been loaded yet

import { keptLookup } from '#semantic/model/lookup.ts'
import type { Model, PointTable } from '#semantic/model/types.ts'
import { clickhouse } from '#semantic/sql/clickhouse.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import type { Deps } from '#server/deps.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import type { AlarmGrain } from '#features/alarm/contract.ts'
import { factsOfPoint } from '#features/config/server/index.ts'
import { endOf, lastOver, periodOf, wallMinute } from './periods.ts'

export interface Freshness {
  /** Last period with complete data; null where there is none. */
  whole: number | null
  /** Last period that has ended, whatever its data. */
  over: number
  /** When the least recently published table was published, ISO; null where unknown. */
  updatedAt: string | null
  /** When the most recently published table was published. */
  touchedAt: string | null
}

/** Point tables that a watched point is computed from. */
export const factsOf = (model: Model, point: number): PointTable[] =>
  factsOfPoint(model, point, '监控的指标已被删除，请修改告警')

export async function freshnessOf(
  { settings, warehouse }: Deps,
  model: Model,
  points: readonly number[],
  grain: AlarmGrain,
  now: Date,
  signal: AbortSignal,
): Promise<Freshness> {
  const minute = wallMinute(settings.zone, now)
  const over = lastOver(grain, minute, settings)
  const facts = new Map(points.flatMap((id) => factsOf(model, id).map((fact) => [fact.id, fact] as const)))
  let whole: number | null = over
  const times: string[] = []
  for (const fact of facts.values()) {
    const updatedAt = keptLookup(model).physicalTable(fact.table_truename)?.updatedAt ?? null
    if (updatedAt !== null) times.push(updatedAt)
    const end = await dataEnd(warehouse, fact, grain, signal)
    const published = updatedAt === null ? null : lastPublished(grain, updatedAt, settings)
    whole = earliest(whole, earliest(end, published))
  }
  times.sort()
  return { whole, over, updatedAt: times[0] ?? null, touchedAt: times.at(-1) ?? null }
}

const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.min(one, other)

function lastPublished(grain: AlarmGrain, updatedAt: string, settings: Deps['settings']): number {
  return lastOver(grain, wallMinute(settings.zone, new Date(updatedAt)), settings)
}

const ends = new WeakMap<Warehouse, Map<string, { version: string; end: Promise<string | null> }>>()

/** The last period in which the table has any row, of whatever game. */
async function dataEnd(
  warehouse: Warehouse,
  { table_truename: table, date_column, time_column }: PointTable,
  grain: AlarmGrain,
  signal: AbortSignal,
): Promise<number | null> {
  const column = grain === 'hour' ? time_column : (date_column ?? time_column)
  if (column === null) return null
  const byTable = ends.get(warehouse) ?? new Map<string, { version: string; end: Promise<string | null> }>()
  ends.set(warehouse, byTable)
  const key = `${table.toLowerCase()} ${column}`
  const version = warehouse.tableVersion(table)
  const found = byTable.get(key)
  const kept = found?.version === version ? found : { version, end: lastOf(warehouse, table, column, signal) }
  byTable.set(key, kept)
  // A failure is not cached.
  kept.end.catch(() => byTable.delete(key))
  const last = await kept.end
  return last === null ? null : periodOf(grain, last)
}

async function lastOf(
  warehouse: Warehouse,
  table: string,
  column: string,
  signal: AbortSignal,
): Promise<string | null> {
  const { identifier } = warehouse.dialect === 'clickhouse' ? clickhouse : duckdb
  const { chunks } = await warehouse.run({
    sql: `SELECT max(${identifier(column)}) AS last FROM ${identifier(table)}`,
    pool: 'report',
    limit: 1,
    limited: true,
    timeoutMs: 30_000,
    signal,
  })
  const [cell] = JSON.parse(chunks[0]?.columns[0] ?? '[]') as (string | null)[]
  return typeof cell === 'string' && /^\d{4}-\d\d-\d\d/.test(cell) ? cell : null
}

/** Whether a period ended so long ago that missing data is not merely late. */
export const isLongOver = (
  grain: AlarmGrain,
  period: number,
  now: number,
  settings: Deps['settings'],
): boolean => endOf(grain, period, settings) + 1_440 <= now
