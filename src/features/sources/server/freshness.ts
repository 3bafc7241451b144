// How fresh each table is: what was loaded last, by which sources, and when it is due next.
import { readSeen } from '#server/objects/telling.ts'
import type { Caller } from '#server/objects/types.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import { loadedTables, loadRefusal } from '#server/warehouse/written.ts'
import type { FreshState, FreshTable } from '../contract.ts'
import type { SourcesDeps } from './deps.ts'
import { expectedMoments, isOverdue } from './lateness.ts'
import { readJoining, scheduleId, sources } from './objectKind.ts'

/** A look that is this late has not come. */
const graceMs = 5 * 60_000

interface Standing {
  name: string
  paused: boolean
  problem: string | null
  nextAt: string | null
  /** New rows did not come by the time of day at which they are expected. */
  overdue: boolean
}

export async function listFreshness(deps: SourcesDeps, caller: Caller): Promise<FreshTable[]> {
  const { metadata, settings } = deps
  if (loadRefusal(settings) !== null) return []
  const tables = await loadedTables(deps)
  const { db } = metadata
  const seesAll = caller.games === 'all' && caller.rules.length === 0
  const rows = await readSeen(db, sources, caller)
  const states = new Map(
    (await db.selectFrom('source_state').selectAll().execute()).map((state) => [state.source_id, state]),
  )
  const next = new Map(
    (
      await db.selectFrom('job_schedule').select(['id', 'next_at']).where('id', 'like', 'source %').execute()
    ).map(({ id, next_at }) => [id, next_at]),
  )
  const loaded = new Map(
    (
      await db
        .selectFrom('source_load')
        .select(({ fn }) => ['source_id', fn.max('at').as('at')])
        .where('outcome', '=', 'loaded')
        .groupBy('source_id')
        .execute()
    ).map(({ source_id, at }) => [source_id, at]),
  )
  const now = new Date()
  const byTable = new Map<string, Standing[]>()
  for (const row of rows) {
    const { expectedBy = null } = readJoining(row)
    // What was made since has had no day yet.
    const since = loaded.get(row.id) ?? row.created_at
    const key = tableKey(row.table_name)
    byTable.set(key, [
      ...(byTable.get(key) ?? []),
      {
        name: row.name,
        paused: row.paused === 1,
        problem: states.get(row.id)?.problem ?? null,
        nextAt: expectedBy
          ? expectedMoments(expectedBy, settings.zone, now).next.toISOString()
          : (next.get(scheduleId(row.id)) ?? null),
        overdue: expectedBy !== null && row.paused !== 1 && isOverdue(expectedBy, settings.zone, since, now),
      },
    ])
  }
  return tables.map((table): FreshTable => {
    const own = byTable.get(tableKey(table.name)) ?? []
    const due = own.flatMap(({ nextAt }) => nextAt ?? []).sort()
    return {
      table: table.name,
      rows: seesAll ? table.rowCount : null,
      updatedAt: table.updatedAt,
      last: seesAll ? (table.loads?.at(-1)?.source ?? null) : null,
      sources: own.map(({ name }) => name),
      dueAt: due[0] ?? null,
      state: stateOf(own, due[0]),
    }
  })
}

function stateOf(own: readonly Standing[], due: string | undefined): FreshState {
  if (own.length === 0) return 'none'
  if (own.some(({ problem }) => problem !== null)) return 'failed'
  if (own.every(({ paused }) => paused)) return 'paused'
  if (own.some(({ overdue }) => overdue)) return 'late'
  return due && Date.parse(due) < Date.now() - graceMs ? 'late' : 'fresh'
}
