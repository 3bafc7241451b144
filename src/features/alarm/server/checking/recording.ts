// Writes the result of a pass: fires, once for each alarm, value, period and level, with the jobs that report
// them; ended fires; and the alarms' states.
import { createHash } from 'node:crypto'
import type { Model } from '#semantic/model/types.ts'
import { slices } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import type { AppError } from '#shared/errors.ts'
import {
  type AlarmFinding,
  type AlarmLevel,
  type AlarmRule,
  alarmLevels,
  ledTo,
} from '#features/alarm/contract.ts'
import type { SendingStore } from '#features/receivers/server/index.ts'
import type { ColumnNames } from '#features/statement/server/index.ts'
import type { AlarmDeps } from '../deps.ts'
import { readStates } from '../keeping/list.ts'
import type { StoredAlarm, StoredFire, StoredState } from '../kinds.ts'
import { labelling } from '../labels.ts'
import { isFrozen } from '../rule.ts'
import { tellFires } from '../telling/declaring.ts'
import { tellFault } from '../telling/faults.ts'
import { wordsOf } from '../words.ts'
import { type Evaluation, type JudgedPeriod, lateKey } from './evaluating.ts'
import type { Value } from './figures.ts'
import { findingsOf, rankOf } from './judging.ts'
import type { Span } from './needs.ts'
import { periodText } from './periods.ts'
import { tellingOf } from './silence.ts'

export interface Checked {
  row: Pick<StoredAlarm, 'id' | 'revision'>
  rule: AlarmRule
  /** The row scope of the check, as text. */
  within: string
  span: Span | null
  result: Evaluation | AppError
  /** Names of its values beyond dictionaries. */
  names: ColumnNames
}

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

type Inner = SendingStore

const alarmsAtOnce = 200
const rowsAtOnce = 200

/** Returns how many fires are new. */
export async function recordChecked(
  deps: AlarmDeps,
  model: Model,
  checked: readonly Checked[],
  now: Date,
): Promise<number> {
  let fresh = 0
  for (const part of slices(checked, alarmsAtOnce))
    fresh += await deps.jobs.transaction((db, enqueue) => record(deps, model, { db, enqueue }, part, now))
  return fresh
}

async function record(
  deps: AlarmDeps,
  model: Model,
  inner: Inner,
  checked: readonly Checked[],
  now: Date,
): Promise<number> {
  const { db } = inner
  const ids = checked.map(({ row }) => row.id)
  const rows = await db
    .selectFrom('alarm')
    .selectAll()
    .where('id', 'in', ids)
    .where(living('alarm'))
    .execute()
  const alarms = new Map(rows.map((row) => [row.id, row]))
  const states = await readStates(db, ids)
  // Alarms changed, frozen or deleted during the check are checked anew, or not at all.
  const present = checked.flatMap((one) => {
    const alarm = alarms.get(one.row.id)
    return alarm && alarm.revision === one.row.revision && !isFrozen(alarm, now) ? [{ ...one, alarm }] : []
  })
  const open = Map.groupBy(await openFires(db, ids), ({ alarm_id }) => alarm_id)
  const quiet: Quiet[] = []
  let fresh = 0
  for (const { alarm, rule, within, names, span, result } of present) {
    const state = states.get(alarm.id)
    if (result instanceof Error) {
      await noteFault(inner, alarm, state, result, now)
      continue
    }
    const own = open.get(alarm.id) ?? []
    const candidates = candidatesOf({ alarm, rule, within, names }, result)
    const lastPeriod = span ? periodText(rule.watch.grain, span.last) : (state?.last_period ?? null)
    if (candidates.length === 0 && own.length === 0 && !state?.problem && !(state && state.firing > 0)) {
      quiet.push({ id: alarm.id, isNew: state === undefined, lastPeriod })
      continue
    }
    const added = await addFires(deps, model, inner, candidates, now)
    fresh += added.length
    await endFires(inner, alarm, rule, result, own, now)
    await writeState(db, alarm.id, { lastPeriod, added, state, now })
  }
  await noteQuiet(db, quiet, now)
  return fresh
}

const openFires = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('alarm_fire')
    .select(['id', 'alarm_id', 'value_key', 'period', 'silence', 'state', 'level', 'told_with'])
    .where('alarm_id', 'in', ids)
    .where('state', '<>', 'recovered')
    .execute()

export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

function candidatesOf(
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

type Added = Pick<StoredFire, 'id' | 'key' | 'level' | 'silence' | 'held_until'>

async function addFires(
  deps: AlarmDeps,
  model: Model,
  inner: Inner,
  candidates: readonly Candidate[],
  now: Date,
): Promise<Added[]> {
  const [first] = candidates
  if (!first) return []
  const { db } = inner
  const known = await knownFires(db, candidates)
  // Fires that had ended through corrected data and fire again.
  const again = candidates.flatMap(({ key }) => (known.get(key) === 'recovered' ? [key] : []))
  for (const part of slices(again, rowsAtOnce))
    await db
      .updateTable('alarm_fire')
      .set({ state: 'firing', recovered_at: null, recovered_period: null })
      .where('key', 'in', part)
      .execute()
  const fresh = candidates.filter(({ key }) => !known.has(key))
  if (fresh.length === 0) return []
  const rows = await rowsOf(deps, model, db, fresh, now)
  const added: Added[] = []
  for (const part of slices(rows, rowsAtOnce))
    added.push(
      ...(await db
        .insertInto('alarm_fire')
        .values(part)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning(['id', 'key', 'level', 'silence', 'held_until'])
        .execute()),
    )
  await orderTelling(inner, first.alarm, added)
  return added
}

async function knownFires(db: Db, candidates: readonly Candidate[]): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  const keys = candidates.map(({ key }) => key)
  for (const part of slices(keys, 1_000)) {
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
  const labelOf = await labelling(db, model, rule.watch.dims, names)
  const { watchText, conditionText } = (await wordsOf(db, model, [rule], names))(rule)
  const lastTold = await lastToldOf(db, alarm, rule, now)
  const at = now.toISOString()
  return candidates.map(({ key, value, valueKey, period }) => {
    const { level, found } = period.judged
    const findings = findingsOf(rule, found, evaluation.grounds.points)
    const told = tellingOf(rule, level, lastTold.get(valueKey) ?? null, now, settings)
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
  { db, enqueue }: Inner,
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
  const told = added.filter(({ silence }) => silence === null)
  const atOnce = told.filter(({ held_until }) => held_until === null)
  const untold = added.filter((fire) => !atOnce.includes(fire))
  if (untold.length > 0) await order('describe', untold)
  for (const [until, fires] of Map.groupBy(told, ({ held_until }) => held_until)) {
    const ids = fires.map(({ id }) => id)
    for (const part of slices(ids, 1_000))
      await db
        .updateTable('alarm_fire')
        .set({ told_with: ids[0] as number })
        .where('id', 'in', part)
        .execute()
    await order('fire', fires, until)
  }
}

/** Ends fires of values whose conditions are no longer met, or that have disappeared. */
async function endFires(
  { db, enqueue }: Inner,
  alarm: StoredAlarm,
  rule: AlarmRule,
  { values }: Evaluation,
  open: Awaited<ReturnType<typeof openFires>>,
  now: Date,
): Promise<void> {
  const last = new Map(values.map(({ value, periods }) => [digestOf(value.key), periods.at(-1)]))
  const newest = values.findLast(({ value }) => value.key !== lateKey)?.periods.at(-1)
  const late = digestOf(lateKey)
  const over = open.filter(({ value_key, period }) => {
    const judged = last.get(value_key)
    if (judged) return !judged.judged.met && judged.text >= period
    return value_key !== late && newest !== undefined && newest.text > period
  })
  if (over.length === 0) return
  const recovered_at = now.toISOString()
  for (const part of slices(over, 1_000))
    await db
      .updateTable('alarm_fire')
      .set({ state: 'recovered', recovered_at, recovered_period: newest?.text ?? null })
      .where(
        'id',
        'in',
        part.map(({ id }) => id),
      )
      .execute()
  const told = over.filter(({ silence }) => silence === null)
  if (!rule.recovery || told.length === 0) return
  await enqueue({
    kind: tellFires,
    payload: { alarm: alarm.id, fires: told.map(({ id }) => id), what: 'recovery' },
    userId: alarm.owner_id,
    key: `recovery ${told[0]?.id} ${recovered_at}`,
    lane: `alarm ${alarm.id}`,
  })
}

interface Quiet {
  id: number
  isNew: boolean
  lastPeriod: string | null
}

/** Most alarms have no change: they are written together. */
async function noteQuiet(db: Db, quiet: readonly Quiet[], now: Date): Promise<void> {
  const evaluated_at = now.toISOString()
  const rows = quiet
    .filter(({ isNew }) => isNew)
    .map(({ id, lastPeriod }) => stateRow(id, evaluated_at, lastPeriod))
  for (const part of slices(rows, rowsAtOnce))
    await db
      .insertInto('alarm_state')
      .values(part)
      .onConflict((conflict) => conflict.column('alarm_id').doNothing())
      .execute()
  const known = quiet.filter(({ isNew }) => !isNew)
  for (const [last_period, own] of Map.groupBy(known, ({ lastPeriod }) => lastPeriod))
    await db
      .updateTable('alarm_state')
      .set({ evaluated_at, last_period })
      .where(
        'alarm_id',
        'in',
        own.map(({ id }) => id),
      )
      .execute()
}

const stateRow = (
  alarm_id: number,
  evaluated_at: string | null,
  last_period: string | null,
): StoredState => ({
  alarm_id,
  evaluated_at,
  last_period,
  problem: null,
  problem_since: null,
  problem_told: 0,
  firing: 0,
  last_fire_at: null,
  last_fire_level: null,
})

async function writeState(
  db: Db,
  id: number,
  {
    lastPeriod,
    added,
    state,
    now,
  }: { lastPeriod: string | null; added: readonly Added[]; state: StoredState | undefined; now: Date },
): Promise<void> {
  const firing = await db
    .selectFrom('alarm_fire')
    .select('value_key')
    .distinct()
    .where('alarm_id', '=', id)
    .where('state', '<>', 'recovered')
    .execute()
  const level = alarmLevels.findLast((one) => added.some((fire) => fire.level === one))
  const at = now.toISOString()
  await upsertState(db, {
    ...(state ?? stateRow(id, at, lastPeriod)),
    evaluated_at: at,
    last_period: lastPeriod,
    problem: null,
    problem_since: null,
    problem_told: 0,
    firing: firing.length,
    ...(level && { last_fire_at: at, last_fire_level: level }),
  })
}

async function upsertState(db: Db, row: StoredState): Promise<void> {
  const { alarm_id: _, ...values } = row
  await db
    .insertInto('alarm_state')
    .values(row)
    .onConflict((conflict) => conflict.column('alarm_id').doUpdateSet(values))
    .execute()
}

/** The owner is told once, not every minute, and not at all of a short warehouse outage. */
async function noteFault(
  inner: Inner,
  alarm: StoredAlarm,
  state: StoredState | undefined,
  error: AppError,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const since = state?.problem_since ?? at
  const isNew = state?.problem !== error.message
  const isTold = state?.problem_told === 1
  const tells = !isTold && (await tellFault(inner, alarm, { error, since, now }))
  if (!isNew && !tells) return
  await upsertState(inner.db, {
    ...(state ?? stateRow(alarm.id, null, null)),
    problem: error.message,
    problem_since: since,
    problem_told: isTold || tells ? 1 : 0,
  })
}
