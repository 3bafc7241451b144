// Push tasks, their runs, what became of each person, browsers that take Web Push, and what the embedded gateway keeps.
import { big, counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import type { Sealing } from '#server/sealed.ts'
import type { PushOutcome, PushTaskState } from '../contract.ts'

export const browserSealing: Sealing = {
  purpose: 'push subscription',
  by: 'mark',
  named: 'device',
  list: '推送测试里登记的浏览器（/push/pushTest）',
}

const made = '0020-push'
const namesSegments = '0046-push-segment-names'

const messageColumns = {
  title: text(),
  body: text(),
  action: text(),
  uri: text(),
  media: text(),
  icon: text(),
}
const lostInBackup = { state: 'unknown' as const, problem: '从备份恢复：发送到哪里不明' }

const pushTask = defineTable({
  name: 'push_task',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    cgi: text(),
    /** JSON array of ids; empty for all. */
    servers: text(),
    segment: text(),
    /** Of one's own: what it was called when the task was saved, for when it is given up for good; else empty. */
    segment_name: text().since(namesSegments, ''),
    ...messageColumns,
    /** JSON of PushSchedule; the moment of `at` as ISO. */
    schedule: text(),
    state: text<PushTaskState>(),
    /** Chinese. */
    problem: text(),
    reach: whole().nullable(),
    next_at: text().nullable(),
    approved_by: whole().nullable(),
    approved_at: text().nullable(),
    /** The revision that was approved, and no other. */
    approved_revision: whole().nullable(),
    /** What its author sent it under. */
    request_id: text().nullable(),
    /** Of what was sent under it. */
    request_digest: text().nullable(),
  },
  indexes: [
    { columns: ['owner_id', 'request_id'], unique: true, where: 'request_id is not null' },
    { columns: ['modified_at', 'id'] },
  ],
  backup: {
    // What was under way may have gone on after the backup was made; jobs that wait are in none.
    rows: (row) => {
      if (row.state === 'sending') return { ...row, ...lostInBackup }
      if (row.state !== 'waiting' || row.next_at !== null) return row
      return { ...row, state: 'failed' as const, problem: '从备份恢复：没有发送，请复制为新任务' }
    },
  },
})

const pushRun = defineTable({
  name: 'push_run',
  made,
  key: 'id',
  columns: {
    id: counted(),
    /** Null for a test push. */
    task_id: whole().refersTo('push_task').nullable(),
    /** The task's that was sent. */
    revision: whole(),
    user_id: whole().refersTo('user'),
    cgi: text(),
    title: text(),
    /** The moment of the schedule that it stands for. */
    fire_at: text(),
    started_at: text(),
    ended_at: text().nullable(),
    state: text<PushTaskState>(),
    problem: text(),
    /** People as counted when it began. */
    total: whole(),
    /** How many came to what; together the number of its records. */
    sent: whole(),
    failed: whole(),
    unknown: whole(),
    /** Grows by each turn of its job: what an earlier one tells later does not count. */
    turn: whole(),
    /** Requests, or browsers, in a row that the gateway did not take. */
    refusals: whole(),
    /** The last one whose sending was begun; all after it have not been tried. */
    reached: text(),
    /** Business day for which its people were looked up. */
    day: text(),
    /** 0 once its records are given up. */
    kept: whole(),
  },
  indexes: [
    { columns: ['task_id', 'fire_at'], unique: true, where: 'task_id is not null' },
    { columns: ['kept', 'cgi'] },
  ],
  backup: { rows: (row) => (row.state === 'sending' ? { ...row, ...lostInBackup } : row) },
})

/** Written as unknown before it is sent, so that no death of a server makes one look untried. */
const pushRecord = defineTable({
  name: 'push_record',
  made,
  key: ['run_id', 'seq'],
  columns: {
    run_id: whole().refersTo('push_run'),
    /** From 1, without gaps. */
    seq: whole(),
    target: text(),
    at: text(),
    outcome: text<PushOutcome>(),
    answer: text(),
  },
  indexes: [{ columns: ['target', 'run_id'] }, { columns: ['run_id', 'outcome', 'seq'] }],
  backup: 'rows',
})

/** How much of an app's minute is used up, over all servers. */
const pushRate = defineTable({
  name: 'push_rate',
  made,
  key: 'cgi',
  columns: {
    cgi: text(),
    /** Since 1970. */
    minute: big(),
    used: whole(),
  },
  backup: { leftOut: 'it counts the minute that runs' },
})

const pushBrowser = defineTable({
  name: 'push_browser',
  made,
  key: 'id',
  columns: {
    id: counted(),
    user_id: whole().refersTo('user'),
    /** App whose tasks reach it; empty for tests alone. */
    cgi: text(),
    /** SHA-256 of the endpoint, hex. */
    mark: text(),
    /** Host of the endpoint. */
    service: text(),
    device: text(),
    /** JSON of endpoint and keys, encrypted, bound to the mark: who has them can be addressed. */
    subscription: text().sealed(browserSealing),
    created_at: text(),
  },
  indexes: [{ columns: ['mark'], unique: true }, { columns: ['cgi', 'mark'] }],
  backup: 'rows',
})

const pushEmbedded = defineTable({
  name: 'push_embedded',
  made,
  key: 'id',
  columns: {
    id: counted(),
    /** What is sent twice under one key is kept once. */
    key: text(),
    at: text(),
    cgi: text(),
    ...messageColumns,
    targets: whole(),
    first_target: text(),
  },
  indexes: [{ columns: ['key'], unique: true }],
  backup: 'rows',
})

export type PushTaskRow = RowOf<typeof pushTask>
export type PushRunRow = RowOf<typeof pushRun>
export type PushRecordRow = RowOf<typeof pushRecord>
export type PushBrowserRow = RowOf<typeof pushBrowser>
export type PushEmbeddedRow = RowOf<typeof pushEmbedded>

export const pushTables = [pushTask, pushRun, pushRecord, pushRate, pushBrowser, pushEmbedded]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof pushTables> {}
}
