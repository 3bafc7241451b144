// What ClickHouse's own accounts would refuse, for an engine that has none: as much as is tried at a start. What a
// server truly enforces is tested against CLICKHOUSE_TEST alone.
import { EngineFailure } from './failures.ts'

const sources = /\b(?:url|file|remote|s3|mysql|postgresql|executable)\s*\(/i
const system = /\bsystem\.(?:users|query_log)\b/i
const tables = /\bFROM\s+[`"]?\w+[`"]?\.[`"]/i

/** Refuses sources, the server's own tables, and without a role every table. */
export function refuseBeyondGrants(sql: string, hasRole: boolean): void {
  if (!sources.test(sql) && !system.test(sql) && (hasRole || !tables.test(sql))) return
  throw new EngineFailure(497, 'Code: 497. DB::Exception: sql: Not enough privileges. (ACCESS_DENIED)')
}
