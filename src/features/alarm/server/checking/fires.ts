// The fires of a pass: one for each alarm, value, period and level, with the jobs that report them.
import { createHash } from 'node:crypto'
import type { Model } from '#semantic/model/types.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { type AlarmFinding, type AlarmLevel, type AlarmRule, ledTo } from '#features/alarm/contract.ts'
import type { SendingStore } from '#features/receivers/server/index.ts'
import type { ColumnNames } from '#features/statement/server/index.ts'
import type { AlarmDeps } from '../deps.ts'
import { labelling } from '../labels.ts'
import type { StoredAlarm, StoredFire } from '../objectKinds.ts'
import { tellFires, tellMuted } from '../telling/declaring.ts'
import { tellPrograms } from '../telling/programs.ts'
import { wordsOf } from '../words.ts'
import type { Evaluation, JudgedPeriod } from './evaluating.ts'
import type { Value } from './figures.ts'
import { findingsOf, rankOf } from './judging.ts'
import { mutesOf, tellingIn } from './mutes.ts'

interface Candidate {
  alarm: StoredAlarm
  rule: AlarmRule
  within: string
  names: ColumnNames
  evaluation: Evaluation
  value: Value
  period: JudgedPeriod
  key: string
  valueKey: string
}

const rowsAtOnce = 200

export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

export function candidatesOf(
  of: Pick<Candidate, 'alarm' | 'rule' | 'within' | 'names'>,
  evaluation: Evaluation,
): Candidate[] {
  return evaluation.values.flatMap(({ value, periods }) => {
    const valueKey = digestOf(value.key)
    return periods
      .filter(({ fires }) => fires)
      .map((period) => ({
        ...of,
        evaluation,
        value,
        period,
        valueKey,
        key: `${of.alarm.id} ${valueKey} ${period.text} ${period.judged.level}`,
      }))
  })
}

export type Added = Pick<StoredFire, 'id' | 'key' | 'level' | 'silence' | 'held_until' | 'mute'>

export async function addFires(
  deps: AlarmDeps,
  model: Model,
  inner: SendingStore,
  candidates: readonly Candidate[],
  now: Date,
): Promise<Added[]> {
  const [first] = candidates
  if (!first) return []
  const { db } = inner
  const known = await knownFires(db, candidates)
  // Fires that had ended through corrected data and fire again.
  const again = candidates.flatMap(({ key }) => (known.get(key) === 'recovered' ? [key] : []))
  for (const part of chunks(again, rowsAtOnce))
    await db
      .updateTable('alarm_fire')
      .set({ state: 'firing', recovered_at: null, recovered_period: null })
      .where('key', 'in', part)
      .execute()
  const fresh = candidates.filter(({ key }) => !known.has(key))
  if (fresh.length === 0) return []
  const rows = await rowsOf(deps, model, db, fresh, now)
  const added: Added[] = []
  for (const part of chunks(rows, rowsAtOnce))
    added.push(
      ...(await db
        .insertInto('alarm_fire')
        .values(part)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning(['id', 'key', 'level', 'silence', 'held_until', 'mute'])
        .execute()),
    )
  await orderTelling(inner, first.alarm, added)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const fired = added.map((one) => ({ ...(byKey.get(one.key) as (typeof rows)[number]), ...one }))
  await tellPrograms(deps, inner, first.alarm, fired, now)
  return added
}

async function knownFires(db: Db, candidates: readonly Candidate[]): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  const keys = candidates.map(({ key }) => key)
  for (const part of chunks(keys, 1_000)) {
    const rows = await db.selectFrom('alarm_fire').select(['key', 'state']).where('key', 'in', part).execute()
    for (const { key, state } of rows) known.set(key, state)
  }
  return known
}

async function rowsOf(
  { settings }: AlarmDeps,
  model: Model,
  db: Db,
  candidates: readonly Candidate[],
  now: Date,
) {
  const { alarm, rule, within, names, evaluation } = candidates[0] as Candidate
  const labelOf = evaluation.labelOf ?? (await labelling(db, model, rule.watch.dims, names))
  const { watchText, conditionText } = (await wordsOf(db, model, [rule], names))(rule)
  const lastTold = await lastToldOf(db, alarm, rule, now)
  const mutes = mutesOf(alarm)
  const at = now.toISOString()
  return candidates.map(({ key, value, valueKey, period }) => {
    const { level, found } = period.judged
    const findings = findingsOf(rule, found, evaluation.grounds.points)
    const told = tellingIn({ rule, mutes }, level, lastTold.get(valueKey) ?? null, now, settings)
    // When several periods are caught up, the first one is reported, then the re-arm time applies.
    if (told.silence === null && rule.rearmMinutes > 0) lastTold.set(valueKey, { at, level })
    return {
      key,
      alarm_id: alarm.id,
      alarm_name: alarm.name,
      owner_id: alarm.owner_id,
      games: within,
      value_key: valueKey,
      cells: JSON.stringify(value.cells),
      label: labelOf(rule.watch.dims, value.cells),
      period: period.text,
      level,
      state: 'firing' as const,
      reason: reasonOf(findings),
      findings: JSON.stringify(findings),
      data: '{}',
      watch_text: watchText,
      condition_text: conditionText,
      movers: null,
      mover_problem: '',
      fired_at: at,
      recovered_at: null,
      recovered_period: null,
      acknowledged_at: null,
      acknowledged_by: null,
      note: '',
      silence: told.silence,
      held_until: told.heldUntil?.toISOString() ?? null,
      told_with: null,
      mute: told.mute,
    }
  })
}

/** The findings that caused it; of conditions that differ only in their bound, the last one. */
export function reasonOf(findings: readonly AlarmFinding[]): string {
  const led = findings.filter(ledTo).map(({ text }) => text)
  const said = new Map(led.map((text) => [text.split('，阈值')[0], text]))
  return [...said.values()].join('；').slice(0, 2_000)
}

/** By value: the last report within the re-arm time, with its highest level. */
async function lastToldOf(
  db: Db,
  { id }: StoredAlarm,
  { rearmMinutes }: AlarmRule,
  now: Date,
): Promise<Map<string, { at: string; level: AlarmLevel }>> {
  const told = new Map<string, { at: string; level: AlarmLevel }>()
  if (rearmMinutes === 0) return told
  const rows = await db
    .selectFrom('alarm_fire')
    .select(['value_key', 'fired_at', 'level'])
    .where('alarm_id', '=', id)
    .where('silence', 'is', null)
    .where('fired_at', '>', new Date(now.getTime() - rearmMinutes * 60_000).toISOString())
    .orderBy('fired_at')
    .execute()
  for (const { value_key, fired_at, level } of rows) {
    const before = told.get(value_key)
    const high = before && rankOf(before.level) > rankOf(level) ? before.level : level
    told.set(value_key, { at: fired_at, level: high })
  }
  return told
}

/**
 * Fires at the same time share a message. Their data is recorded at once, even where the message is later or
 * not sent.
 */
async function orderTelling(
  { db, enqueue }: SendingStore,
  alarm: StoredAlarm,
  added: readonly Added[],
): Promise<void> {
  const order = (what: 'describe' | 'fire', fires: readonly Added[], runAt?: string | null) =>
    enqueue({
      kind: tellFires,
      payload: { alarm: alarm.id, fires: fires.map(({ id }) => id), what },
      userId: alarm.owner_id,
      key: `${what} ${fires[0]?.id}`,
      lane: `alarm ${alarm.id}`,
      ...(runAt && { runAt: new Date(runAt) }),
    })
  const muted = added.filter(({ silence, mute }) => silence === null && mute !== null)
  if (muted.length > 0) await orderMuted({ enqueue }, alarm, muted)
  const told = added.filter(({ silence, mute }) => silence === null && mute === null)
  const atOnce = told.filter(({ held_until }) => held_until === null)
  const untold = added.filter((fire) => !atOnce.includes(fire))
  if (untold.length > 0) await order('describe', untold)
  for (const [until, fires] of Map.groupBy(told, ({ held_until }) => held_until)) {
    const ids = fires.map(({ id }) => id)
    for (const part of chunks(ids, 1_000))
      await db
        .updateTable('alarm_fire')
        .set({ told_with: ids[0] as number })
        .where('id', 'in', part)
        .execute()
    await order('fire', fires, until)
  }
}

/**
 * Fires of a maintenance window are told together when it ends: the first of these jobs takes all that the same people
 * are told of. The latest moment decides.
 */
export async function orderMuted(
  { enqueue }: Pick<SendingStore, 'enqueue'>,
  alarm: Pick<StoredAlarm, 'id' | 'owner_id'>,
  fires: readonly Pick<StoredFire, 'id' | 'held_until'>[],
): Promise<void> {
  const held = fires.map(({ held_until }) => held_until ?? '').toSorted()
  await enqueue({
    kind: tellMuted,
    payload: { alarm: alarm.id, fires: fires.map(({ id }) => id) },
    userId: alarm.owner_id,
    key: `muted ${fires[0]?.id} ${held.at(-1)}`,
    lane: `muted ${alarm.owner_id}`,
    runAt: new Date(held.at(-1) ?? 0),
  })
}
