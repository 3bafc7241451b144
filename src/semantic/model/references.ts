// Which dimensions and points a report's definition names, wherever in it; and the same with others in their places.
import type { ReportFilter, ReportInfo } from './types.ts'

type Exchange = (id: number) => number

const columnKey = /^([dp])(\d+)(_\w+)?$/

/** The definition with every id exchanged; what an exchange leaves alone stays. */
export function exchangeIds(info: ReportInfo, exchange: { dim: Exchange; point: Exchange }): ReportInfo {
  const keyOf = (key: string): string => {
    const found = columnKey.exec(key)
    if (!found) return key
    const [, kind, id, suffix = ''] = found
    return `${kind}${(kind === 'd' ? exchange.dim : exchange.point)(Number(id))}${suffix}`
  }
  const filterOf = (filter: ReportFilter): ReportFilter => ({
    ...filter,
    ...(filter.dim !== undefined && { dim: exchange.dim(filter.dim) }),
    ...(filter.point !== undefined && { point: exchange.point(filter.point) }),
  })
  const { filters, compareFilters, order, shares, top, columns, chart, pivot } = info
  return {
    ...info,
    dims: info.dims.map(exchange.dim),
    points: info.points.map(exchange.point),
    ...(filters && { filters: filters.map(filterOf) }),
    ...(compareFilters && { compareFilters: compareFilters.map(filterOf) }),
    ...(order && { order: order.map((term) => ({ ...term, key: keyOf(term.key) })) }),
    ...(shares && { shares: shares.map(exchange.point) }),
    ...(top && { top: { ...top, dim: exchange.dim(top.dim), by: exchange.point(top.by) } }),
    ...(columns && { columns: columns.map(keyOf) }),
    ...(chart && { chart: { ...chart, ...(chart.keys && { keys: chart.keys.map(keyOf) }) } }),
    ...(pivot && { pivot: pivot.map(exchange.dim) }),
  }
}

/** Ids that the definition names, each once. */
export function referencedIds(info: ReportInfo): { dims: Set<number>; points: Set<number> } {
  const found = { dims: new Set<number>(), points: new Set<number>() }
  const noteIn = (ids: Set<number>) => (id: number) => {
    ids.add(id)
    return id
  }
  exchangeIds(info, { dim: noteIn(found.dims), point: noteIn(found.points) })
  return found
}
