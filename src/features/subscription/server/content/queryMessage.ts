// One reader's message of a saved query: run in the sandbox with the reader's rows and right to SQL.

import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { sheetContentTypes, sheetStream } from '#server/files/sheets.ts'
import { makeFile } from '#server/files/whole.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { drawnRows, drawTogether } from '#server/picture/index.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { businessDay } from '#shared/businessDay.ts'
import { meetsThreshold } from '#shared/comparing.ts'
import { AppError } from '#shared/errors.ts'
import { exportFileName } from '#shared/exportName.ts'
import { asPlain } from '#shared/message.ts'
import { momentText } from '#shared/moment.ts'
import { emptyText, emptyWord } from '#shared/nothing.ts'
import { isFigure, shownText } from '#shared/sql/cellText.ts'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import { fileNames, type SentResult, sentQueries } from '#features/code/server/index.ts'
import { assertAllGiven, valuesOnDay } from '#features/custom/server/index.ts'
import { labelsIn } from '#features/dictionary/server/index.ts'
import type { Message } from '#features/receivers/server/index.ts'
import type { Only } from '#features/subscription/contract.ts'
import { noteTrace } from '#features/trace/server/index.ts'
import { daysAsked, toldQuery } from '../corrections/queryFigures.ts'
import { onlyText } from '../only.ts'
import type { QuerySubject } from '../subject.ts'
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
import type { ShownTable } from './shownReport.ts'

type Order = ContentOrder<QuerySubject>
type Cell = string | number | boolean | null

/** Rows that are read; a file has more than a table. */
const mostRows = { table: 10_000, file: 200_000 }
/** Rows and figures of the words that an inbox shows. */
const saidRows = 5
const saidCells = 6

export async function makeQueryContent(deps: Deps, order: Order, signal: AbortSignal): Promise<MadeContent> {
  const { subject, reader, account = reader, name, only, takes = { picture: true, file: true } } = order
  const content = taken(order.content, takes)
  const { query } = subject
  const values = await valuesOf(deps, subject)
  const typed = Object.fromEntries(
    query.params.map(({ name, type }) => [name, { type, value: values[name] ?? null }]),
  )
  const { runSentQuery, publishedTables, firstCells } = await sentQueries()
  const limit = content.file ? mostRows.file : mostRows.table
  const run = { name: query.name, sql: query.sql, params: typed, limit }
  const result = await runSentQuery(deps, account, reader, run, signal)
  const met = metRows(result, only)
  const isMet = met && met.length > 0
  const isRecovery = isOnce(only) && order.before === true && isMet === false
  const quiet = isRecovery ? null : quietReason(result, order, met)
  if (quiet !== null && !order.evenQuiet) return { ...quietContent(order, quiet), met: isMet }
  const cells = result.columns.map((_, at) => firstCells(result.chunks, at, drawnRows) as Cell[])
  const table = tableOf(result, cells)
  const trace = await noteTrace(deps, {
    kind: 'export',
    userId: account.id,
    detail: {
      reportId: null,
      viewId: null,
      reportName: `订阅：${name}`,
      info: { dims: [], points: [] },
    },
  })
  const made = content.file ? await writeFile(deps, order, result, signal) : { files: [], left: [] }
  const days = daysText(deps, subject, values)
  const games = await rowsTold(deps.metadata.db, reader)
  const { total: _, truncated: __, ...drawnTable } = table
  const draw = () =>
    drawTogether(
      [{ table: { title: query.name, ...drawnTable } }],
      { foot: `${games}；${days}；追踪码 ${trace}`, mostBytes: pictureBytes },
      { signal },
    )
  const picture = content.picture ? await drawnOrNull(deps, draw, signal) : null
  const isUndrawn = content.picture && picture === null
  const tables = await publishedTables(deps, reader, query.sql)
  const updated = tables.filter((at) => at !== null).sort()[0]
  const told = await toldQuery(deps.settings, { subject, values, updated: updated ?? null }, result)
  const parameters = await parametersText(deps, subject, values)
  const textWith = (rowLines: readonly string[]): string =>
    [
      isRecovery && `已恢复，不再达到：${asPlain(onlyText(only))}`,
      noteText(order, { days, games }),
      [parameters, games].filter(Boolean).join('；'),
      updated && `数据更新于 ${momentText(updated, deps.settings.zone)}`,
      isUndrawn && '图片绘制失败，请打开查看',
      order.content.picture && !takes.picture && '图片请打开查看',
      order.content.file && !takes.file && '附件请打开查看',
      countText(result),
      ...rowLines,
      ...made.left,
      `追踪码 ${trace}`,
    ]
      .filter(Boolean)
      .join('\n')
  const isTabled = content.table || isUndrawn
  const saidMet = isRecovery ? null : met
  const message: Message = {
    title: isRecovery ? `${name}：已恢复` : name,
    text: textWith(saidLines(table, only, saidMet)),
    // Rows that met the threshold may stand anywhere in the table, so they are told beside it, too.
    ...(isTabled && saidMet === null && { textBesideTable: textWith([]) }),
    level: 'info',
    link: order.link,
    ...(isTabled && { table: sentTable(table) }),
    ...(picture && { picture: { name: `${name}.png`, png: picture } }),
    ...(made.files.length > 0 && {
      attachments: made.files.map((file) => ({
        name: file.name,
        path: file.path,
        type: sheetContentTypes[formatOf(order)],
      })),
    }),
    games: reader.games,
    rules: reader.rules,
    at: new Date(),
  }
  const shownTables = [{ name: query.name, table }]
  return { quiet, met: isMet, message, tables: shownTables, files: made.files, figures: told ? [told] : [] }
}

const valuesOf = (deps: Deps, { query, values }: QuerySubject): Promise<Record<string, ParameterValue>> =>
  valuesOnDay(deps, query.params, values, businessDay(deps.settings))

export const assertValues = async (deps: Deps, subject: QuerySubject): Promise<void> =>
  assertAllGiven(subject.query, await valuesOf(deps, subject))

/** By name where a dictionary is chosen from. */
async function parametersText(
  { metadata: { db } }: Deps,
  { query }: QuerySubject,
  values: Record<string, ParameterValue>,
): Promise<string> {
  const codesOf = (name: string) => [values[name] ?? 'NULL'].flat().map(String)
  const names = await Promise.all(
    query.params.map(({ name, dictId }) =>
      dictId === null ? new Map<string, string>() : labelsIn(db, dictId, codesOf(name)),
    ),
  )
  return query.params
    .map(({ name, label }, at) => {
      const told = codesOf(name).map((code) => names[at]?.get(code) ?? code)
      return `${asPlain(label || name)} ${asPlain(told.join('、'))}`
    })
    .join('，')
}

/** The days that its parameters name; without any, the day of the message. */
function daysText(
  { settings }: Deps,
  { query }: QuerySubject,
  values: Record<string, ParameterValue>,
): string {
  const days = daysAsked(query.params, values)
  if (!days) return businessDay(settings)
  return days.from === days.to ? days.from : `${days.from} 至 ${days.to}`
}

// ---- what is to be sent

/** Indexes of the rows that meet the threshold; null without one. */
function metRows({ columns, chunks }: SentResult, only: Only | null): number[] | null {
  if (only?.kind !== 'figure') return null
  const wanted = only.column.trim().toLowerCase()
  const at = columns.findIndex(({ name }) => name.toLowerCase() === wanted)
  if (at < 0) {
    const names = columns.map(({ name }) => name).slice(0, 20)
    throw new AppError('parameter_wrong', `结果里没有「${only.column}」列，有：${names.join('、')}`)
  }
  const cells = chunks.flatMap((chunk) => JSON.parse(chunk.columns[at] ?? '[]') as Cell[])
  const figures = cells.map((cell) => (cell === null || cell === '' ? Number.NaN : Number(cell)))
  if (cells.some((cell) => cell !== null) && figures.every(Number.isNaN))
    throw new AppError('parameter_wrong', `「${only.column}」列不是数字，不能和数值比较`)
  return figures.flatMap((figure, row) =>
    !Number.isNaN(figure) && meetsThreshold(only, figure) ? [row] : [],
  )
}

const isOnce = (only: Only | null): boolean => only?.kind === 'figure' && only.once === true

function quietReason(
  { rowCount }: SentResult,
  { only, before = null }: Order,
  met: number[] | null,
): string | null {
  if (only === null) return null
  if (rowCount === 0) return '没有数据'
  if (met?.length === 0) return `未达条件：${onlyText(only)}`
  return isOnce(only) && before === true ? '仍达条件，已经发过' : null
}

// ---- text and table

/** With the names of codes, as on screen; two codes of one name keep their codes. */
function tableOf({ columns, labels, rowCount, truncated }: SentResult, cells: Cell[][]): ShownTable {
  const texts = columns.map(({ name, type, databaseType }, at) => {
    const show = shownText({ title: name, type, databaseType })
    const names = labels.find(({ column }) => column === at)?.names ?? []
    const counts = Map.groupBy(names, ({ label }) => label)
    const labelled = new Map(
      names.map(({ code, label }) => [
        code,
        (counts.get(label)?.length ?? 0) > 1 ? `${label}（${code}）` : label,
      ]),
    )
    return (cell: Cell) => (cell === null ? emptyText : (labelled.get(String(cell)) ?? show(cell)))
  })
  const count = cells[0]?.length ?? 0
  return {
    columns: columns.map((column, at) => ({
      title: column.name,
      align: isFigure(column) && !labels.some((one) => one.column === at) ? 'right' : 'left',
    })),
    rows: Array.from({ length: count }, (_, row) =>
      cells.map((column, at) => texts[at]?.(column[row] ?? null) ?? ''),
    ),
    total: null,
    rowCount,
    truncated,
  }
}

const countText = ({ rowCount, truncated }: SentResult): string => {
  const count = rowCount.toLocaleString('en-US')
  if (truncated) return `结果超过 ${count} 行，只包含前 ${count} 行`
  return rowCount === 0 ? '查询没有返回数据' : `共 ${count} 行`
}

/** An inbox shows words alone: they hold the first rows, or those that met the threshold. */
function saidLines({ columns, rows }: ShownTable, only: Only | null, met: number[] | null): string[] {
  const chosen = met ?? rows.map((_, at) => at)
  const lines = chosen.slice(0, saidRows).flatMap((at) => {
    const row = rows[at]
    if (!row) return []
    const cells = row.slice(0, saidCells).map((cell, column) => `${columns[column]?.title ?? ''} ${cell}`)
    return [asPlain(cells.join('，'))]
  })
  if (met === null || only === null) return lines
  return [`${met.length.toLocaleString('en-US')} 行达到条件：${asPlain(onlyText(only))}`, ...lines]
}

// ---- file

const formatOf = ({ content }: Order) => (content.csv ? 'csv' : 'xlsx')

/** Like manual exports: audited; a too large file is left out, with a note. */
async function writeFile(deps: Deps, order: Order, result: SentResult, signal: AbortSignal) {
  const { files, subject, reader, account = reader } = order
  const format = formatOf(order)
  await mkdir(files.folder, { recursive: true, mode: 0o700 })
  const path = join(files.folder, `${files.name}.${format}`)
  const left = (why: string) => ({ files: [], left: [`附件没有附上：${why}`] })
  try {
    const detail = { title: subject.name, sql: subject.query.sql.slice(0, 4_000) }
    await writeAudit(deps.metadata.db, { userId: account.id, action: 'sql.export', detail })
    const { wholeLabels, namedChunk } = await fileNames()
    const { sql } = subject.query
    const titled = result.columns.map(({ name: title, type }) => ({ title, type }))
    const labels = await wholeLabels(deps, reader, { sql, kind: 'query', columns: titled })
    const stream = sheetStream({
      format,
      title: subject.name,
      columns: titled.map(({ title, type }, at) => ({
        title,
        type: labels.has(at) ? 'string' : type,
        emptyText: emptyWord,
      })),
      chunks: pieces(result, (chunk) => namedChunk(chunk, labels)),
      signal,
    })
    await makeFile(path, stream, { durable: false })
    const { size } = await stat(path)
    if (size > filesBytes) {
      await rm(path, { force: true })
      return left(`有 ${megabytes(size)}，超过 10 MB，请打开查询导出`)
    }
    const name = exportFileName(subject.name, new Date(), deps.settings.zone, format)
    return { files: [{ name, path, bytes: size }], left: [] }
  } catch (error) {
    await rm(path, { force: true })
    if (!(error instanceof AppError) || signal.aborted) throw error
    return left(asPlain(error.message))
  }
}

async function* pieces({ chunks }: SentResult, named: (chunk: ColumnChunk) => ColumnChunk) {
  for (const chunk of chunks) yield named(chunk)
}
