// Which calculations a report offers, why one is impossible, and how they are added to its definition.
import { type CalculationNames, wordsOf } from '#semantic/model/calculation/words.ts'
import type { Calculation, CalculationKind, ReportInfo } from '#semantic/model/types.ts'
import { isDate } from '../filters/filters.ts'
import { dimensionNames, pointName } from '../report/names.ts'
import { isPlain } from '../report/options/offers.ts'
import type { QueryParams } from '../report/store.ts'

/** The form's values: everything except the number, which the report assigns. */
export type Draft = Omit<Calculation, 'number'>

export const kindNames: Record<CalculationKind, string> = {
  rank: '排名',
  running: '累计',
  average: '移动平均',
  sum: '移动合计',
  share: '占比',
  difference: '与固定行之差',
  change: '与固定行之比',
  index: '指数（基准 = 100）',
}

const usualPeriods = 7

/** The settings that a kind uses; the others belong to other kinds. */
export function draftOf(kind: CalculationKind, { of, within, periods, centred, base, along }: Draft): Draft {
  switch (kind) {
    case 'rank':
    case 'share':
      return { of, kind, ...(within?.length && { within }) }
    case 'running':
      return { of, kind }
    case 'average':
    case 'sum':
      return { of, kind, periods: periods ?? usualPeriods, ...(centred && { centred }) }
    default:
      return { of, kind, base: base ?? 'first', ...(along !== undefined && { along }) }
  }
}

/** The report's date, which calculations follow; undefined without one. */
const dateOf = ({ dims }: ReportInfo, params: QueryParams | null) => {
  const dates = dims.flatMap((id) => params?.dimensions.filter((one) => one.id === id && isDate(one)) ?? [])
  return dates.find(({ formType }) => formType === 'dateRange') ?? dates[0]
}

export function namesFor(
  info: ReportInfo,
  params: QueryParams | null,
  base?: CalculationNames['base'],
): CalculationNames {
  const date = dateOf(info, params)
  return {
    dimension: dimensionNames(params),
    date: date ? { dimension: date, grain: info.grain ?? 'day' } : null,
    ...(base && { base }),
  }
}

export const titleOf = (
  draft: Draft,
  info: ReportInfo,
  params: QueryParams | null,
  base?: CalculationNames['base'],
): string =>
  `${pointName(params, draft.of)} ${wordsOf({ number: 0, ...draft }, namesFor(info, params, base))}`

/** The reason in Chinese; empty where it is possible, or only the server knows. */
export function refusalOf(draft: Draft, info: ReportInfo, params: QueryParams | null): string {
  const { kind, of } = draft
  if (!isPlain(info)) return '留存、漏斗与分布报表没有这一项'
  if (!info.points.includes(of)) return '先把这个指标加进报表'
  if (info.dims.length === 0 && kind !== 'share') return '需要分组维度：没有维度时只有一行'
  const point = params?.points.find(({ id }) => id === of)
  if (kind === 'share') return point?.noShare ?? ''
  const isSum = kind === 'running' || kind === 'sum'
  if (isSum && point?.noSum) return point.noSum
  const isMoving = kind === 'average' || kind === 'sum'
  return isMoving && params !== null && !dateOf(info, params) ? '需要按日期分组' : ''
}

/** The most common ones, given the report's dimensions. */
export function usualDrafts(of: number, info: ReportInfo, params: QueryParams | null): Draft[] {
  const isDated = params === null || dateOf(info, params) !== undefined
  return [
    { of, kind: 'rank' },
    { of, kind: 'running' },
    ...(isDated ? [7, 30].map((periods): Draft => ({ of, kind: 'average', periods })) : []),
    ...(info.dims.length > 1 ? [{ of, kind: 'share', parent: true } as const] : []),
    { of, kind: 'change', base: 'first' },
    { of, kind: 'index', base: 'first' },
  ]
}

const same = ({ number: _, ...own }: Calculation, draft: Draft): boolean =>
  JSON.stringify(sorted(own)) === JSON.stringify(sorted(draft))
const sorted = (draft: Draft) => Object.entries(draft).toSorted(([one], [other]) => (one < other ? -1 : 1))

export const found = ({ calculations = [] }: ReportInfo, draft: Draft): Calculation | undefined =>
  calculations.find((own) => same(own, draft))

/** Adds the draft with a free number, or replaces the calculation with the given number. */
export function withDraft(
  { calculations = [] }: ReportInfo,
  draft: Draft,
  number: number | null = null,
): Calculation[] {
  if (number !== null) return calculations.map((own) => (own.number === number ? { number, ...draft } : own))
  const taken = new Set(calculations.map((own) => own.number))
  let free = 1
  while (taken.has(free)) free += 1
  return [...calculations, { number: free, ...draft }]
}

export const withoutNumber = ({ calculations = [] }: ReportInfo, number: number): Calculation[] =>
  calculations.filter((own) => own.number !== number)
