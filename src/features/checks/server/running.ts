// Runs checks of tables as they are: by hand, and those that are due. Those of one table are computed together.
import { momentsOf } from '#server/jobs/schedule/rule.ts'
import type { Db } from '#server/objects/types.ts'
import { isAlive, living, type Mortal } from '#server/scopes/life.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import { writesOwn } from '#server/warehouse/written.ts'
import type { CheckReason, CheckWhen } from '../contract.ts'
import type { ChecksDeps } from './deps.ts'
import { type Evaluated, evaluate } from './judging/evaluate.ts'
import { lookAtTable } from './judging/looking.ts'
import { type StoredCheck, valuesIn, whenIn } from './objectKind.ts'
import { noteRuns } from './recording.ts'

export async function runChecks(
  deps: ChecksDeps,
  ids: readonly number[],
  reason: CheckReason,
  signal: AbortSignal,
): Promise<{ run: number }> {
  const rows = await deps.metadata.db
    .selectFrom('data_check')
    .selectAll()
    .where(living('data_check'))
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  const byTable = new Map<string, StoredCheck[]>()
  for (const row of rows) {
    const key = tableKey(row.table_name)
    byTable.set(key, [...(byTable.get(key) ?? []), row])
  }
  for (const checks of byTable.values()) {
    signal.throwIfAborted()
    await runTogether(deps, checks, reason, signal)
  }
  return { run: rows.length }
}

async function runTogether(
  deps: ChecksDeps,
  checks: readonly StoredCheck[],
  reason: CheckReason,
  signal: AbortSignal,
): Promise<void> {
  const table = checks[0]?.table_name ?? ''
  const looked = await lookAtTable(deps, table, signal)
  const asked = checks.map((check) => ({ id: check.id, kind: check.kind, values: valuesIn(check) }))
  const { evaluated, days } = looked
    ? await evaluate(looked, asked)
    : { evaluated: checks.map(({ id }) => goneOf(id, table)), days: null }
  await deps.metadata.transaction((db) =>
    noteRuns(db, checks, evaluated, { reason, source: '', hold: null, days }),
  )
}

const goneOf = (id: number, table: string): Evaluated => ({
  id,
  state: 'broken',
  figure: null,
  text: `没有数据表「${table}」`,
  days: [],
  examples: [],
  ms: 0,
})

/** The next moment after `now`; null without a schedule. */
function nextOf({ settings }: Pick<ChecksDeps, 'settings'>, when: CheckWhen, now: Date): string | null {
  if (when.kind === 'every') return new Date(now.getTime() + (when.minutes ?? 60) * 60_000).toISOString()
  if (when.kind !== 'daily') return null
  const [hour, minute] = (when.at ?? '08:00').split(':').map(Number)
  const next = momentsOf({ cron: `${minute} ${hour} * * *` }, settings).next(now.getTime())
  return next === null ? null : new Date(next).toISOString()
}

/** In the transaction that changes the row. */
export async function scheduleCheck(
  deps: Pick<ChecksDeps, 'settings'>,
  db: Db,
  row: Omit<StoredCheck, keyof Mortal> & Mortal,
  now = new Date(),
): Promise<void> {
  const next_at = isAlive(row) && row.paused === 0 ? nextOf(deps, whenIn(row), now) : null
  await db.deleteFrom('data_check_due').where('check_id', '=', row.id).execute()
  if (next_at !== null) await db.insertInto('data_check_due').values({ check_id: row.id, next_at }).execute()
}

/**
 * Those of tables whose rows changed since: a kill between a publication and its note, or a former version that was
 * taken back, leaves what was found of other rows.
 */
async function staleChecks(deps: ChecksDeps): Promise<StoredCheck[]> {
  const { db } = deps.metadata
  const rows = await db
    .selectFrom('data_check')
    .selectAll()
    .where(living('data_check'))
    .where('paused', '=', 0)
    .where('id', 'in', ({ selectFrom }) => selectFrom('data_check_run').select('check_id'))
    .execute()
  const last = new Map(
    (
      await db
        .selectFrom('data_check_run')
        .select(({ fn }) => ['check_id', fn.max('at').as('at')])
        .where('hold_id', 'is', null)
        .groupBy('check_id')
        .execute()
    ).map(({ check_id, at }) => [check_id, at]),
  )
  const changed = await changedAt(
    deps,
    rows.map(({ table_name }) => table_name),
  )
  return rows.filter((row) => {
    const at = changed.get(tableKey(row.table_name))
    return at !== undefined && whenIn(row).kind !== 'hand' && (last.get(row.id) ?? '') < at
  })
}

/** Also where its moment is beyond the next one: it was noted by a clock that has been set back since. */
function isDue(
  deps: Pick<ChecksDeps, 'settings'>,
  row: StoredCheck & { next_at: string },
  now: Date,
): boolean {
  const next = nextOf(deps, whenIn(row), now)
  return row.next_at <= now.toISOString() || (next !== null && row.next_at > next)
}

/** When the rows of tables last changed by a load, by the tables' keys. */
async function changedAt(
  { warehouse }: Pick<ChecksDeps, 'warehouse'>,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { writer } = warehouse
  const wanted = new Set(names.map(tableKey))
  const tables = warehouse.tables().filter(({ name }) => wanted.has(tableKey(name)))
  if (!writer) return new Map(tables.map(({ name, updatedAt }) => [tableKey(name), updatedAt]))
  // There merges change a table's time, too: what was loaded or taken back says when.
  const { listThere } = await import('#server/warehouse/clickhouse/writing/formers.ts')
  const formers = await listThere(writer)
  const changed = new Map<string, string>()
  for (const { name } of tables) {
    const moments = [
      ...(await writer.loads(name)).map(({ at }) => at),
      ...formers.filter(({ table }) => table === name).map(({ replacedAt }) => replacedAt),
    ]
    const last = moments.sort().at(-1)
    if (last !== undefined) changed.set(tableKey(name), last)
  }
  return changed
}

/** Runs those that are due; the next moment counts from now, so that none is made up for. */
export async function watchOnce(deps: ChecksDeps, signal: AbortSignal, now = new Date()): Promise<void> {
  const stale = writesOwn(deps.warehouse) ? await staleChecks(deps) : []
  if (stale.length > 0)
    await runChecks(
      deps,
      stale.map(({ id }) => id),
      'clock',
      signal,
    )
  const rows = await deps.metadata.db
    .selectFrom('data_check_due')
    .innerJoin('data_check', 'data_check.id', 'data_check_due.check_id')
    .selectAll('data_check')
    .select('next_at')
    .where(living('data_check'))
    .execute()
  const due = rows.filter((row) => isDue(deps, row as StoredCheck & { next_at: string }, now))
  if (due.length === 0) return
  await deps.metadata.transaction(async (db) => {
    for (const row of due) await scheduleCheck(deps, db, row, now)
  })
  await runChecks(
    deps,
    due.map(({ id }) => id),
    'clock',
    signal,
  )
}
