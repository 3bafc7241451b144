// Converts a report's definition on the screen into the request for its figures and into the stored
// definition.

import { dimsIn, onDimensions, withoutOpen } from '#semantic/model/conditions.ts'
import { withoutIdleFormulas } from '#semantic/model/references.ts'
import type { Calculation, ReportInfo } from '#semantic/model/types.ts'
import { withoutDims } from '#features/statement/web/filters/filters.ts'

/** Keeps only what the chosen comparison needs. */
function askedComparison({ compare, compareRange, compareFilters }: ReportInfo): Partial<ReportInfo> {
  if (compare === 'range') return compareRange ? { compare, compareRange } : {}
  if (compare === 'filters') return { compare, compareFilters: withoutOpen(compareFilters) }
  return compare ? { compare } : {}
}

/** Calculations beside plain figures; cohorts have columns of their own and no calculations, a change has its periods. */
function askedBeside(info: ReportInfo): Partial<ReportInfo> {
  if (info.kind === 'change') return askedComparison(info)
  if ((info.kind ?? 'table') !== 'table') return {}
  const { dims, subtotals, shares, calculations, top, fillDates } = info
  return {
    ...askedComparison(info),
    ...(fillDates !== undefined && { fillDates }),
    // A single dimension has no level between its rows and the total.
    ...(subtotals && dims.length > 1 && { subtotals }),
    ...(shares && shares.length > 0 && { shares }),
    ...(calculations && calculations.length > 0 && { calculations }),
    ...(top && { top }),
  }
}

/**
 * A control without a choice limits nothing. Column order, pinned columns, shading, the chart and the pivot's
 * columns affect only the screen.
 */
export const askedInfo = (info: ReportInfo): ReportInfo => withoutIdleFormulas(plainlyAsked(info))

function plainlyAsked(info: ReportInfo): ReportInfo {
  const { columns, frozen, heat, chart, pivot, filters, compare, compareRange, compareFilters, ...rest } =
    info
  const { subtotals, shares, calculations, top, fillDates, ...plain } = rest
  const chosen = withoutOpen(filters)
  return { ...plain, ...(chosen.length > 0 && { filters: chosen }), ...askedBeside(info) }
}

/** The stored definition, including screen settings and controls without a choice. */
export function keptInfo(info: ReportInfo): ReportInfo {
  const { columns, frozen, heat, chart, pivot, filters } = info
  return {
    ...plainlyAsked(info),
    ...(filters?.length && { filters }),
    ...(columns?.length && { columns }),
    ...(frozen !== undefined && { frozen }),
    ...(heat && { heat }),
    ...(chart && { chart }),
    // An empty list means no columns; without the property, the screen chooses.
    ...(pivot && { pivot }),
  }
}

export const requestKey = (reportId: number | null, info: ReportInfo): string =>
  JSON.stringify([reportId, askedInfo(info)])

/** Whether there is anything to request. */
export const isAskable = (info: ReportInfo): boolean => info.points.length > 0 || info.dims.length > 0

/** Keys of the columns of a report of plain figures; columns derived from a figure follow it. */
function shownKeys({ dims, points, compare, shares = [], calculations = [] }: ReportInfo): string[] {
  return [
    ...dims.map((id) => `d${id}`),
    ...points.flatMap((id) => [
      `p${id}`,
      ...(compare ? [`p${id}_prev`, `p${id}_diff`] : []),
      ...(shares.includes(id) ? [`p${id}_share`] : []),
      ...calculations.flatMap((one) => (one.of === id ? [`p${id}_c${one.number}`] : [])),
    ]),
  ]
}

/** Whether a calculation of a point, or along dimensions, still fits the report. */
const fitsIn =
  ({ dims, points }: ReportInfo) =>
  ({ of, within = [], along }: Calculation): boolean =>
    points.includes(of) &&
    [...within, ...(along === undefined ? [] : [along])].every((id) => dims.includes(id))

/** Removes references to columns that the report no longer shows. */
export function withoutStrays(info: ReportInfo): ReportInfo {
  const calculations = info.calculations?.filter(fitsIn(info))
  const keys = shownKeys({ ...info, ...(calculations && { calculations }) })
  const shown = new Set(keys)
  const isPlain = (info.kind ?? 'table') === 'table'
  const isShown = (key: string) => shown.has(key) || (!isPlain && !/^[dp]/.test(key))
  const order = info.order?.filter(({ key }) => isShown(key))
  const columns = info.columns?.filter(isShown)
  // A new column goes to the end of its kind; derived columns follow their figure anyway.
  const missing = isPlain ? keys.filter((key) => !key.includes('_') && !columns?.includes(key)) : []
  const { top, compareRange, compareFilters, ...rest } = info
  return {
    ...rest,
    ...(order && { order }),
    ...(columns && { columns: [...columns, ...missing] }),
    ...(info.compare === 'range' && compareRange && { compareRange }),
    ...(info.compare === 'filters' && compareFilters && { compareFilters }),
    ...(info.shares && { shares: info.shares.filter((id) => info.points.includes(id)) }),
    ...(calculations && { calculations }),
    ...(info.pivot && { pivot: info.pivot.filter((id) => info.dims.includes(id)) }),
    ...(top && info.dims.includes(top.dim) && { top }),
  }
}

/**
 * A comparison of periods fits every report with days; a comparison by conditions belongs to its own report.
 */
function carriedComparison(info: ReportInfo, saved: ReportInfo, target: ReportInfo): Partial<ReportInfo> {
  const of = ({ compare, compareRange }: ReportInfo) => JSON.stringify([compare, compareRange])
  const isPlain = (target.kind ?? 'table') === 'table'
  if (of(info) === of(saved) || info.compare === 'filters' || !target.dateRange || !isPlain) return {}
  const { compare, compareRange } = info
  return { compare, ...(compare === 'range' && { compareRange }) }
}

/**
 * What another report of the view inherits: the days, their comparison, and filters on dimensions it also
 * has.
 */
export function carriedOver(info: ReportInfo, saved: ReportInfo, target: ReportInfo): ReportInfo {
  const changedRange = JSON.stringify(info.dateRange) !== JSON.stringify(saved.dateRange)
  const known = new Set([...target.dims, ...dimsIn(target.filters)])
  const changed = JSON.stringify(info.filters ?? []) !== JSON.stringify(saved.filters ?? [])
  const carried = changed
    ? onDimensions(info.filters).filter((condition) => dimsIn([condition]).every((dim) => known.has(dim)))
    : []
  const own = withoutDims(target.filters, new Set(dimsIn(carried)))
  return {
    ...target,
    ...(changedRange && info.dateRange && target.dateRange ? { dateRange: info.dateRange } : {}),
    ...carriedComparison(info, saved, target),
    ...(carried.length > 0 ? { filters: [...own, ...carried] } : {}),
  }
}
