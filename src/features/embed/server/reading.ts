// What readers without a session get of an embed: its reports, and one report's figures.
import { Value } from 'typebox/value'
import { deepestGroups } from '#semantic/model/conditions.ts'
import { noRows, type RowScope, sharedRows } from '#semantic/model/rowScope.ts'
import type { DateRange, ReportColumn, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { scopesOf } from '#server/people.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { AppError } from '#shared/errors.ts'
import { readYears } from '#features/calendar/server/index.ts'
import { readModel } from '#features/config/server/index.ts'
import { readOwnLabels } from '#features/dictionary/server/index.ts'
import {
  dataMarks,
  figuresInScope,
  markedDays,
  type StoredReport,
  tableText,
} from '#features/statement/server/index.ts'
import { noteTrace } from '#features/trace/server/index.ts'
import { type EmbeddedView, embedFiltersSchema, mostEmbedFilters } from '../contract.ts'
import { narrowedInfo } from './narrowing.ts'
import { type OpenEmbed, openedEmbed } from './opening.ts'

interface ReaderQuestion {
  id: string
  reportId: string
  f?: string | undefined
  range?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export async function readEmbeddedView(deps: Deps, id: string): Promise<EmbeddedView> {
  const { view, reports } = await openedEmbed(deps, id)
  const { dimensions } = await readModel(deps)
  const dates = new Set(
    dimensions.filter(({ types }) => types === 'date' || types === 'time').map(({ id }) => id),
  )
  return {
    name: view.name,
    reports: reports.map(({ id, reportName, info }) => ({
      id,
      name: reportName,
      shape: shapeOf(info, dates),
    })),
  }
}

/** Conditions stay private, because filter values may name customers. */
function shapeOf(info: ReportInfo, dates: ReadonlySet<number>): EmbeddedView['reports'][number]['shape'] {
  const { kind, grain, compare, columns, order, chart, top } = info
  return {
    ...(kind && { kind }),
    ...(grain && { grain }),
    ...(compare && { compare }),
    ...(columns && { columns }),
    ...(order && { order }),
    ...(chart && { chart }),
    ...(top && { top }),
    dated: info.dateRange !== undefined || info.dims.some((id) => dates.has(id)),
  }
}

/** The answer's JSON text, in chunks. */
export async function readEmbeddedFigures(
  deps: Deps,
  question: ReaderQuestion,
  signal: AbortSignal,
): Promise<Iterable<string>> {
  const opened = await openedEmbed(deps, question.id)
  const report = opened.reports.find(({ id }) => String(id) === question.reportId)
  if (!report) throw new AppError('object_missing')
  const info = narrowed(deps, opened, report, question)
  const { head, chunks, marks } = await figures(deps, opened, report, info, signal)
  const trace = await noteTrace(deps, {
    kind: 'embed',
    userId: null,
    detail: {
      reportId: report.id,
      viewId: opened.view.id,
      reportName: `${opened.view.name} / ${report.reportName}`,
      info,
      embed: { id: opened.embed.id, ownerId: opened.owner.id },
    },
  })
  const labels = await labelsOf(deps, head.columns, chunks)
  const years = head.range ? await yearsOf(deps, head.range) : []
  return answerText(tableText({ ...head, ...marks, sql: '', trace }, chunks), { labels, years })
}

function narrowed(
  { settings }: Deps,
  { embed }: OpenEmbed,
  { info }: StoredReport,
  question: ReaderQuestion,
) {
  const { zone, cutoffHour } = settings
  const asked = { filters: askedFilters(question.f), days: askedDays(question) }
  return narrowedInfo(info, embed.settings, asked, { now: new Date(), zone, cutoffHour })
}

const wrongFilters = `地址里的条件写法有误：须是维度的条件或条件组，每组 1 至 ${mostEmbedFilters} 个，最多套 ${deepestGroups} 层`

function askedFilters(text: string | undefined): ReportCondition[] {
  if (text === undefined || text === '') return []
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('parameter_wrong', '地址里的条件写法有误')
  }
  if (!Value.Check(embedFiltersSchema, value)) throw new AppError('parameter_wrong', wrongFilters)
  return value
}

function askedDays({ range, from, to }: ReaderQuestion): DateRange | null {
  if (range !== undefined) return { relative: range as never }
  if (from === undefined && to === undefined) return null
  if (from === undefined || to === undefined) throw new AppError('parameter_wrong', '日期应有开始和结束')
  return { from, to }
}

/**
 * Limited to the rows that both the owner and the report's last author may see now; otherwise one could
 * publish the other's figures.
 */
async function figures(
  deps: Deps,
  { owner }: OpenEmbed,
  report: StoredReport,
  info: ReportInfo,
  signal: AbortSignal,
) {
  const scope = await scopeOf(deps, owner, report.authorId)
  try {
    const found = await figuresInScope(deps, { info, scope }, signal)
    return { ...found, marks: markedDays(await dataMarks(deps, scope, info, found.prepared)) }
  } catch (error) {
    // Error details name tables, columns and formulas, which are not shared.
    if (
      error instanceof AppError &&
      ['report_invalid', 'formula_invalid', 'query_failed'].includes(error.code)
    ) {
      deps.log.info({ reportId: report.id, reason: error.message }, 'embedded report not shown')
      throw new AppError('report_invalid', '这张报表暂时无法显示，请联系分享者')
    }
    throw error
  }
}

/** The author's rows count even while the author is disabled; nothing when the author is gone. */
async function scopeOf({ metadata }: Deps, owner: SessionUser, authorId: number): Promise<RowScope> {
  if (authorId === owner.id) return owner
  const authors = await scopesOf(metadata.db, [authorId])
  return sharedRows(owner, authors.get(authorId) ?? noRows)
}

/** Labels only for the codes in the table. */
async function labelsOf(
  { metadata: { db } }: Deps,
  columns: readonly ReportColumn[],
  chunks: readonly ColumnChunk[],
): Promise<Record<string, Record<string, string>>> {
  const named = columns.flatMap(({ dictId }, index) => (dictId === null ? [] : [{ dictId, index }]))
  const known = await readOwnLabels(
    db,
    named.map(({ dictId }) => dictId),
  )
  const labels = new Map<number, Map<string, string>>()
  for (const { dictId, index } of named) {
    const found = labels.get(dictId) ?? new Map<string, string>()
    labels.set(dictId, found)
    for (const chunk of chunks) {
      for (const code of JSON.parse(chunk.columns[index] ?? '[]') as unknown[]) {
        const label = known.get(dictId)?.get(String(code))
        if (label !== undefined) found.set(String(code), label)
      }
    }
  }
  return Object.fromEntries([...labels].map(([dictId, names]) => [dictId, Object.fromEntries(names)]))
}

const yearsOf = ({ metadata }: Deps, { from, to }: { from: string; to: string }) => {
  const [first, last] = [from, to].map((day) => Math.min(2100, Math.max(1970, Number(day.slice(0, 4)))))
  return readYears(metadata, first ?? 1970, last ?? 1970)
}

function* answerText(table: Iterable<string>, rest: object): Generator<string> {
  yield '{"table":'
  yield* table
  yield `,${JSON.stringify(rest).slice(1)}`
}
