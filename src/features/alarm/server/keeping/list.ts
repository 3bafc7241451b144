// The alarms visible to a caller, in the form of the list and the form.

import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { anyTable, chunks } from '#server/objects/reading.ts'
import { telling } from '#server/objects/telling.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { matchesName } from '#shared/textMatch.ts'
import {
  type Alarm,
  type AlarmList,
  type AlarmQuestion,
  type AlarmState,
  type AlarmWatch,
  alarmLevels,
} from '#features/alarm/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { type ColumnNames, maySee, readReports, readView } from '#features/statement/server/index.ts'
import { namesSoon } from '../labels.ts'
import { alarms, type StoredAlarm, type StoredState } from '../objectKinds.ts'
import { isFrozen, ruleOf } from '../rule.ts'
import { alarm } from '../tables.ts'
import { noNames, wordsOf } from '../words.ts'

const usualLimit = 1_000
const atOnce = 2_000

export async function listAlarms(
  deps: Deps,
  caller: Caller,
  question: AlarmQuestion,
  signal: AbortSignal,
): Promise<AlarmList> {
  const { db } = deps.metadata
  const { offset = 0, limit = usualLimit } = question
  const now = new Date()
  const seen = await seenAlarms(db, caller, now)
  const counts: AlarmList['counts'] = { unchecked: 0, normal: 0, firing: 0, fault: 0, frozen: 0 }
  for (const { state } of seen) counts[state] += 1
  const owners = await namesOfOwners(db, seen)
  const asked: Seen[] = []
  for (const one of seen) {
    if (isAsked(one, question, caller, owners)) asked.push(one)
    // A name's pinyin is computed when first searched.
    await breathe()
  }
  const rows = inOrder(asked, question, owners)
    .slice(offset, offset + limit)
    .map(({ row }) => row)
  const pass = await db.selectFrom('alarm_pass').select('at').executeTakeFirst()
  const watches = rows.map((row) => ruleOf(row).watch)
  const names = await namesSoon(deps, await readModel(deps), watches, caller, signal)
  return {
    rows: await shownAlarms(deps, db, caller, rows, { names, now }),
    total: asked.length,
    counts,
    lastPassAt: pass?.at ?? null,
  }
}

interface Seen {
  row: StoredAlarm
  kept: StoredState | undefined
  state: AlarmState
}

async function seenAlarms(db: Db, caller: Caller, now: Date): Promise<Seen[]> {
  const states = await readStates(db)
  const seen: Seen[] = []
  for (let last = 0; ; ) {
    const rows = (await anyTable(db)
      .selectFrom('alarm')
      .selectAll()
      .where(seenBy(db, alarm, caller))
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()) as unknown as StoredAlarm[]
    for (const row of rows) {
      const kept = states.get(row.id)
      seen.push({ row, kept, state: stateOf(row, kept, now) })
    }
    await breathe()
    const end = rows.at(-1)
    if (!end || rows.length < atOnce) return seen
    last = end.id
  }
}

export async function readStates(db: Db, ids?: readonly number[]): Promise<Map<number, StoredState>> {
  const all = db.selectFrom('alarm_state').selectAll()
  if (!ids) return new Map((await all.execute()).map((state) => [state.alarm_id, state]))
  const found = new Map<number, StoredState>()
  for (const part of chunks(ids, atOnce))
    for (const state of await all.where('alarm_id', 'in', part).execute()) found.set(state.alarm_id, state)
  return found
}

function stateOf(row: StoredAlarm, kept: StoredState | undefined, now: Date): AlarmState {
  if (isFrozen(row, now)) return 'frozen'
  if (kept?.problem) return 'fault'
  if (kept && kept.firing > 0) return 'firing'
  // Checked, but no period was complete yet: nothing can be said.
  return kept?.evaluated_at && kept.last_period !== null ? 'normal' : 'unchecked'
}

async function namesOfOwners(db: Db, seen: readonly Seen[]): Promise<Map<number, string>> {
  if (seen.length === 0) return new Map()
  const rows = await db.selectFrom('user').select(['id', 'username']).execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

function isAsked(
  { row, state }: Seen,
  { search = '', ids, state: wanted, level, mine, point, queryId, reportId }: AlarmQuestion,
  caller: Caller,
  owners: ReadonlyMap<number, string>,
): boolean {
  if (ids && !ids.includes(row.id)) return false
  if (wanted !== undefined && state !== wanted) return false
  if (level !== undefined && row.level !== level) return false
  if (mine && row.owner_id !== caller.id) return false
  if (point !== undefined || reportId !== undefined || queryId !== undefined) {
    const watch = JSON.parse(row.watch) as AlarmWatch
    if (point !== undefined && !watch.points.includes(point)) return false
    if (queryId !== undefined && watch.query?.id !== queryId) return false
    if (reportId !== undefined && watch.reportId !== reportId) return false
  }
  const part = search.trim().toLowerCase()
  if (part === '') return true
  const texts = [row.name, row.note, owners.get(row.owner_id) ?? '', String(row.id)]
  return (
    texts.some((text) => text.toLowerCase().includes(part)) || matchesName(row.name, pinyinOf(row.name), part)
  )
}

const urgency: Record<AlarmState, number> = { firing: 0, fault: 1, unchecked: 2, normal: 3, frozen: 4 }

function inOrder(
  seen: readonly Seen[],
  { sort, desc = sort === undefined }: AlarmQuestion,
  owners: ReadonlyMap<number, string>,
): Seen[] {
  const keys: Record<NonNullable<AlarmQuestion['sort']>, (one: Seen) => string | number> = {
    name: ({ row }) => row.name,
    state: ({ state }) => urgency[state],
    level: ({ row }) => alarmLevels.indexOf(row.level),
    owner: ({ row }) => owners.get(row.owner_id) ?? '',
    lastFireAt: ({ kept }) => kept?.last_fire_at ?? '',
    createdAt: ({ row }) => row.created_at,
    modifiedAt: ({ row }) => row.modified_at,
  }
  const keyOf = keys[sort ?? 'modifiedAt']
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'string' && typeof other === 'string'
      ? one.localeCompare(other, 'zh-Hans-CN')
      : Number(one) - Number(other)
  const turn = desc ? -1 : 1
  return seen.toSorted(
    (one, other) => turn * (compare(keyOf(one), keyOf(other)) || one.row.id - other.row.id),
  )
}

export async function shownAlarms(
  deps: Deps,
  db: Db,
  caller: Caller,
  rows: readonly StoredAlarm[],
  { names = noNames, now = new Date() }: { names?: ColumnNames; now?: Date } = {},
): Promise<Alarm[]> {
  const model = await readModel(deps)
  const [told, states, reports] = [
    await telling(db, alarms, caller, rows),
    await readStates(
      db,
      rows.map(({ id }) => id),
    ),
    await reportNames(db, caller, rows),
  ]
  const acknowledged = await acknowledgedOf(db, rows)
  const rules = new Map(rows.map((row) => [row, ruleOf(row)]))
  const words = await wordsOf(db, model, [...rules.values()], names)
  const { runningOf } = await import('../queries/shown.ts')
  const running = await runningOf(deps, [...rules.values()], now)
  const pass = await db.selectFrom('alarm_pass').select('at').executeTakeFirst()
  const { isOver, mutedUntil, mutesOf } = await import('../checking/mutes.ts')
  const shown: Alarm[] = []
  for (const [row, rule] of rules) {
    const kept = states.get(row.id)
    const frozen = isFrozen(row, now)
    const mutes = mutesOf(row)
    shown.push({
      ...told(row),
      ...rule,
      ...words(rule),
      ...running(rule),
      pinyin: pinyinOf(row.name),
      ownerId: row.owner_id,
      reportName: reports.get(rule.watch.reportId ?? 0) ?? '',
      state: stateOf(row, kept, now),
      frozen,
      frozenUntil: frozen ? row.frozen_until : null,
      mutes: mutes.filter((mute) => !isOver(mute, now, deps.settings)),
      mutedUntil: mutedUntil(mutes, now, deps.settings)?.toISOString() ?? null,
      problem: kept?.problem ?? null,
      problemSince: kept?.problem_since ?? null,
      lastCheckedAt: checkedAt(kept, frozen || Boolean(rule.watch.query), pass?.at ?? null),
      lastEvaluatedAt: kept?.evaluated_at ?? null,
      lastPeriod: kept?.last_period ?? null,
      lastFireAt: kept?.last_fire_at ?? null,
      lastFireLevel: kept?.last_fire_level ?? null,
      firing: kept?.firing ?? 0,
      acknowledged: acknowledged.get(row.id) ?? 0,
    })
    await breathe()
  }
  return shown
}

/** Firing values that somebody has acknowledged. */
async function acknowledgedOf(db: Db, rows: readonly StoredAlarm[]): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  for (const part of chunks(rows, atOnce)) {
    const ids = part.map(({ id }) => id)
    const counted = await db
      .selectFrom('alarm_fire')
      .select(['alarm_id', (of) => of.fn.count<number>('value_key').distinct().as('count')])
      .where('alarm_id', 'in', ids)
      .where('state', '=', 'acknowledged')
      .groupBy('alarm_id')
      .execute()
    for (const { alarm_id, count } of counted) found.set(alarm_id, Number(count))
  }
  return found
}

/** Each pass checks all alarms that are not frozen; queries are run at their own times. */
function checkedAt(kept: StoredState | undefined, isByItself: boolean, passAt: string | null): string | null {
  if (!kept) return null
  if (isByItself || passAt === null) return kept.evaluated_at
  return kept.evaluated_at !== null && kept.evaluated_at > passAt ? kept.evaluated_at : passAt
}

/** Names of reports that the caller may see; private views are visible only to their owner. */
async function reportNames(
  db: Db,
  caller: Caller,
  rows: readonly StoredAlarm[],
): Promise<Map<number, string>> {
  const ids = new Set(rows.flatMap(({ watch }) => (JSON.parse(watch) as AlarmWatch).reportId ?? []))
  if (ids.size === 0) return new Map()
  const names = new Map<number, string>()
  for (const { id, reportName, viewMetaId } of await readReports(db)) {
    if (!ids.has(id)) continue
    const view = await readView(db, viewMetaId)
    if (view && !view.deleted && maySee(caller, view)) names.set(id, reportName)
  }
  return names
}
