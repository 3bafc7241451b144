// One cell's own question: the report's, narrowed to the row's values. Where narrowing would change the
// figure (shares of the total, the rest's members, periods chosen by the whole range), the report's whole
// statement is restricted to the row instead.

import { hasPoints, leavesOf } from '#semantic/model/conditions.ts'
import {
  type Dimension,
  type Grain,
  grains,
  type Model,
  type ReportColumn,
  type ReportFilter,
  type ReportInfo,
} from '#semantic/model/types.ts'
import { chooseGrain, grainDimensions, grainOf } from '#semantic/plan/asked/grain.ts'
import { calendarDay, dateOf, dayOf, dayText } from '#shared/day.ts'
import type { Cell } from '#features/statement/contract.ts'

export interface Narrowing {
  info: ReportInfo
  model: Model
  column: ReportColumn
  /** The row's dimension values by column key. */
  cells: ReadonlyMap<string, Cell>
  except?: { key: string; values: Cell[] } | undefined
  /** The compiled days, half-open. */
  range: { from: string; until: string } | null
}

const idOf = (key: string): number => Number(key.slice(1))
const isBusinessDate = ({ table_id, types, info }: Dimension): boolean =>
  table_id === null && types === 'date' && !info.expression?.trim()

/** Filters and days that leave only the row's facts. */
export function rowFacts({ info, model, cells, except, range }: Narrowing): ReportInfo {
  const dimensions = new Map(model.dimensions.map((dimension) => [dimension.id, dimension]))
  const grain = chooseGrain(grainDimensions(info, dimensions), info.grain)
  const filters: ReportFilter[] = []
  let { dateRange } = info
  let days = range
  for (const [key, value] of cells) {
    if (key === except?.key) continue
    const dim = idOf(key)
    const dimension = dimensions.get(dim)
    if (!dimension) continue
    const own = grainOf(dimension, grain)
    if (value === null || own === null) filters.push(valueFilter(dim, value))
    else if (own === 'hour' || String(value).length > 10) filters.push(...hourFilters(dim, String(value)))
    else if (isBusinessDate(dimension)) {
      // The days common to a month and a day.
      days = within(periodOf(String(value), own), days)
      dateRange = bothIncluded(days)
    } else filters.push({ dim, op: 'between', values: daysOf(periodOf(String(value), own)) })
  }
  if (except) filters.push({ dim: idOf(except.key), op: 'notIn', values: except.values.map(textual) })
  return {
    ...info,
    filters: [...(info.filters ?? []), ...filters],
    ...(info.compareFilters && { compareFilters: [...info.compareFilters, ...filters] }),
    ...(dateRange && { dateRange }),
  }
}

/** The row's finest date of the business; null for rows without one. */
export function finestDate(
  info: ReportInfo,
  model: Model,
  cells: Narrowing['cells'],
): { day: string; grain: Grain } | null {
  const known = new Map(model.dimensions.map((dimension) => [dimension.id, dimension]))
  const dimensions = info.dims.flatMap((id) => known.get(id) ?? [])
  const choice = chooseGrain(grainDimensions(info, known), info.grain)
  const dates = dimensions.flatMap((dimension) => {
    const [day, grain] = [cells.get(`d${dimension.id}`), grainOf(dimension, choice)]
    const isOwn = dimension.table_id === null && !dimension.info.expression?.trim() && isTemporal(dimension)
    return isOwn && typeof day === 'string' && grain !== null ? [{ day, grain }] : []
  })
  return dates.sort((one, other) => grains.indexOf(one.grain) - grains.indexOf(other.grain))[0] ?? null
}

/** Null where only the whole report gives this cell. */
export function narrowed(wanted: Narrowing): ReportInfo | null {
  const { info, model, column, cells, except } = wanted
  const { role = 'value' } = column
  if ((info.kind ?? 'table') !== 'table' || !['value', 'previous', 'change'].includes(role)) return null
  if (hasPoints(info.filters) && (role !== 'value' || info.top || readsPast(info))) return null
  const dates = new Set(model.dimensions.filter(isTemporal).map(({ id }) => `d${id}`))
  // The whole range determines the other period's days, and rows are matched by their dates.
  if (role !== 'value' && ([...cells.keys()].some((key) => dates.has(key)) || info.compare === 'lunar')) {
    return null
  }
  if (except && info.dims.length > cells.size) return null
  const {
    top: _,
    shares: __,
    subtotals: ___,
    calculations: ____,
    order,
    limit,
    fillDates,
    columns,
    chart,
    pivot,
    ...rest
  } = rowFacts(wanted)
  const dims = except ? rest.dims.filter((id) => id !== idOf(except.key)) : rest.dims
  const { compare, compareRange, compareFilters, ...plain } = rest
  const compared = {
    ...(compare && { compare }),
    ...(compareRange && { compareRange }),
    ...(compareFilters && { compareFilters }),
  }
  return { ...plain, dims, ...(role !== 'value' && compared) }
}

/** Whether rows are selected by past figures, which depend on the whole range. */
const readsPast = ({ filters }: ReportInfo): boolean =>
  leavesOf(filters).some(({ than }) => than !== undefined && 'past' in than)

function isTemporal(dimension: Dimension | undefined): boolean {
  return dimension?.types === 'date' || dimension?.types === 'time'
}

const textual = (value: Cell): string | number | null => (typeof value === 'boolean' ? String(value) : value)

const valueFilter = (dim: number, value: Cell): ReportFilter =>
  value === null ? { dim, op: 'isNull', values: [] } : { dim, op: 'in', values: [textual(value)] }

/** The hour that begins at a moment. */
function hourFilters(dim: number, moment: string): ReportFilter[] {
  const day = calendarDay(moment.slice(0, 10)) ?? 0
  const hour = Number(moment.slice(11, 13))
  const next = hour === 23 ? `${dayText(day + 1)} 00:00:00` : `${moment.slice(0, 11)}${two(hour + 1)}:00:00`
  return [
    { dim, op: 'gte', values: [moment] },
    { dim, op: 'lt', values: [next] },
  ]
}
const two = (value: number): string => String(value).padStart(2, '0')

interface Days {
  from: number
  until: number
}

function periodOf(value: string, grain: Grain): Days {
  const from = calendarDay(value.slice(0, 10)) ?? 0
  const { year, month } = dateOf(from)
  switch (grain) {
    case 'week':
      return { from, until: from + 7 }
    case 'month':
      return { from, until: dayOf(year, month + 1, 1) }
    case 'quarter':
      return { from, until: dayOf(year, month + 3, 1) }
    case 'year':
      return { from, until: dayOf(year + 1, 1, 1) }
    default:
      return { from, until: from + 1 }
  }
}

const daysOf = ({ from, until }: Days): [string, string] => [dayText(from), dayText(until - 1)]

type Range = NonNullable<Narrowing['range']>

function within({ from, until }: Days, range: Narrowing['range']): Range {
  const own = { from: dayText(from), until: dayText(until) }
  if (!range) return own
  return {
    from: own.from > range.from ? own.from : range.from,
    until: own.until < range.until ? own.until : range.until,
  }
}

const bothIncluded = ({ from, until }: Range): { from: string; to: string } => ({
  from,
  to: dayText((calendarDay(until) ?? 0) - 1),
})
