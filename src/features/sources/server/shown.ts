// Sources as callers see them: without secrets, with how they stand.
import { telling } from '#server/objects/telling.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { living } from '#server/scopes/life.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import { pathOf } from '#shared/call.ts'
import { pushRows, type Source } from '../contract.ts'
import type { SourcesDeps } from './deps.ts'
import { readJoining, readTiming, type StoredSource, scheduleId, sources } from './objectKind.ts'
import { waitingRows } from './push/connector.ts'
import { kindsOf, pushKind } from './push/kind.ts'
import { lastRuns } from './runRows.ts'

export async function shownSources(
  { settings }: SourcesDeps,
  db: Db,
  caller: Caller,
  rows: readonly StoredSource[],
): Promise<Source[]> {
  const told = await telling(db, sources, caller, rows)
  const titles = new Map((await kindsOf(settings)).map(({ kind, title }) => [kind, title]))
  const ids = rows.map(({ id }) => id)
  const last = await lastRuns(db, ids)
  const states = new Map(
    (await db.selectFrom('source_state').selectAll().execute()).map((state) => [state.source_id, state]),
  )
  const next = new Map(
    (
      await db.selectFrom('job_schedule').select(['id', 'next_at']).where('id', 'like', 'source %').execute()
    ).map(({ id, next_at }) => [id, next_at]),
  )
  const waiting = await waitingRows(db)
  return rows.map((row) => {
    const state = states.get(row.id)
    return {
      ...told(row),
      name: row.name,
      pinyin: pinyinOf(row.name),
      kind: row.kind,
      kindTitle: titles.get(row.kind) ?? row.kind,
      settings: JSON.parse(row.settings) as Source['settings'],
      kept: JSON.parse(row.kept) as string[],
      table: row.table_name,
      mode: row.mode,
      ...readJoining(row),
      expectedBy: readJoining(row).expectedBy ?? null,
      timing: readTiming(row),
      paused: row.paused === 1,
      note: row.note,
      nextAt: next.get(scheduleId(row.id)) ?? null,
      lookedAt: state?.looked_at ?? null,
      problem: state?.problem ?? null,
      asks: state?.asks ?? null,
      push:
        row.kind === pushKind
          ? {
              path: pathOf(pushRows, { id: row.id }),
              tokenAt: state?.token_hash ? (state.token_at ?? null) : null,
              usedAt: state?.token_used_at ?? null,
              waiting: waiting.get(row.id) ?? 0,
            }
          : null,
      last: last.get(row.id) ?? null,
    }
  })
}

/** The living sources that load a table. */
export async function sourcesOf(
  db: Db,
  table: string,
): Promise<Pick<StoredSource, 'id' | 'name' | 'table_name' | 'mode'>[]> {
  const rows = await db
    .selectFrom('source')
    .select(['id', 'name', 'table_name', 'mode'])
    .where(living('source'))
    .orderBy('id')
    .execute()
  return rows.filter(({ table_name }) => tableKey(table_name) === tableKey(table))
}

export const shownSource = async (
  deps: SourcesDeps,
  db: Db,
  caller: Caller,
  row: StoredSource,
): Promise<Source> => (await shownSources(deps, db, caller, [row]))[0] as Source
