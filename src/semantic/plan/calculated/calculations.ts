// Calculations → what the statement works out over its rows, and the further periods that they read.
//
//   7 days' mean of 充值金额, range 03-02 – 03-08   window: the same request over 02-24 – 03-08
//   share of 渠道 in each 日期's subtotal            subtotals, which are hidden where nobody asked for them
//   share of a 渠道 in 渠道, 日期 of its 日期         wholes: the same request by 日期 alone
//   difference to 2026-03-01                        baseRows: the same points over that day

import type { PointDefinition } from '#semantic/model/definitions.ts'
import type { Kind } from '#semantic/model/expression/tree.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, Dimension, ReportInfo } from '#semantic/model/types.ts'
import { isFixed, type ReadCalculation } from '../asked/calculations.ts'
import { grainOf, isBusinessDate } from '../asked/grain.ts'
import { alikeAt, isPrefix, levelsOf } from '../asked/levels.ts'
import type { ResolvedRange } from '../asked/range.ts'
import { type Filters, withoutConditions } from '../compared/comparison.ts'
import { type Asked, planPeriod } from '../facts/period.ts'
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
import { type DateAlong, dateAlong, datedSeries, leavesOf, type SeriesSource, seriesOn } from './series.ts'
import { endedBefore, reachOf, windowRange } from './windows.ts'

export interface CalculationSource {
  info: ReportInfo
  asked: Asked
  range: ResolvedRange | null
  filters: Filters
  /** Of each dimension's values. */
  kinds: Kind[]
  lookup: Lookup
  context: CompileContext
}

export function planCalculations(
  calculations: ReadCalculation[],
  source: CalculationSource,
): CalculationsPlan {
  if (calculations.length === 0) return { columns: [], windows: [], wholes: [], baseRows: [] }
  const { asked, info } = source
  const levels = levelsOf(asked.dims, info.subtotals === true)
  const series = { dims: asked.dims, grain: asked.grain, levels, cutoffHour: source.context.cutoffHour }
  const date = dateAlong(series)
  const columns = calculations.map(
    (calculation): CalculationPlan => ({
      key: calculation.key,
      of: `p${calculation.asked.of}`,
      work: workOf(calculation, series, date, source),
    }),
  )
  const grainOfDate = (dimension: Dimension) => grainOf(dimension, asked.grain)
  return {
    columns,
    windows: planWindows(calculations, date, source),
    wholes: planWholes(calculations, levels, source),
    baseRows: planBaseRows(calculations, columns, { ...source, grainOf: grainOfDate }),
  }
}

function workOf(
  calculation: ReadCalculation,
  series: SeriesSource,
  date: DateAlong | null,
  source: CalculationSource,
): CalculationWork {
  const { asked, definition } = calculation
  const { dims, levels } = series
  const { kind, within = [] } = asked
  if (isFixed(kind)) return fixedWork(calculation, kind, series, date, source)
  switch (kind) {
    case 'rank':
      return {
        kind,
        desc: asked.ascending !== true,
        within: within.map((id) => `d${id}`),
        // Rows of which each is the only one within what is ranked have no place.
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
      return movingWork(calculation, kind, series, date, source)
  }
}

function movingWork(
  { asked, definition, subject }: ReadCalculation,
  how: 'average' | 'sum',
  series: SeriesSource,
  date: DateAlong | null,
  { filters, range, context }: CalculationSource,
): CalculationWork {
  if (date === null || !isBusinessDate(date.dimension))
    throw reportInvalid(`${subject}沿日期计算，报表要按日期分组；请加上日期维度，或去掉这个计算`)
  const dated = filters.flatMap(({ dimensions }) => dimensions).find(isBusinessDate)
  if (dated !== undefined)
    throw reportInvalid(`${subject}要读所选日期之外的日子，不能再用维度「${dated.name}」筛选：请改用日期范围`)
  const { back, ahead } = reachOf(asked)
  return {
    kind: 'moving',
    how,
    window: {
      series: datedSeries(series, date, definition, true),
      grain: date.grain,
      back,
      ahead,
      // A window that ends with the day itself is as unfinished as that day, which is marked so.
      within: ahead === 0 ? null : endedBefore(date, ahead, context),
      isBounded: range === null,
    },
  }
}

function fixedWork(
  { asked, definition, subject }: ReadCalculation,
  shows: 'difference' | 'change' | 'index',
  series: SeriesSource,
  date: DateAlong | null,
  { info, asked: { dims }, kinds, context }: CalculationSource,
): CalculationWork {
  const dimension = dims.find(({ id }) => id === asked.along) ?? date?.dimension ?? (dims.at(-1) as Dimension)
  const isDate = date !== null && dimension === date.dimension
  const grain = isDate ? date.grain : null
  const found = fixedBase(asked, { dimension, kind: kinds[dims.indexOf(dimension)] as Kind, grain, subject })
  const isPeriod = grain !== null && grain !== 'day' && grain !== 'hour'
  const base = 'value' in found ? valueBase(found, { info, context, dimension, isPeriod }) : found
  const ofDate = isDate ? date : null
  return {
    kind: 'fixed',
    shows,
    dim: `d${dimension.id}`,
    base,
    series: ofDate === null ? seriesOn(series, dimension) : fixedSeries(series, ofDate, definition, base),
    ended: ofDate === null || !isBusinessDate(dimension) ? null : endedBefore(ofDate, 0, context),
  }
}

function valueBase(base: Extract<BasePlan, { value: unknown }>, asked: Omit<BaseAsked, 'value'>): BasePlan {
  const none = noBase({ ...asked, value: (base.value?.value ?? null) as string | null })
  return none === null ? base : { none }
}

/** An end is one of its month's rows; what is set against a day stands beside it whatever month it is in itself. */
function fixedSeries(
  series: SeriesSource,
  date: DateAlong,
  definition: PointDefinition,
  base: BasePlan,
): SeriesPlan {
  if ('end' in base) return datedSeries(series, date, definition)
  const { restart, ...others } = datedSeries(series, date, definition, true)
  const isOtherDate = (key: string) =>
    isBusinessDate(date.dimension) && series.dims.some((dim) => `d${dim.id}` === key && isBusinessDate(dim))
  return { ...others, restart: restart.filter((key) => !isOtherDate(key)) }
}

function planWindows(
  calculations: ReadCalculation[],
  date: DateAlong | null,
  { asked, range, filters, lookup, context }: CalculationSource,
): CalculationsPlan['windows'] {
  const moving = calculations.filter(({ asked: { kind } }) => kind === 'average' || kind === 'sum')
  if (moving.length === 0 || date === null) return []
  // Windows hold all rows at every level, also those that conditions hide: a subtotal's window is that of its rows.
  const whole = { ...asked, ...withoutConditions }
  return [...Map.groupBy(moving, factsOf).values()].map((own) => {
    const reaches = own.map((calculation) => reachOf(calculation.asked))
    const days = range === null ? null : windowRange(range, date.grain, reaches, context)
    return {
      period: planPeriod(needing(own, whole), { range: days, filters }, lookup, context).plan,
      keys: own.map(({ key }) => key),
    }
  })
}

const factsOf = ({ definition }: ReadCalculation): string =>
  [...new Set(leavesOf(definition).map(({ table }) => table.id))].sort().join()

/** The request for these calculations' points alone, and those that filter its rows. */
function needing(calculations: ReadCalculation[], asked: Asked): Asked {
  const selected = [...new Set(calculations.map(({ definition }) => definition))]
  return { ...asked, selected, hidden: [...asked.having.definitions.values()] }
}

const pointsOf = (calculations: ReadCalculation[]): string[] => [
  ...new Set(calculations.map(({ asked }) => `p${asked.of}`)),
]

/** Figures by dimensions that are not the report's first ones. */
function planWholes(
  calculations: ReadCalculation[],
  levels: number[],
  { asked, range, filters, lookup, context }: CalculationSource,
): CalculationsPlan['wholes'] {
  const found = new Map<string, { by: Dimension[]; calculations: ReadCalculation[] }>()
  for (const calculation of calculations.filter((one) => one.asked.kind === 'share'))
    for (const level of levels) {
      const by = alikeAt(calculation.asked, level, asked.dims)
      if (isPrefix(by, asked.dims)) continue
      const key = by.map(({ id }) => id).join('.')
      const known = found.get(key) ?? { by, calculations: [] }
      known.calculations.push(calculation)
      found.set(key, known)
    }
  return [...found.values()].map(({ by, calculations: own }) => {
    const whole = wholeAsked(by, needing(own, asked))
    const { plan } = planPeriod(whole, { range, filters }, lookup, context)
    return { by: by.map(({ id }) => `d${id}`), period: plan, level: by.length, points: pointsOf(own) }
  })
}

/**
 * By these dimensions alone; where filters on points decide which rows there are, by all of them, these first.
 */
function wholeAsked(by: Dimension[], asked: Asked): Asked {
  const { dims, having, top } = asked
  if (having.conditions.length > 0)
    return { ...asked, dims: [...by, ...dims.filter((other) => !by.includes(other))], subtotals: true }
  const isCut = by.some(({ id }) => `d${id}` === top?.dim)
  return { ...asked, dims: by, subtotals: false, top: isCut ? top : null }
}
