// Tables of alarms, their last states, and fires.
import { counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { either, every, everyGame, keptRows, owner, unlimited } from '#server/scopes/seen.ts'
import type { AlarmLevel, FireSilence, FireState } from '../contract.ts'

const made = '0018-alarms'
const withMutes = '0067-alarm-mutes'
const withQueries = '0065-alarm-queries'

export const alarm = defineTable({
  name: 'alarm',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    /** JSON array of cgi, or `"*"` for all games. */
    games: text(),
    /** AlarmWatch as JSON. */
    watch: text(),
    join_by: text<'and' | 'or'>(),
    /** JSON array of AlarmCondition. */
    conditions: text(),
    lasting: whole(),
    level: text<AlarmLevel>(),
    /** QuietHours as JSON. */
    quiet: text().nullable(),
    rearm_minutes: whole(),
    recovery: whole(),
    /** JSON arrays of ids. */
    receiver_ids: text(),
    user_ids: text(),
    /** Templates; empty: the default ones. */
    title: text(),
    body: text(),
    note: text(),
    frozen: whole(),
    /** ISO; from then on the alarm counts as thawed. */
    frozen_until: text().nullable(),
    /** JSON array of AlarmMute; null: none. */
    mutes: text().nullable().since(withMutes),
  },
  seen: every(everyGame('games'), either(unlimited, owner('owner_id'))),
  backup: 'rows',
})

/** One row per checked alarm. */
const alarmState = defineTable({
  name: 'alarm_state',
  made,
  key: 'alarm_id',
  columns: {
    alarm_id: whole().refersTo('alarm', 'cascade'),
    /** When its figures were last evaluated. */
    evaluated_at: text().nullable(),
    /** The last evaluated period: 2026-10-12, or 2026-10-12 14. */
    last_period: text().nullable(),
    /** Why it can't run, in Chinese. */
    problem: text().nullable(),
    problem_since: text().nullable(),
    /** Whether its owner was told. */
    problem_told: whole(),
    /** The number of firing values. */
    firing: whole(),
    last_fire_at: text().nullable(),
    last_fire_level: text<AlarmLevel>().nullable(),
  },
  backup: 'rows',
})

export const alarmFire = defineTable({
  name: 'alarm_fire',
  made,
  key: 'id',
  columns: {
    id: counted(),
    /** Derived from alarm, value, period and level: such a fire exists only once. */
    key: text(),
    /** Outlives the alarm. */
    alarm_id: whole(),
    alarm_name: text(),
    owner_id: whole(),
    /** The row scope of the finding (rowScopes.ts): users who see all of it may see the fire. */
    games: text(),
    /** Digest of the cells. */
    value_key: text(),
    /** JSON array of the dimensions' cells. */
    cells: text(),
    label: text(),
    period: text(),
    level: text<AlarmLevel>(),
    state: text<FireState>(),
    reason: text(),
    /** JSON array of AlarmFinding. */
    findings: text(),
    /** The data at that moment, as JSON. */
    data: text(),
    watch_text: text(),
    condition_text: text(),
    /** JSON array of AlarmMover. */
    movers: text().nullable(),
    mover_problem: text(),
    fired_at: text(),
    recovered_at: text().nullable(),
    recovered_period: text().nullable(),
    acknowledged_at: text().nullable(),
    acknowledged_by: whole().nullable(),
    note: text(),
    silence: text<FireSilence>().nullable(),
    held_until: text().nullable(),
    /** The fire whose message includes this one. */
    told_with: whole().nullable(),
    /** The maintenance window in which it fired. */
    mute: text().nullable().since(withMutes),
  },
  indexes: [
    { columns: ['key'], unique: true },
    { columns: ['alarm_id', 'fired_at'] },
    { columns: ['fired_at'] },
    { columns: ['alarm_id', 'state'] },
  ],
  // Active fires are not aged out.
  aging: { as: 'alarms', usualDays: 730, by: 'fired_at', over: "state <> 'firing'" },
  seen: keptRows('games'),
  backup: 'rows',
})

/** One row per alarm on a saved query: for what it was run last. */
const alarmQuery = defineTable({
  name: 'alarm_query',
  made: withQueries,
  key: 'alarm_id',
  columns: {
    alarm_id: whole().refersTo('alarm', 'cascade'),
    /** The rule's revision; a changed rule is run at once. */
    revision: whole(),
    /** ISO: the moments up to here are dealt with. */
    asked_at: text(),
    /** The business days whose data it was run for, and whose lateness it told. */
    fresh_day: text().nullable(),
    late_day: text().nullable(),
  },
  backup: 'rows',
})

/** What the runs of a watched query returned; of each alarm the last ones (queries/history.ts). */
export const alarmQueryRun = defineTable({
  name: 'alarm_query_run',
  made: withQueries,
  key: 'id',
  columns: {
    id: counted(),
    alarm_id: whole().refersTo('alarm', 'cascade'),
    /** The rows within which it was run (rowScopes.ts). */
    games: text(),
    /** Runs of one key can be compared with each other. */
    comparable: text(),
    /** A digest of the query's text and parameters. */
    stamp: text(),
    /** 2026-10-12 14:05 */
    period: text(),
    at: text(),
    /** Answer as JSON. */
    answer: text(),
  },
  indexes: [{ columns: ['alarm_id', 'id'] }],
  seen: keptRows('games'),
  backup: 'rows',
})

/** The single row with the time of the last check of all alarms. */
const alarmPass = defineTable({
  name: 'alarm_pass',
  made,
  key: 'id',
  columns: { id: whole(), at: text(), checked: whole(), elapsed_ms: whole() },
  backup: { leftOut: 'running' },
})

export type AlarmRow = RowOf<typeof alarm>
export type AlarmStateRow = RowOf<typeof alarmState>
export type AlarmQueryRow = RowOf<typeof alarmQuery>
export type AlarmFireRow = RowOf<typeof alarmFire>

export const alarmTables = [alarm, alarmState, alarmFire, alarmQuery, alarmQueryRun, alarmPass]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof alarmTables> {}
}
