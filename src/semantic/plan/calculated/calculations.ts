// Converts calculations to the work that the statement does over its rows, and the further periods that they read.
//
//   7 days' mean of 充值金额, range 03-02 – 03-08   window: the same request over 02-24 – 03-08
//   share of 渠道 in each 日期's subtotal            subtotals, hidden unless requested
//   share of a 渠道 in 渠道, 日期 of its 日期         wholes: the same request by 日期 alone
//   difference to 2026-03-01                        baseRows: the same points over that day

import type { PointDefinition } from '#semantic/model/definitions.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Dimension } from '#semantic/model/types.ts'
import { isFixed, type ReadCalculation } from '../asked/calculations.ts'
import { isBusinessDate, type ReportDate } from '../asked/grain.ts'
import { alikeAt, isPrefix, shownLevels } from '../asked/levels.ts'
import type { PeriodRequest, ReportRequest } from '../asked/request.ts'
import type { PlannedCompared } from '../compared/compared.ts'
import { withoutConditions } from '../compared/comparison.ts'
import { planPeriod } from '../facts/period.ts'
import type {
  BasePlan,
  CalculationPlan,
  CalculationsPlan,
  CalculationWork,
  SeriesPlan,
} from '../tree/tree.ts'
import { fixedBase } from './base.ts'
import { planBaseRows } from './baseRows.ts'
import { type BaseAsked, noBase } from './noBase.ts'
import { datedSeries, leavesOf, type SeriesSource, seriesOn } from './series.ts'
import { endedBefore, reachOf, windowRange } from './windows.ts'

export interface PlannedCalculated extends PlannedCompared {
  calculations: CalculationsPlan
}

export const planCalculated = (compared: PlannedCompared): PlannedCalculated => ({
  ...compared,
  calculations: planCalculations(compared),
})

function planCalculations(compared: PlannedCompared): CalculationsPlan {
  const { request } = compared
  const { dims, grain, context, calculations } = request
  if (calculations.length === 0) return { columns: [], windows: [], wholes: [], baseRows: [] }
  const levels = shownLevels(dims, request.showsSubtotals)
  const series = { dims, grain, levels, cutoffHour: context.cutoffHour }
  const columns = calculations.map(
    (calculation): CalculationPlan => ({
      key: calculation.key,
      of: `p${calculation.asked.of}`,
      work: workOf(calculation, series, compared),
    }),
  )
  return {
    columns,
    windows: planWindows(request),
    wholes: planWholes(levels, compared),
    baseRows: planBaseRows(columns, request),
  }
}

function workOf(
  calculation: ReadCalculation,
  series: SeriesSource,
  compared: PlannedCompared,
): CalculationWork {
  const { asked, definition } = calculation
  const { date } = compared.request
  const { dims, levels } = series
  const { kind, within = [] } = asked
  if (isFixed(kind)) return fixedWork(calculation, kind, series, compared)
  switch (kind) {
    case 'rank':
      return {
        kind,
        desc: asked.ascending !== true,
        within: within.map((id) => `d${id}`),
        // Levels at which each row would be alone among the ranked rows have no rank.
        levels: levels.filter((level) => dims.slice(0, level).some(({ id }) => !within.includes(id))),
      }
    case 'running':
      return {
        kind,
        series: date === null ? { along: null, restart: [], levels } : datedSeries(series, date, definition),
      }
    case 'share':
      return {
        kind,
        wholes: [0, ...levels].flatMap((level) =>
          asked.parent && level === 0
            ? []
            : [{ level, by: alikeAt(asked, level, dims).map(({ id }) => `d${id}`) }],
        ),
      }
    default:
      return movingWork(calculation, kind, series, compared.request)
  }
}

function movingWork(
  { asked, definition, subject }: ReadCalculation,
  how: 'average' | 'sum',
  series: SeriesSource,
  { filters, days, date }: ReportRequest,
): CalculationWork {
  if (date === null || !isBusinessDate(date.dimension))
    throw reportInvalid(`${subject}沿日期计算，报表要按日期分组；请加上日期维度，或去掉这个计算`)
  const dated = filters.flatMap(({ dimensions }) => dimensions).find(isBusinessDate)
  if (dated !== undefined)
    throw reportInvalid(`${subject}要读所选日期之外的数据，不能再用维度「${dated.name}」筛选：请改用日期范围`)
  const { back, ahead } = reachOf(asked)
  return {
    kind: 'moving',
    how,
    window: {
      series: datedSeries(series, date, definition, true),
      grain: date.grain,
      back,
      ahead,
      // A window that ends with the day itself is as unfinished as the day, which is marked as such.
      within: ahead === 0 ? null : endedBefore(date, ahead, days),
      isBounded: days.range === null,
    },
  }
}

function fixedWork(
  { asked, definition, subject }: ReadCalculation,
  shows: 'difference' | 'change' | 'index',
  series: SeriesSource,
  { request, kinds }: PlannedCompared,
): CalculationWork {
  const { dims, date } = request
  const dimension = dims.find(({ id }) => id === asked.along) ?? date?.dimension ?? (dims.at(-1) as Dimension)
  const isDate = date !== null && dimension === date.dimension
  const grain = isDate ? date.grain : null
  const found = fixedBase(asked, { dimension, kind: kinds[dims.indexOf(dimension)] as Kind, grain, subject })
  const isPeriod = grain !== null && grain !== 'day' && grain !== 'hour'
  const base = 'value' in found ? valueBase(found, { request, dimension, isPeriod }) : found
  const ofDate = isDate ? date : null
  return {
    kind: 'fixed',
    shows,
    dim: `d${dimension.id}`,
    base,
    series: ofDate === null ? seriesOn(series, dimension) : fixedSeries(series, ofDate, definition, base),
    ended: ofDate === null || !isBusinessDate(dimension) ? null : endedBefore(ofDate, 0, request.days),
  }
}

function valueBase(base: Extract<BasePlan, { value: unknown }>, asked: Omit<BaseAsked, 'value'>): BasePlan {
  const none = noBase({ ...asked, value: (base.value?.value ?? null) as string | null })
  return none === null ? base : { none }
}

/** An end is taken within its month; a row of a given date is the same for all months. */
function fixedSeries(
  series: SeriesSource,
  date: ReportDate,
  definition: PointDefinition,
  base: BasePlan,
): SeriesPlan {
  if ('end' in base) return datedSeries(series, date, definition)
  const { restart, ...others } = datedSeries(series, date, definition, true)
  const isOtherDate = (key: string) =>
    isBusinessDate(date.dimension) && series.dims.some((dim) => `d${dim.id}` === key && isBusinessDate(dim))
  return { ...others, restart: restart.filter((key) => !isOtherDate(key)) }
}

function planWindows(request: ReportRequest): CalculationsPlan['windows'] {
  const { calculations, date, days: asked, filters } = request
  const moving = calculations.filter(({ asked: { kind } }) => kind === 'average' || kind === 'sum')
  if (moving.length === 0 || date === null) return []
  // Windows include all rows at every level, even rows hidden by conditions: a subtotal's window covers its rows'
  // windows.
  const whole = { ...request, ...withoutConditions }
  return [...Map.groupBy(moving, factsOf).values()].map((own) => {
    const reaches = own.map((calculation) => reachOf(calculation.asked))
    const range = asked.range === null ? null : windowRange(asked.range, date.grain, reaches, asked.today)
    return {
      period: planPeriod(needing(own, whole), { range, filters }).plan,
      keys: own.map(({ key }) => key),
    }
  })
}

const factsOf = ({ definition }: ReadCalculation): string =>
  [...new Set(leavesOf(definition).map(({ table }) => table.id))].sort().join()

/** The request with only these calculations' points, and the points that filter its rows. */
function needing(calculations: ReadCalculation[], asked: PeriodRequest): PeriodRequest {
  const selected = [...new Set(calculations.map(({ definition }) => definition))]
  return { ...asked, selected, hidden: [...asked.having.definitions.values()] }
}

const pointsOf = (calculations: ReadCalculation[]): string[] => [
  ...new Set(calculations.map(({ asked }) => `p${asked.of}`)),
]

/** Figures by dimensions that are not the report's leading ones. */
function planWholes(
  levels: number[],
  { request, period: { pasts } }: PlannedCompared,
): CalculationsPlan['wholes'] {
  const { calculations, dims, days, filters } = request
  const found = new Map<string, { by: Dimension[]; calculations: ReadCalculation[] }>()
  for (const calculation of calculations.filter((one) => one.asked.kind === 'share'))
    for (const level of levels) {
      const by = alikeAt(calculation.asked, level, dims)
      if (isPrefix(by, dims)) continue
      const key = by.map(({ id }) => id).join('.')
      const known = found.get(key) ?? { by, calculations: [] }
      known.calculations.push(calculation)
      found.set(key, known)
    }
  return [...found.values()].map(({ by, calculations: own }) => {
    const whole = wholeAsked(by, needing(own, request))
    const { plan } = planPeriod(whole, { range: days.range, filters })
    return {
      by: by.map(({ id }) => `d${id}`),
      period: { ...plan, pasts },
      level: by.length,
      points: pointsOf(own),
    }
  })
}

/**
 * The request by only these dimensions; if filters on points decide which rows exist, by all dimensions, these first.
 */
function wholeAsked(by: Dimension[], asked: PeriodRequest): PeriodRequest {
  const { dims, having, top } = asked
  if (having.conditions.length > 0)
    return { ...asked, dims: [...by, ...dims.filter((other) => !by.includes(other))], subtotals: true }
  const isCut = by.some(({ id }) => `d${id}` === top?.dim)
  return { ...asked, dims: by, subtotals: false, top: isCut ? top : null }
}
