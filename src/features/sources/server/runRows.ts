// Runs as they are shown, with the sums of what they loaded.
import type { Selectable } from 'kysely'
import type { Db } from '#server/objects/types.ts'
import type { RunSpan, SourceRun } from '../contract.ts'
import type { RunRow } from './tables.ts'

const readSpan = (span: string | null): RunSpan | null =>
  span === null ? null : (JSON.parse(span) as RunSpan)

interface Sums {
  loaded: number
  same: number
  failed: number
  rows: number
  bytes: number
}
const nothing: Sums = { loaded: 0, same: 0, failed: 0, rows: 0, bytes: 0 }

async function sumsOf(db: Db, ids: readonly string[]): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>()
  if (ids.length === 0) return sums
  const found = await db
    .selectFrom('source_load')
    .select(({ fn }) => [
      'run_id',
      'outcome',
      fn.countAll().as('count'),
      fn.sum('rows').as('rows'),
      fn.sum('bytes').as('bytes'),
    ])
    .where('run_id', 'in', ids)
    .groupBy(['run_id', 'outcome'])
    .execute()
  for (const { run_id, outcome, count, rows, bytes } of found) {
    const own = sums.get(run_id) ?? { ...nothing }
    sums.set(run_id, own)
    if (outcome === 'dropped') continue
    own[outcome] += Number(count)
    if (outcome !== 'loaded') continue
    own.rows += Number(rows)
    own.bytes += Number(bytes)
  }
  return sums
}

export async function shownRuns(db: Db, rows: readonly Selectable<RunRow>[]): Promise<SourceRun[]> {
  const sums = await sumsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, reason, span, outcome, started_at, ended_at, problem }) => ({
    id,
    reason,
    span: readSpan(span),
    outcome,
    ...(sums.get(id) ?? nothing),
    startedAt: started_at,
    endedAt: ended_at,
    problem,
  }))
}

export async function lastRuns(db: Db, ids: readonly number[]): Promise<Map<number, SourceRun>> {
  if (ids.length === 0) return new Map()
  const latest = await db
    .selectFrom('source_run')
    .selectAll()
    .where('source_id', 'in', ids)
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        '=',
        selectFrom('source_run as later')
          .select('later.id')
          .whereRef('later.source_id', '=', 'source_run.source_id')
          .orderBy('later.started_at', 'desc')
          .orderBy('later.id', 'desc')
          .limit(1),
      ),
    )
    .execute()
  const shown = await shownRuns(db, latest)
  return new Map(latest.map(({ source_id }, at) => [source_id, shown[at] as SourceRun]))
}
