// Background reports: sent, listed, read and deleted only by their owner. For others they do not exist.
import { randomBytes } from 'node:crypto'
import { withBaseColumns } from '#semantic/model/shown/bases.ts'
import type { Deps } from '#server/deps.ts'
import type { BlobReply } from '#server/http/reply.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { holdsKept, holdsMasks, rowsText } from '#server/objects/rowScopes.ts'
import { AppError } from '#shared/errors.ts'
import { exportFileName } from '#shared/exportName.ts'
import type { BackgroundRecord } from '#features/statement/contract.ts'
import { noteTrace } from '#features/trace/server/index.ts'
import { prepareReport } from '../compiling.ts'
import { dataNotes } from '../dataMarks.ts'
import { chosenColumns, type ExportFlags } from '../exports/columns.ts'
import { type ExportRequest, sheetReply } from '../exports/exporting.ts'
import { writeSheet } from '../exports/sheet.ts'
import { maySeeSql } from '../figures.ts'
import { findReport } from '../reports.ts'
import { tableText } from '../resultText.ts'
import { cleanName } from '../texts.ts'
import { RecordFolder } from './folder.ts'
import { reportJob } from './job.ts'
import {
  changeRecord,
  expiredRecords,
  findRecord,
  infoOf,
  insertRecord,
  isUnderWay,
  lonelyRecords,
  type RecordRow,
  recordsOf,
  removeRecord,
  shownRecord,
} from './repo.ts'
import { type KeptRecord, keptMs, mostRows, noteChange, workOn } from './working.ts'

const mostUnderWay = 10
const mostBytes = 2 ** 30
const sweepMs = 3_600_000

const damaged = '结果已过期或已损坏，请重新发送到后台'
const away = '结果已损坏，或存有它的那台服务器没有响应；请稍后再试，或重新发送到后台'

export class Records {
  readonly #deps: Deps
  readonly #folder: RecordFolder
  readonly #jobs: Jobs
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Deps, jobs: Jobs) {
    this.#deps = deps
    this.#folder = new RecordFolder(deps)
    this.#jobs = jobs
    jobs.handle(reportJob, {
      run: (_, context) => workOn(deps, this.#folder, context),
      changed: noteChange,
    })
  }

  async start(): Promise<void> {
    const { metadata } = this.#deps
    await this.#folder.clear()
    for (const { id } of await lonelyRecords(metadata.db)) await this.#giveUp(id)
    await this.#sweep()
    this.#timer = setInterval(() => void this.#sweep(), sweepMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async send(user: SessionUser, request: ExportRequest): Promise<BackgroundRecord> {
    const { db } = this.#deps.metadata
    const { reportId, info } = request
    const saved = reportId === undefined ? null : await findReport(db, user, reportId)
    const name = request.reportName ? cleanName(request.reportName) : (saved?.report.reportName ?? '报表')
    await prepareReport(this.#deps, { ...info, limit: info.limit ?? mostRows }, user)
    await this.#assertRoom(user)
    const now = Date.now()
    const row: RecordRow = {
      id: randomBytes(16).toString('base64url'),
      user_id: user.id,
      report_id: reportId ?? null,
      name,
      info: JSON.stringify(info),
      status: 'queued',
      games: rowsText(user),
      row_count: 0,
      stored: null,
      problem: null,
      started_at: new Date(now).toISOString(),
      ended_at: null,
      expires_at: new Date(now + keptMs).toISOString(),
    }
    await this.#jobs.transaction(async (inner, enqueue) => {
      await insertRecord(inner, row)
      await enqueue({ kind: reportJob, id: row.id, payload: {}, userId: user.id })
    })
    return shownRecord(row)
  }

  async list(user: SessionUser, reportId: number): Promise<BackgroundRecord[]> {
    return (await recordsOf(this.#deps.metadata.db, user.id, reportId)).map(shownRecord)
  }

  /** The table as JSON text, in pieces. */
  async table(user: SessionUser, id: string): Promise<Iterable<string>> {
    const row = await this.#done(user, id)
    const { about, chunks } = await this.#kept(row)
    const trace = await noteTrace(this.#deps, { kind: 'view', userId: user.id, detail: traceOf(row) })
    const sql = maySeeSql(user) ? about.head.sql : ''
    return tableText({ ...about.head, trace, sql, cached: true }, chunks)
  }

  async file(user: SessionUser, id: string, flags: ExportFlags, signal: AbortSignal): Promise<BlobReply> {
    const { metadata, settings } = this.#deps
    const row = await this.#done(user, id)
    const { about, chunks } = await this.#kept(row)
    const info = infoOf(row)
    const { columns, summary, bases = {} } = about.head
    const keys = Object.keys(bases)
    const chosen = chosenColumns(withBaseColumns({ columns, bases: keys }), info.columns, flags)
    const trace = await noteTrace(this.#deps, { kind: 'export', userId: user.id, detail: traceOf(row) })
    const detail = {
      name: row.name,
      reportId: row.report_id,
      recordId: id,
      rows: row.row_count,
      ...flags,
      trace,
    }
    await writeAudit(metadata.db, { userId: user.id, action: 'report.export', detail })
    const topKey = info.top ? `d${info.top.dim}` : null
    const { marks } = about
    const notes = dataNotes(this.#deps, info, about.head)
    const plan = { name: row.name, columns, marks, bases: keys, topKey, chosen, flags, notes, trace, signal }
    const total = summary && [
      ...summary,
      ...marks.map(() => null),
      ...Object.values(bases).map((base) => base.total),
    ]
    const file = await writeSheet(this.#deps, plan, { total, chunks })
    return sheetReply(file, exportFileName(row.name, new Date(), settings.zone, 'xls'), signal)
  }

  /** Cancels a running one; deletes any other. */
  async delete(user: SessionUser, id: string): Promise<null> {
    const { db } = this.#deps.metadata
    const row = await this.#own(user, id)
    if (!isUnderWay(row)) {
      await removeRecord(db, id)
      await this.#folder.remove(row)
      return null
    }
    await this.#jobs.cancel(id)
    return null
  }

  async #own(user: SessionUser, id: string): Promise<RecordRow> {
    const row = await findRecord(this.#deps.metadata.db, id)
    if (row?.user_id !== user.id) throw new AppError('object_missing')
    return row
  }

  async #done(user: SessionUser, id: string): Promise<RecordRow> {
    const row = await this.#own(user, id)
    if (isUnderWay(row)) throw new AppError('parameter_wrong', '报表还没有运行完，请稍后再看')
    if (row.status !== 'done') throw new AppError('parameter_wrong', row.problem ?? '报表运行失败')
    if (Date.parse(row.expires_at) < Date.now())
      throw new AppError('result_expired', '结果已过期，请重新发送到后台')
    if (!holdsKept(user, row.games))
      throw new AppError('result_expired', '可见的游戏或数据范围已变化，请重新发送到后台')
    if (!holdsMasks(user, row.games))
      throw new AppError('result_expired', '个人信息的标记或你的权限已变化，请重新发送到后台')
    return row
  }

  async #kept(row: RecordRow) {
    const stored = await this.#folder.read<KeptRecord>(row)
    if (!stored) throw new AppError('result_expired', this.#deps.files || this.#isAlone ? damaged : away)
    return stored
  }

  get #isAlone(): boolean {
    return this.#deps.metadata.dialect === 'sqlite'
  }

  async #assertRoom(user: SessionUser): Promise<void> {
    const rows = await recordsOf(this.#deps.metadata.db, user.id)
    if (rows.filter(isUnderWay).length >= mostUnderWay)
      throw new AppError('quota_exceeded', `后台最多同时排 ${mostUnderWay} 个报表，请等待或取消一些`)
    const sizes = await Promise.all(rows.map((row) => this.#folder.bytesOf(row)))
    if (sizes.reduce((sum, bytes) => sum + bytes, 0) > mostBytes)
      throw new AppError('quota_exceeded', '后台结果已超过 1 GB，请先删除不再需要的')
  }

  async #giveUp(id: string): Promise<void> {
    const problem = '服务在运行途中重启，没有完成，请重新发送'
    const ended_at = new Date().toISOString()
    await changeRecord(this.#deps.metadata.db, id, { status: 'failed', problem, ended_at })
  }

  async #sweep(): Promise<void> {
    const { metadata, log } = this.#deps
    try {
      for (const row of await expiredRecords(metadata.db)) {
        await this.#folder.remove(row)
        await removeRecord(metadata.db, row.id)
      }
      await this.#folder.removeOld(2 * keptMs)
    } catch (error) {
      log.warn({ err: error }, 'expired background reports could not be removed')
    }
  }
}

const traceOf = (row: RecordRow) => ({
  reportId: row.report_id,
  viewId: null,
  reportName: row.name,
  info: infoOf(row),
})
