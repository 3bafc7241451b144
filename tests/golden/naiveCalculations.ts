// Computes calculations row by row by their definition: each window's periods one by one, each total again from the
// facts. Independent of the engine and of how it combines them.
import type { Calculation, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import type { Cell } from './golden.ts'
import { type NaiveModel, type NaiveRow, pointsNamed } from './naive.ts'

/** From the naive evaluation: evaluates a variant of the report, with the top values of the whole report. */
export interface NaiveReport {
  info: ReportInfo
  model: NaiveModel
  total: NaiveRow
  rows: NaiveRow[]
  /** The first unfinished day. */
  today: string
  evaluate: (info: ReportInfo) => { total: NaiveRow; rows: NaiveRow[] }
  /** The figure of a point that has nothing to count. */
  nothing: (id: number) => number | null
}

type Figure = number | null

const keyOf = (calculation: Calculation): string => `p${calculation.of}_c${calculation.number}`
const figureIn = (row: NaiveRow, { of }: Calculation): Figure => row.cells.get(`p${of}`) as Figure

/** Without dates, calculations follow the order of rows, which must be known first. */
export const followsRows = (
  calculation: Calculation,
  { info, model }: { info: ReportInfo; model: Pick<NaiveModel, 'dims'> },
): boolean => {
  if (calculation.kind === 'running') return dateAt(info, model) < 0
  if (!['difference', 'change', 'index'].includes(calculation.kind)) return false
  return alongAt(calculation, info, model) !== dateAt(info, model) && typeof calculation.base !== 'object'
}

export function calculate(report: NaiveReport, isOrdered: boolean): void {
  for (const calculation of report.info.calculations ?? [])
    if (followsRows(calculation, report) === isOrdered)
      for (const row of [report.total, ...report.rows])
        row.cells.set(keyOf(calculation), resultOf(calculation, row, report))
}

function resultOf(calculation: Calculation, row: NaiveRow, report: NaiveReport): Figure {
  switch (calculation.kind) {
    case 'rank':
      return rank(calculation, row, report)
    case 'running':
      return running(calculation, row, report)
    case 'average':
    case 'sum':
      return moving(calculation, row, report)
    case 'share':
      return share(calculation, row, report)
    default:
      return fixed(calculation, row, report)
  }
}

const dateAt = ({ dims }: ReportInfo, model: Pick<NaiveModel, 'dims'>): number =>
  dims.findIndex((id) => model.dims.get(id) === 'day')

function alongAt({ along }: Calculation, info: ReportInfo, model: Pick<NaiveModel, 'dims'>): number {
  if (along !== undefined) return info.dims.indexOf(along)
  return dateAt(info, model) < 0 ? info.dims.length - 1 : dateAt(info, model)
}

/** Whether rows of one level are equal in these dimensions. 其他 is a value of its own. */
function alike(one: NaiveRow, other: NaiveRow, places: number[], { top, dims }: ReportInfo): boolean {
  const cut = top ? dims.indexOf(top.dim) : -1
  return (
    one.level === other.level &&
    places.every((place) => one.dims[place] === other.dims[place]) &&
    (!places.includes(cut) || one.other === other.other)
  )
}

const allBut = (place: number, { dims }: ReportInfo): number[] =>
  dims.map((_, index) => index).filter((index) => index !== place)

function rank(calculation: Calculation, row: NaiveRow, { info, rows }: NaiveReport): Figure {
  const { within = [], ascending = false } = calculation
  const figure = figureIn(row, calculation)
  const places = within.map((id) => info.dims.indexOf(id))
  const isOnly = info.dims.slice(0, row.level).every((id) => within.includes(id))
  const isRest = (one: NaiveRow) => one.other && !within.includes(info.top?.dim ?? -1)
  if (row.level === 0 || figure === null || isOnly || isRest(row)) return null
  const better = rows.filter((one) => {
    const own = figureIn(one, calculation)
    if (own === null || isRest(one) || !alike(one, row, places, info)) return false
    return ascending ? own < figure : own > figure
  })
  return better.length + 1
}

function running(calculation: Calculation, row: NaiveRow, { info, model, rows }: NaiveReport): Figure {
  const date = dateAt(info, model)
  if (row.level === 0 || (date >= 0 && date >= row.level)) return figureIn(row, calculation)
  const outer = date < 0 ? info.dims.map((_, index) => index).slice(0, row.level - 1) : allBut(date, info)
  const place = rows.indexOf(row)
  const soFar = rows.filter((one, index) => {
    if (!alike(one, row, outer, info)) return false
    return date < 0 ? index <= place : String(one.dims[date]) <= String(row.dims[date])
  })
  return sumOf(soFar.map((one) => figureIn(one, calculation)))
}

function sumOf(figures: Figure[]): Figure {
  const known = figures.filter((figure) => figure !== null)
  return known.length === 0 ? null : known.reduce((sum, figure) => sum + figure, 0)
}

const dayMs = 86_400_000
const isoOf = (date: Date): string => date.toISOString().slice(0, 10)

/** First day of the period that contains a day, moved by a number of periods. */
function periodOf(day: string, grain: string, later = 0): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (grain === 'month')
    return isoOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1)))
  const back = grain === 'week' ? (date.getUTCDay() + 6) % 7 : 0
  return isoOf(new Date(date.getTime() + (later * (grain === 'week' ? 7 : 1) - back) * dayMs))
}

function moving(calculation: Calculation, row: NaiveRow, report: NaiveReport): Figure {
  const { info, model, today } = report
  const { periods = 0, centred = false, kind } = calculation
  const date = dateAt(info, model)
  const grain = info.grain ?? 'day'
  if (row.level === 0 || date >= row.level) return null
  const own = String(row.dims[date])
  const back = centred ? Math.floor(periods / 2) : periods - 1
  const ahead = periods - 1 - back
  const [first, last] = [periodOf(own, grain, -back), periodOf(own, grain, ahead)]
  if (ahead > 0 && last >= periodOf(today, grain)) return null
  const known = windowRows(calculation.of, report)
  const level = known.filter((one) => one.level === row.level)
  const days = level.map((one) => String(one.dims[date])).toSorted()
  if (!info.dateRange && (first < (days[0] ?? '') || last > (days.at(-1) ?? ''))) return null
  const figures = Array.from({ length: periods }, (_, index): Figure => {
    const wanted = periodOf(own, grain, index - back)
    const found = level.find(
      (one) =>
        one.dims[date] === wanted && one.other === row.other && alike(one, row, allBut(date, info), info),
    )
    return found ? figureIn(found, calculation) : report.nothing(calculation.of)
  })
  const sum = sumOf(figures)
  if (kind === 'sum' || sum === null) return sum
  return sum / figures.filter((figure) => figure !== null).length
}

/**
 * Rows of all levels over whole periods, including those before and after the requested days, without conditions on
 * figures.
 */
function windowRows(of: number, { info, evaluate, today }: NaiveReport): NaiveRow[] {
  const { calculations: _, shares: __, order: ___, dateRange, filters = [], top, ...rest } = info
  const to = dateRange && 'to' in dateRange ? [dateRange.to, today].toSorted().at(-1) : undefined
  return evaluate({
    ...rest,
    // The window's first day depends on this point alone.
    points: [of],
    ...(top && { top: { ...top, by: of } }),
    filters: filters.filter((filter) => pointsNamed([filter]).length === 0),
    ...(to !== undefined && { dateRange: { from: '1900-01-01', to } }),
  }).rows
}

function share(calculation: Calculation, row: NaiveRow, report: NaiveReport): Figure {
  const { info, total, rows } = report
  const { parent = false, within = [] } = calculation
  const figure = figureIn(row, calculation)
  const by = parent
    ? info.dims.slice(0, Math.max(0, row.level - 1))
    : info.dims.slice(0, row.level).filter((id) => within.includes(id))
  if (parent && row.level === 0) return null
  const whole =
    by.length === 0
      ? figureIn(total, calculation)
      : by.length === row.level
        ? figure
        : wholeOf(calculation, row, by, { ...report, rows })
  return figure === null || !whole ? null : figure / whole
}

function wholeOf(calculation: Calculation, row: NaiveRow, by: number[], report: NaiveReport): Figure {
  const { info, evaluate } = report
  const { calculations: _, shares: __, order: ___, ...rest } = info
  // All dimensions, these first, because filters on points apply to the report's own rows.
  const dims = [...by, ...info.dims.filter((id) => !by.includes(id))]
  const found = evaluate({ ...rest, dims, subtotals: true }).rows.find(
    (one) =>
      one.level === by.length &&
      by.every((id, place) => one.dims[place] === row.dims[info.dims.indexOf(id)]) &&
      (!by.includes(info.top?.dim ?? -1) || one.other === row.other),
  )
  return found ? figureIn(found, calculation) : null
}

function fixed(calculation: Calculation, row: NaiveRow, report: NaiveReport): Figure {
  const { info, model, rows, today } = report
  const { base = 'first', kind } = calculation
  const along = alongAt(calculation, info, model)
  const figure = figureIn(row, calculation)
  const told = (base: Figure) => row.cells.set(`${keyOf(calculation)}_base`, base)
  told(null)
  if (row.level === 0 || along >= row.level) return null
  const isDate = along === dateAt(info, model)
  const isMixed = info.dims[along] === info.top?.dim
  const peers = rows.filter((one) => alike(one, row, allBut(along, info), info) && !(isMixed && one.other))
  const found = baseOf()
  told(found)
  if (figure === null || found === null) return null
  if (kind === 'difference') return figure - found
  if (found === 0) return null
  return kind === 'change' ? figure / found - 1 : (figure / found) * 100

  function baseOf(): Figure {
    if (typeof base === 'object') return baseOfValue(calculation, row, base.value, report)
    const grain = info.grain ?? 'day'
    const known = peers.filter(
      (one) =>
        figureIn(one, calculation) !== null && (!isDate || String(one.dims[along]) < periodOf(today, grain)),
    )
    const ordered = isDate
      ? known.toSorted((one, other) => (String(one.dims[along]) < String(other.dims[along]) ? -1 : 1))
      : known
    const chosen = base === 'first' ? ordered[0] : ordered.at(-1)
    return chosen ? figureIn(chosen, calculation) : null
  }
}

/**
 * Computed from all facts of the value, whether or not the report has a row for it; null where no row is possible.
 */
function baseOfValue(calculation: Calculation, row: NaiveRow, value: Cell, report: NaiveReport): Figure {
  const { info, model, today, evaluate } = report
  const { calculations: _, shares: __, order: ___, subtotals: ____, top, filters = [], ...rest } = info
  const along = alongAt(calculation, info, model)
  const dim = info.dims[along] as number
  const isDate = along === dateAt(info, model)
  if (isDate && String(value) > today) return null
  if (!filters.every((condition) => couldHold(condition, dim, value))) return null
  const others = info.dims.slice(0, row.level).filter((id) => id !== dim)
  const grain = info.grain ?? 'day'
  const to = isDate ? isoOf(new Date(Date.parse(periodOf(String(value), grain, 1)) - dayMs)) : ''
  const found = evaluate({
    ...rest,
    dims: [dim, ...others],
    points: [calculation.of],
    filters: filters.filter((filter) => pointsNamed([filter]).length === 0),
    ...(isDate && { dateRange: { from: String(value), to } }),
    ...(top && others.includes(top.dim) && { top: { ...top, by: calculation.of } }),
  }).rows.find(
    (one) =>
      sameValue(one.dims[0] ?? null, value) &&
      others.every((id, place) => one.dims[place + 1] === row.dims[info.dims.indexOf(id)]) &&
      (!others.includes(top?.dim ?? -1) || one.other === row.other),
  )
  return found ? figureIn(found, calculation) : report.nothing(calculation.of)
}

/** Whether any row with the value can pass the condition. */
function couldHold(condition: ReportCondition, dim: number, value: Cell): boolean {
  if (pointsNamed([condition]).length > 0) return true
  if ('any' in condition) return condition.any.some((part) => couldHold(part, dim, value))
  if ('all' in condition) return condition.all.every((part) => couldHold(part, dim, value))
  if (condition.dim !== dim) return true
  const isListed = condition.values.some((one) => sameValue(one, value))
  return condition.op === 'in' ? isListed : !isListed
}

const sameValue = (one: Cell, other: Cell): boolean =>
  one === null || other === null ? one === other : String(one) === String(other)
