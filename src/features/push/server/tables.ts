// Tables of push tasks, their runs, each person's outcome, Web Push browsers, and the embedded gateway's
// store.
import { big, counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { objectColumns } from '#server/objects/tables.ts'
import { game } from '#server/scopes/seen.ts'
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
const lostInBackup = { state: 'unknown' as const, problem: '从备份恢复：是否已发送未知' }

export const pushTask = defineTable({
  name: 'push_task',
  made,
  key: 'id',
  columns: {
    ...objectColumns,
    cgi: text(),
    /** JSON array of ids; empty for all. */
    servers: text(),
    segment: text(),
    /** Name of a user-defined segment when the task was saved, for after its deletion; else empty. */
    segment_name: text().since(namesSegments, ''),
    ...messageColumns,
    /** PushSchedule as JSON; the moment of `at` is ISO. */
    schedule: text(),
    state: text<PushTaskState>(),
    /** In Chinese. */
    problem: text(),
    reach: whole().nullable(),
    next_at: text().nullable(),
    approved_by: whole().nullable(),
    approved_at: text().nullable(),
    /** The only approved revision. */
    approved_revision: whole().nullable(),
    /** The author's request id. */
    request_id: text().nullable(),
    /** Digest of the request's content. */
    request_digest: text().nullable(),
  },
  indexes: [
    { columns: ['owner_id', 'request_id'], unique: true, where: 'request_id is not null' },
    { columns: ['modified_at', 'id'] },
  ],
  seen: game('cgi'),
  backup: {
    // Tasks in progress may have continued after the backup; waiting jobs are in no backup.
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
    /** The task's revision that was sent. */
    revision: whole(),
    user_id: whole().refersTo('user'),
    cgi: text(),
    title: text(),
    /** The scheduled moment. */
    fire_at: text(),
    started_at: text(),
    ended_at: text().nullable(),
    state: text<PushTaskState>(),
    problem: text(),
    /** Number of people when it began. */
    total: whole(),
    /** Counts per outcome; their sum is the number of records. */
    sent: whole(),
    failed: whole(),
    unknown: whole(),
    /** Incremented by each turn of its job: late results of an earlier turn are ignored. */
    turn: whole(),
    /** Consecutive requests, or browsers, that the gateway rejected. */
    refusals: whole(),
    /** The last person whose sending began; later ones have not been tried. */
    reached: text(),
    /** Business day of its audience. */
    day: text(),
    /** 0 once its records are deleted. */
    kept: whole(),
  },
  indexes: [
    { columns: ['task_id', 'fire_at'], unique: true, where: 'task_id is not null' },
    { columns: ['kept', 'cgi'] },
  ],
  backup: { rows: (row) => (row.state === 'sending' ? { ...row, ...lostInBackup } : row) },
})

/** Written as unknown before sending, so that a crash never makes a person look untried. */
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

/** The used part of an app's rate per minute, over all servers. */
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
  backup: { leftOut: 'minutes' },
})

const pushBrowser = defineTable({
  name: 'push_browser',
  made,
  key: 'id',
  columns: {
    id: counted(),
    user_id: whole().refersTo('user'),
    /** App whose tasks reach it; empty for tests only. */
    cgi: text(),
    /** SHA-256 of the endpoint, hex. */
    mark: text(),
    /** Host of the endpoint. */
    service: text(),
    device: text(),
    /**
     * Endpoint and keys as JSON, encrypted and bound to the mark: whoever has them can send to the browser.
     */
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
    /** Requests repeated with the same key are stored once. */
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
export type PushBrowserRow = RowOf<typeof pushBrowser>

export const pushTables = [pushTask, pushRun, pushRecord, pushRate, pushBrowser, pushEmbedded]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof pushTables> {}
}
