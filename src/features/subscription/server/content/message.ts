// One reader's message: text, table, picture and files, with the reader's present rows.
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { GameScope, RowScope } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import { makeFile } from '#server/files/whole.ts'
import type { SessionUser } from '#server/http/session.ts'
import { gamesOf } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import { drawTogether } from '#server/picture/index.ts'
import { AppError } from '#shared/errors.ts'
import { asPlain } from '#shared/message.ts'
import { momentText } from '#shared/moment.ts'
import { parseTemplate, renderMessageText, type TemplateVariables } from '#shared/template.ts'
import type { Message } from '#features/receivers/server/index.ts'
import { exportReport } from '#features/statement/server/index.ts'
import type { Content } from '#features/subscription/contract.ts'
import { noteTrace } from '#features/trace/server/index.ts'
import type { Subject, SubjectPart } from '../subject.ts'
import { showPivot } from './shownPivot.ts'
import { type ShownReport, type ShownTable, showReport } from './shownReport.ts'

/** Variables of the owner's note. */
export const noteVariables = {
  name: { title: '名称', sample: '经营日报' },
  view: { title: '视图', sample: '经营' },
  days: { title: '日期', sample: '2026-10-01 至 2026-10-07' },
  games: { title: '游戏', sample: '云海仙途' },
} satisfies TemplateVariables

interface ContentOrder {
  name: string
  note: string
  link: string
  content: Content
  viewId: number
  subject: Subject
  /** The account for figures, trace and export. */
  reader: SessionUser
  /** What its receiver can take beside words and a table; everything where nothing is said. */
  takes?: { picture: boolean; file: boolean }
  /** Folder of the files, and the prefix of their names. */
  files: { folder: string; name: string }
}

export interface MadeContent {
  message: Message
  tables: { name: string; table: ShownTable }[]
  files: { name: string; path: string; bytes: number }[]
}

/** WeCom accepts no larger pictures. */
const pictureBytes = 1_900_000
const filesBytes = 10 * 1024 * 1024
/** Rows of the table in the text. */
const textRows = 20
/** Rows per report where there are several. */
const fewRows = 10
const mostGameNames = 5

export async function makeContent(
  deps: Deps,
  order: ContentOrder,
  signal: AbortSignal,
): Promise<MadeContent> {
  const { subject, reader, name, takes = { picture: true, file: true } } = order
  const content = taken(order.content, takes)
  const { db } = deps.metadata
  const shown: { part: SubjectPart; report: ShownReport }[] = []
  for (const part of subject.parts) shown.push({ part, report: await showPart(deps, part, reader, signal) })
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
  const picture = content.picture ? await drawn(deps, shown, tables, foot, signal) : null
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
      ...shown.flatMap(({ report }) =>
        report.gone.length > 0 ? [`已不存在、未包含：${report.gone.map(asPlain).join('、')}`] : [],
      ),
      isUndrawn && '图片没有画成，请打开查看',
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
  return { message, tables, files: made.files }
}

/** No report arrives without a figure: whoever can take neither picture nor file gets a table. */
function taken(asked: Content, takes: { picture: boolean; file: boolean }): Content {
  const picture = asked.picture && takes.picture
  const file = asked.file && takes.file
  return { picture, file, table: asked.table || (!picture && !file) }
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
const traceOf = (deps: Deps, { subject, reader, viewId, name }: ContentOrder): Promise<string> => {
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

async function rowsTold(db: Db, { games, rules }: RowScope): Promise<string> {
  return `${await gamesText(db, games)}${rules.length > 0 ? '，数据范围内' : ''}`
}

async function gamesText(db: Db, games: GameScope): Promise<string> {
  if (games === 'all') return '全部游戏'
  const names = (await gamesOf(db, { games })).map(({ name }) => name)
  if (names.length === 0) return '没有可见的游戏'
  const first = names.slice(0, mostGameNames).join('、')
  return names.length > mostGameNames ? `${first} 等 ${names.length} 个游戏` : first
}

function updateLine({ settings }: Deps, { updateTime }: ShownReport): string {
  if (updateTime === null) return ''
  return `数据更新于 ${momentText(updateTime, settings.zone)}`
}

function noteText(
  { note, name, subject }: ContentOrder,
  { days, games }: { days: string; games: string },
): string {
  if (note.trim() === '') return ''
  return renderMessageText(parseTemplate(note, noteVariables), { name, view: subject.viewName, days, games })
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

function sentTable({ columns, rows, total, rowCount }: ShownTable): NonNullable<Message['table']> {
  const first = rows.slice(0, textRows)
  return {
    columns: columns.map(({ title }) => title),
    rows: first,
    right: columns.flatMap(({ align }, at) => (align === 'right' ? [at] : [])),
    ...(total && { total }),
    ...(rowCount > first.length && {
      note: `共 ${rowCount.toLocaleString('en-US')} 行，以上为前 ${first.length} 行`,
    }),
  }
}

// ---- picture and files

/** Null where the picture could not be drawn. Throws where the whole message was called off. */
async function drawn(deps: Deps, ...[shown, tables, foot, signal]: Parameters<typeof drawAll>) {
  try {
    return await drawAll(shown, tables, foot, signal)
  } catch (error) {
    signal.throwIfAborted()
    deps.log.warn({ err: error }, 'a subscription’s picture could not be drawn')
    return null
  }
}

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
async function writeFiles(deps: Deps, { subject, reader, files }: ContentOrder, signal: AbortSignal) {
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
        left.push(`附件「${asPlain(part.name)}」有 ${megabytes(size)}，超过 10 MB，没有附上，请打开页面导出`)
        continue
      }
      room -= size
      written.push({ name, path, bytes: size })
    } catch (error) {
      await rm(path, { force: true })
      if (!(error instanceof AppError) || signal.aborted) throw error
      left.push(`附件「${asPlain(part.name)}」没有附上：${asPlain(error.message)}`)
    }
  }
  return { files: written, left }
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

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
