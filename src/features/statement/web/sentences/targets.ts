// What a meaning opens: a report with changes. Resolved when the entry is previewed or run.

import type {
  Calculation,
  OwnFormula,
  ReportCondition,
  ReportFilter,
  ReportInfo,
} from '#semantic/model/types.ts'
import { call } from '#web/api/client.ts'
import { getReportByViewMetaId, getReportQueryParam, type Report } from '#features/statement/contract.ts'
import { changesFrom, writeAddress } from '../address/address.ts'
import { withDraft } from '../calculation/offers.ts'
import { withoutDims } from '../filters/filters.ts'
import { withoutStrays } from '../report/asking/request.ts'
import { blankInfo } from '../report/blankInfo.ts'
import type { SpokenActivity } from './activity.ts'
import type { Meaning } from './meanings.ts'
import { playersOf } from './players.ts'
import { formulaOf } from './quotients.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Target {
  path: string
  info: ReportInfo
  reportId: number | null
  title: string
}

/** Reports of a view that are tried for one that can use the values. */
const mostTried = 4
const quietly = { quiet: true, loading: null } as const

export async function targetOf(meaning: Meaning, vocabulary: Vocabulary): Promise<Target> {
  const { subject } = meaning
  if (subject.kind === 'view') return viewTarget(subject.view.id, meaning, vocabulary)
  if (subject.kind === 'activity') return activityTarget(subject.activity, meaning, vocabulary)
  if (subject.kind === 'point') return pointTarget(subject.point.id, meaning, vocabulary)
  const formula = formulaOf(subject.quotient)
  return pointTarget(subject.quotient.over.id, meaning, vocabulary, formula)
}

function filtersWith(
  saved: readonly ReportCondition[],
  { values, figures, isEither }: Meaning,
): ReportCondition[] {
  const dims = new Map<number, string[]>()
  for (const { dim, value } of values) dims.set(dim, [...(dims.get(dim) ?? []), value])
  const kept = withoutDims(saved, new Set(dims.keys()))
  const said = [
    ...[...dims].map(([dim, wanted]): ReportFilter => ({ dim, op: 'in', values: wanted })),
    ...figures.map(({ filter }) => filter),
  ]
  return [...kept, ...(isEither && said.length > 1 ? [{ any: said }] : said)]
}

/** With an any-condition on figures, a value is decided per row, so the rows need its dimension. */
const toldOnRows = ({ isEither, figures, values }: Meaning): number[] =>
  isEither && figures.length > 0 ? values.map(({ dim }) => dim) : []

/** The definition with everything the sentence says, without leftovers of removed parts. */
export function changed(saved: ReportInfo, meaning: Meaning, vocabulary: Vocabulary): ReportInfo {
  const { groups, reading, values, figures } = meaning
  const { range, grain, compare, compareRange, top } = reading
  const dates = saved.dims.filter((id) => {
    const types = vocabulary.dimension(id)?.types
    return types === 'date' || types === 'time'
  })
  // «By channel» means by channel only, unless days are requested, too.
  const grouped = [...(grain ? dates : []), ...groups.map(({ id }) => id)]
  const dims = [...new Set([...(groups.length === 0 ? saved.dims : grouped), ...toldOnRows(meaning)])]
  const by = saved.points[0]
  const ranked = groups[0]?.id ?? saved.dims.find((id) => !dates.includes(id))
  return withoutStrays({
    ...saved,
    dims,
    ...(range && { dateRange: range }),
    ...(grain && { grain }),
    ...playersOf(saved, meaning.players),
    ...(compare && { compare }),
    ...(compareRange && { compareRange }),
    ...(values.length + figures.length > 0 && { filters: filtersWith(saved.filters ?? [], meaning) }),
    ...(top !== undefined &&
      by !== undefined &&
      ranked !== undefined && { top: { dim: ranked, count: top, by } }),
    ...(reading.calculation && { calculations: calculated(saved, meaning) }),
  })
}

/** For the named point; for a view's report, its first. */
function calculated(saved: ReportInfo, { subject, reading }: Meaning): Calculation[] {
  const named = subject.kind === 'point' ? subject.point.id : undefined
  // A quotient is a formula, the report's only figure then.
  const of = named !== undefined && saved.points.includes(named) ? named : saved.points[0]
  const kept = saved.calculations ?? []
  if (of === undefined || reading.calculation === undefined) return kept
  return withDraft(saved, { of, ...reading.calculation })
}

async function viewTarget(viewId: number, meaning: Meaning, vocabulary: Vocabulary): Promise<Target> {
  const reports = (await call(getReportByViewMetaId, { params: { id: viewId } }, quietly)).toSorted(
    (one, other) => one.order - other.order || one.id - other.id,
  )
  const report = await fitting(reports, meaning)
  if (!report) {
    const path = writeAddress({ view: viewId, report: null, changes: {} })
    return { path, info: blankInfo, reportId: null, title: '' }
  }
  const info = changed(report.info, meaning, vocabulary)
  const number = report.id === reports[0]?.id ? null : report.id
  return {
    path: writeAddress({ view: viewId, report: number, changes: changesFrom(report.info, info) }),
    info,
    reportId: report.id,
    title: report.reportName,
  }
}

/** The first report that can use the named values and groups; else the view's first. */
async function fitting(reports: readonly Report[], { values, groups }: Meaning): Promise<Report | undefined> {
  const wanted = new Set([...values.map(({ dim }) => dim), ...groups.map(({ id }) => id)])
  if (wanted.size === 0) return reports[0]
  for (const report of reports.slice(0, mostTried)) {
    const { dimensions } = await call(
      getReportQueryParam,
      { params: { reportId: report.id }, query: {} },
      quietly,
    )
    if (dimensions.every(({ id, unreachable }) => !wanted.has(id) || unreachable === '')) return report
  }
  return reports[0]
}

/** By the day, and where groups are named and no days, as of the last day. */
function activityTarget(
  { point, asked, keys }: SpokenActivity,
  meaning: Meaning,
  vocabulary: Vocabulary,
): Target {
  const { groups, reading } = meaning
  const date = asked.show === 'days' ? undefined : vocabulary.date
  const dated = date !== undefined && (groups.length === 0 || reading.grain !== undefined)
  const start: ReportInfo = {
    ...blankInfo,
    kind: 'activity',
    dims: dated ? [date.id] : [],
    points: [point.id],
    activity: asked,
    ...(keys.length > 0 && { chart: { keys } }),
  }
  // Comparisons, ranks and calculations are those of tables.
  const { grain, ...said } = changed(start, { ...meaning, reading: daysOf(reading) }, vocabulary)
  const info = grain === undefined || grain === 'day' ? { ...said, ...(grain && { grain }) } : said
  const changes = changesFrom(blankInfo, info)
  return { path: writeAddress({ view: null, report: 0, changes }), info, reportId: null, title: '' }
}

const daysOf = ({ names, range, grain }: Meaning['reading']): Meaning['reading'] => ({
  names,
  ...(range && { range }),
  ...(grain && { grain }),
})

/** A loose report, which the reader can keep in a view of their own. `formula`: over the point. */
function pointTarget(
  pointId: number,
  meaning: Meaning,
  vocabulary: Vocabulary,
  formula?: OwnFormula,
): Target {
  const { groups, points, reading } = meaning
  const date = vocabulary.date
  const dated = date !== undefined && (groups.length === 0 || reading.grain !== undefined)
  const start: ReportInfo = {
    ...blankInfo,
    dims: dated ? [date.id] : [],
    points: [formula?.id ?? pointId, ...points.map(({ id }) => id)],
    ...(formula && { formulas: [formula] }),
  }
  const info = changed(start, meaning, vocabulary)
  const changes = changesFrom(blankInfo, info)
  return { path: writeAddress({ view: null, report: 0, changes }), info, reportId: null, title: '' }
}
