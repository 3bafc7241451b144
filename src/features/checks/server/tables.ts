// Checks, their runs, the days that are marked, and loads that were held back.
import { counted, defineTable, type RowOf, type RowsOf, real, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { every, everyGame, unlimited } from '#server/scopes/seen.ts'
import type { CheckAction, CheckReason, HoldState, RunState } from '../contract.ts'

const made = '0074-checks'

const dataCheck = defineTable({
  name: 'data_check',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    name: text(),
    /** Whose rows it reads: those of all games. */
    games: text<'"*"'>(),
    table_name: text(),
    kind: text(),
    /** JSON of the values of the kind's fields. */
    settings: text(),
    action: text<CheckAction>(),
    /** JSON of CheckWhen. */
    timing: text(),
    paused: whole(),
    note: text(),
  },
  indexes: [{ columns: ['table_name'] }],
  seen: every(unlimited, everyGame('games')),
  backup: 'rows',
})

/** When a check that has a schedule is due next. */
const dataCheckDue = defineTable({
  name: 'data_check_due',
  made,
  key: 'check_id',
  columns: { check_id: whole().refersTo('data_check', 'cascade'), next_at: text() },
  indexes: [{ columns: ['next_at'] }],
  backup: 'rows',
})

const dataCheckRun = defineTable({
  name: 'data_check_run',
  made,
  key: 'id',
  columns: {
    id: counted(),
    check_id: whole().refersTo('data_check', 'cascade'),
    state: text<RunState>(),
    reason: text<CheckReason>(),
    at: text(),
    ms: whole(),
    figure: real().nullable(),
    text: text(),
    /** Of a load: its file's name. */
    source: text(),
    /** The load that was held back. */
    hold_id: whole().nullable(),
    /** JSON of the days that do not meet it. */
    days: text(),
    /** JSON of values that do not meet it. */
    examples: text(),
  },
  indexes: [{ columns: ['check_id', 'id'] }],
  backup: 'rows',
})

/** Days whose published rows do not meet a check. */
const dataCheckMark = defineTable({
  name: 'data_check_mark',
  made,
  key: 'id',
  columns: {
    id: counted(),
    check_id: whole().refersTo('data_check', 'cascade'),
    table_name: text(),
    /** Empty: the table as a whole. */
    day: text(),
    text: text(),
    at: text(),
  },
  indexes: [{ columns: ['check_id', 'day'], unique: true }, { columns: ['table_name'] }],
  backup: 'rows',
})

/** A load that was held back; its rows are in a file of the data folder until somebody decides. */
const withPlaces = '0146-hold-places'

const dataHold = defineTable({
  name: 'data_hold',
  made,
  key: 'id',
  columns: {
    id: counted(),
    /** Names the file, and the load in the manifest once it is published. */
    uid: text(),
    table_name: text(),
    source: text(),
    digest: text(),
    rows: whole(),
    /** JSON of KeptLoad. */
    kept: text(),
    at: text(),
    by: whole().nullable(),
    state: text<HoldState>(),
    /** JSON of lines: what was not met. */
    problems: text(),
    problem: text().nullable(),
    decided_at: text().nullable(),
    decided_by: whole().nullable(),
    /** The source that stops at it, and JSON of its batch. */
    source_id: whole().nullable(),
    batch: text().nullable(),
    /** Whether the source has taken note of the decision. */
    settled: whole(),
    /** Id of the data folder that has the rows; null: from before there were several. */
    home: text().nullable().since(withPlaces).optional(),
  },
  indexes: [{ columns: ['state'] }, { columns: ['source_id'] }],
  backup: {
    // The file is in no backup.
    rows: (row) =>
      row.state === 'held' || row.state === 'releasing'
        ? { ...row, state: 'discarded' as const, problem: '备份里没有它的行；请重新载入' }
        : row,
  },
})

export type CheckRow = RowOf<typeof dataCheck>
export type CheckRunRow = RowOf<typeof dataCheckRun>
export type HoldRow = RowOf<typeof dataHold>

export const checksTables = [dataCheck, dataCheckDue, dataCheckRun, dataCheckMark, dataHold]
export const checkSeen = dataCheck.seen

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof checksTables> {}
}
