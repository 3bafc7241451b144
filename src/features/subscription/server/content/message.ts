// One reader's message of reports: text, table, picture and files, with the reader's present rows.
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RowScope } from '#semantic/model/rowScope.ts'
import { dataMarkLines } from '#semantic/model/shown/dataMarks.ts'
import type { Deps } from '#server/deps.ts'
import { makeFile } from '#server/files/whole.ts'
import type { SessionUser } from '#server/http/session.ts'
import { drawTogether } from '#server/picture/index.ts'
import { AppError } from '#shared/errors.ts'
import { asPlain } from '#shared/message.ts'
import { momentText } from '#shared/moment.ts'
import type { Message } from '#features/receivers/server/index.ts'
import { exportReport } from '#features/statement/server/index.ts'
import { noteTrace } from '#features/trace/server/index.ts'
import type { ReportSubject, SubjectPart } from '../subject.ts'
import {
  type ContentOrder,
  drawnOrNull,
  filesBytes,
  type MadeContent,
  megabytes,
  noteText,
  pictureBytes,
  quietContent,
  rowsTold,
  sentTable,
  taken,
} from './parts.ts'
import { showPivot } from './shownPivot.ts'
import { type ShownReport, type ShownTable, showReport } from './shownReport.ts'

/** Marked days of a report, of each kind. */
const mostMarks = 5
/** Rows per report where there are several. */
const fewRows = 10

export async function makeReportContent(
  deps: Deps,
  order: ContentOrder<ReportSubject>,
  signal: AbortSignal,
): Promise<MadeContent> {
  const { subject, reader, name, takes = { picture: true, file: true } } = order
  const content = taken(order.content, takes)
  const { db } = deps.metadata
  const shown: { part: SubjectPart; report: ShownReport }[] = []
  for (const part of subject.parts) shown.push({ part, report: await showPart(deps, part, reader, signal) })
  const isEmpty = shown.every(({ report }) => report.isEmpty)
  const quiet = order.only !== null && isEmpty ? '没有数据' : null
  if (quiet !== null && !order.evenQuiet) return quietContent(order, quiet)
  const several = shown.length > 1
  const tables = shown.map(({ part, report }) => ({
    name: part.name,
    table: several ? { ...report.table, rows: report.table.rows.slice(0, fewRows) } : report.table,
  }))
  const trace = await traceOf(deps, order)
  const made = content.file ? await writeFiles(deps, order, signal) : { files: [], left: [] }
  const days = daysText(shown.map(({ report }) => report))
  const games = await rowsTold(db, reader)
  const foot = `${games}；${days}；追踪码 ${trace}`
  const picture = content.picture
    ? await drawnOrNull(deps, () => drawAll(shown, tables, foot, signal), signal)
    : null
  // The figures reach their readers all the same, as a table.
  const isUndrawn = content.picture && picture === null
  const withTable = content.table || isUndrawn
  const first = tables[0]
  const message: Message = {
    title: name,
    text: [
      noteText(order, { days, games }),
      `${days}；${games}`,
      ...shown.map(({ report }) => updateLine(deps, report)).slice(0, 1),
      ...markLines(deps, shown),
      ...shown.flatMap(({ report }) =>
        report.gone.length > 0 ? [`已不存在、未包含：${report.gone.map(asPlain).join('、')}`] : [],
      ),
      isUndrawn && '图片绘制失败，请打开查看',
      order.content.picture && !takes.picture && '图表请打开查看',
      order.content.file && !takes.file && '附件请打开查看',
      // An inbox shows words alone: they hold the key figures.
      ...tables.flatMap(listed),
      ...(subject.left > 0 ? [`视图还有 ${subject.left} 张报表没有放进来，请打开查看`] : []),
      ...made.left,
      `追踪码 ${trace}`,
    ]
      .filter(Boolean)
      .join('\n'),
    level: 'info',
    link: order.link,
    ...(withTable && !several && first && { table: sentTable(first.table) }),
    ...(picture && { picture: { name: `${name}.png`, png: picture } }),
    ...(made.files.length > 0 && {
      attachments: made.files.map((file) => ({
        name: file.name,
        path: file.path,
        type: 'application/vnd.ms-excel',
      })),
    }),
    games: reader.games,
    rules: reader.rules,
    at: new Date(),
  }
  const figures = shown.flatMap(({ report }) => report.told ?? [])
  return { quiet, message, tables, files: made.files, figures }
}

const showPart = (
  deps: Deps,
  part: SubjectPart,
  scope: RowScope,
  signal: AbortSignal,
): Promise<ShownReport> => {
  const question = { name: part.name, info: part.info, scope }
  return part.pivot ? showPivot(deps, question, part.pivot, signal) : showReport(deps, question, signal)
}

/** Whoever finds the message can see whose it was, as with figures on screen. */
const traceOf = (
  deps: Deps,
  { subject, reader, viewId, name }: ContentOrder<ReportSubject>,
): Promise<string> => {
  const [first] = subject.parts
  return noteTrace(deps, {
    kind: 'export',
    userId: reader.id,
    detail: {
      reportId: subject.parts.length === 1 ? (first?.reportId ?? null) : null,
      viewId,
      reportName: `订阅：${name}`,
      info: first?.info as never,
    },
  })
}

// ---- text

function daysText(reports: readonly ShownReport[]): string {
  const ranges = reports.flatMap(({ range }) => range ?? [])
  const from = ranges.map((range) => range.from).sort()[0]
  const to = ranges
    .map((range) => range.to)
    .sort()
    .at(-1)
  if (!from || !to) return '全部日期'
  return from === to ? from : `${from} 至 ${to}`
}

function updateLine({ settings }: Deps, { updateTime }: ShownReport): string {
  if (updateTime === null) return ''
  return `数据更新于 ${momentText(updateTime, settings.zone)}`
}

/** Marked days and why, for readers of words and of tables alike. */
function markLines(
  { settings }: Deps,
  shown: readonly { part: SubjectPart; report: ShownReport }[],
): string[] {
  const when = (at: string) => momentText(at, settings.zone, 'short')
  const lines = shown.flatMap(({ part, report }) =>
    dataMarkLines(report.marks, part.info, { when, most: mostMarks }),
  )
  return [...new Set(lines)].map(asPlain)
}

/** A report among several: its total, or its first row. */
function listed({ name, table }: { name: string; table: ShownTable }): string[] {
  const line = table.total ?? table.rows[0]
  if (!line) return [`${asPlain(name)}：没有数据`]
  const cells = table.columns.flatMap((column, at) =>
    column.align === 'right' ? [`${column.title} ${line[at] ?? ''}`] : [],
  )
  return [`${asPlain(name)}：${asPlain(cells.slice(0, 6).join('，'))}`]
}

// ---- picture and files

function drawAll(
  shown: readonly { part: SubjectPart; report: ShownReport }[],
  tables: readonly { name: string; table: ShownTable }[],
  foot: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const parts = shown.flatMap(({ part, report }, at) => {
    const { table } = tables[at] as (typeof tables)[number]
    const drawn = { title: part.name, ...table, ...(table.total ? { total: table.total } : {}) }
    const { total, truncated: _, ...rest } = drawn
    return [
      ...(report.chart ? [{ chart: report.chart }] : []),
      { table: { ...rest, ...(total && { total }) } },
    ]
  })
  return drawTogether(parts, { foot, mostBytes: pictureBytes }, { signal })
}

/** Like manual exports: audited, with their own trace; a too large file is left out, with a note. */
async function writeFiles(
  deps: Deps,
  { subject, reader, files }: ContentOrder<ReportSubject>,
  signal: AbortSignal,
) {
  await mkdir(files.folder, { recursive: true, mode: 0o700 })
  const written: MadeContent['files'] = []
  const left: string[] = []
  let room = filesBytes
  for (const [at, part] of subject.parts.entries()) {
    const path = join(files.folder, `${files.name}-${at}.xls`)
    try {
      const name = await exportTo(deps, reader, part, path, signal)
      const { size } = await stat(path)
      if (size > room) {
        await rm(path, { force: true })
        left.push(`附件「${asPlain(part.name)}」有 ${megabytes(size)}，超过 10 MB，未附上，请打开页面导出`)
        continue
      }
      room -= size
      written.push({ name, path, bytes: size })
    } catch (error) {
      await rm(path, { force: true })
      if (!(error instanceof AppError) || signal.aborted) throw error
      left.push(`附件「${asPlain(part.name)}」添加失败：${asPlain(error.message)}`)
    }
  }
  return { files: written, left }
}

async function exportTo(
  deps: Deps,
  reader: SessionUser,
  { reportId, name, info, pivot }: SubjectPart,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const request = {
    ...(reportId !== null && { reportId }),
    reportName: name,
    info,
    ...(pivot && { pivot }),
  }
  const reply = await exportReport(deps, reader, request, { showBottom: '1' }, signal)
  const { body } = reply
  await makeFile(path, Buffer.isBuffer(body) ? [body] : body, { durable: false })
  return reply.fileName
}
