// Ids of dimensions and points within a report's definition: collects them, exchanges them for others,
// removes those that no longer exist. A definition names ids in these places:
//
//   by id    dims, points, filters, compareFilters, shares, top, pivot
//   by key   order, columns, chart.keys: `d1`, `p2`, and columns that belong to a figure, `p2_diff`
//
//   withoutIds({ dims: [1, 4], points: [2], order: [{ key: 'd4', desc: true }] }, { dims: {4}, points: {} })
//     → { dims: [1], points: [2], order: [] }
import type { ReportFilter, ReportInfo } from './types.ts'

/** The id to write in place of another; null removes it. */
type Exchange = (id: number) => number | null

const columnKey = /^([dp])(\d+)(_\w+)?$/

/** A copy of the definition with every id exchanged; what names a removed id is removed with it. */
export function exchangeIds(info: ReportInfo, exchange: { dim: Exchange; point: Exchange }): ReportInfo {
  const keyOf = (key: string): string | null => {
    const found = columnKey.exec(key)
    if (!found) return key
    const [, kind, id, suffix = ''] = found
    const other = (kind === 'd' ? exchange.dim : exchange.point)(Number(id))
    return other === null ? null : `${kind}${other}${suffix}`
  }
  const filterOf = (filter: ReportFilter): ReportFilter | null => {
    const dim = filter.dim === undefined ? undefined : exchange.dim(filter.dim)
    const point = filter.point === undefined ? undefined : exchange.point(filter.point)
    if (dim === null || point === null) return null
    return { ...filter, ...(dim !== undefined && { dim }), ...(point !== undefined && { point }) }
  }
  const { filters, compareFilters, order, shares, top, columns, chart, pivot, ...rest } = info
  return {
    ...rest,
    dims: each(info.dims, exchange.dim),
    points: each(info.points, exchange.point),
    ...(filters && { filters: each(filters, filterOf) }),
    ...(compareFilters && { compareFilters: each(compareFilters, filterOf) }),
    ...(order && {
      order: order.flatMap((term) => each([term.key], keyOf).map((key) => ({ ...term, key }))),
    }),
    ...(shares && { shares: each(shares, exchange.point) }),
    ...(top && topOf(top, exchange)),
    ...(columns && { columns: each(columns, keyOf) }),
    ...(chart && { chart: { ...chart, ...(chart.keys && { keys: each(chart.keys, keyOf) }) } }),
    ...(pivot && { pivot: each(pivot, exchange.dim) }),
  }
}

const each = <Thing>(things: readonly Thing[], other: (thing: Thing) => Thing | null): Thing[] =>
  things.flatMap((thing) => other(thing) ?? [])

function topOf(
  top: NonNullable<ReportInfo['top']>,
  exchange: { dim: Exchange; point: Exchange },
): Pick<ReportInfo, 'top'> {
  const [dim, by] = [exchange.dim(top.dim), exchange.point(top.by)]
  return dim === null || by === null ? {} : { top: { ...top, dim, by } }
}

export interface ReferencedIds {
  dims: ReadonlySet<number>
  points: ReadonlySet<number>
}

/** All ids that the definition names. */
export function referencedIds(info: ReportInfo): ReferencedIds {
  const found = { dims: new Set<number>(), points: new Set<number>() }
  const noteIn = (ids: Set<number>) => (id: number) => {
    ids.add(id)
    return id
  }
  exchangeIds(info, { dim: noteIn(found.dims), point: noteIn(found.points) })
  return found
}

/** A copy of the definition without these ids and whatever names them (filters, orders, chart keys …). */
export function withoutIds(info: ReportInfo, { dims, points }: ReferencedIds): ReportInfo {
  const left = exchangeIds(info, {
    dim: (id) => (dims.has(id) ? null : id),
    point: (id) => (points.has(id) ? null : id),
  })
  if (left.dims.length > 0) return left
  // Subtotals without dimensions are refused by the compile.
  const { subtotals, ...rest } = left
  return rest
}
