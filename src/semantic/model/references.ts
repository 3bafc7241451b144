// Ids of dimensions and points within a report's definition: collects them, exchanges them for others,
// removes those that no longer exist. A definition names ids in these places:
//
//   by id    dims, points, filters, compareFilters, shares, calculations, top, pivot
//   by key   order, columns, chart.keys: `d1`, `p2`, and columns that belong to a figure, `p2_diff`
//   by text  formulas of the report's own: `[#11] / [#-2]`
//
//   withoutIds({ dims: [1, 4], points: [2], order: [{ key: 'd4', desc: true }] }, { dims: {4}, points: {} })
//     → { dims: [1], points: [2], order: [] }
import { mapLeaves } from './conditions.ts'
import { exchangeFormulas, idNamed, idsIn, namesIn } from './formulaText.ts'
import type { Calculation, FilterThan, ReportFilter, ReportInfo } from './types.ts'

/** Replaces an id; null removes it. */
type Exchange = (id: number) => number | null

const columnKey = /^([dp])(-?\d+)(_\w+)?$/

export interface Exchanges {
  dim: Exchange
  point: Exchange
  /**
   * For the report's own formulas, by their negative ids; absent: unchanged. A formula that gets a point's id
   * becomes that point.
   */
  own?: Exchange
}

/**
 * A copy of the definition with every id replaced; parts with a removed id are removed, including formulas
 * over it.
 */
export function exchangeIds(info: ReportInfo, given: Exchanges): ReportInfo {
  const { formulas, own } = exchangeFormulas(info.formulas ?? [], given)
  const exchange = { dim: given.dim, point: (id: number) => (id < 0 ? own(id) : given.point(id)) }
  const keyOf = (key: string): string | null => {
    const found = columnKey.exec(key)
    if (!found) return key
    const [, kind, id, suffix = ''] = found
    const other = (kind === 'd' ? exchange.dim : exchange.point)(Number(id))
    return other === null ? null : `${kind}${other}${suffix}`
  }
  const thanOf = (than: FilterThan): FilterThan | null => {
    if (!('point' in than)) return than
    const point = exchange.point(than.point)
    return point === null ? null : { ...than, point }
  }
  const filterOf = (filter: ReportFilter): ReportFilter | null => {
    const dim = filter.dim === undefined ? undefined : exchange.dim(filter.dim)
    const point = filter.point === undefined ? undefined : exchange.point(filter.point)
    const than = filter.than && thanOf(filter.than)
    if (dim === null || point === null || than === null) return null
    return {
      ...filter,
      ...(dim !== undefined && { dim }),
      ...(point !== undefined && { point }),
      ...(than && { than }),
    }
  }
  const {
    formulas: _,
    filters,
    compareFilters,
    order,
    shares,
    calculations,
    top,
    columns,
    chart,
    pivot,
    ...rest
  } = info
  return {
    ...rest,
    ...(formulas.length > 0 && { formulas }),
    dims: each(info.dims, exchange.dim),
    points: each(info.points, exchange.point),
    ...(filters && { filters: mapLeaves(filters, filterOf) }),
    ...(compareFilters && { compareFilters: mapLeaves(compareFilters, filterOf) }),
    ...(order && {
      order: order.flatMap((term) => each([term.key], keyOf).map((key) => ({ ...term, key }))),
    }),
    ...(shares && { shares: each(shares, exchange.point) }),
    ...(calculations && { calculations: each(calculations, (one) => calculationOf(one, exchange)) }),
    ...(top && topOf(top, exchange)),
    ...(columns && { columns: each(columns, keyOf) }),
    ...(chart && { chart: { ...chart, ...(chart.keys && { keys: each(chart.keys, keyOf) }) } }),
    ...(pivot && { pivot: each(pivot, exchange.dim) }),
  }
}

const each = <Thing>(things: readonly Thing[], other: (thing: Thing) => Thing | null): Thing[] =>
  things.flatMap((thing) => other(thing) ?? [])

/** A calculation that loses a dimension would have another meaning, so it is removed. */
function calculationOf(
  calculation: Calculation,
  exchange: { dim: Exchange; point: Exchange },
): Calculation | null {
  const { of, within, along } = calculation
  const point = exchange.point(of)
  const dims = within && each(within, exchange.dim)
  const other = along === undefined ? undefined : exchange.dim(along)
  if (point === null || other === null || dims?.length !== within?.length) return null
  return {
    ...calculation,
    of: point,
    ...(dims && { within: dims }),
    ...(other !== undefined && { along: other }),
  }
}

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

/** All ids in the definition; of its own formulas' ids only undefined ones. */
export function referencedIds(info: ReportInfo): { dims: Set<number>; points: Set<number> } {
  const found = { dims: new Set<number>(), points: new Set<number>() }
  const kept = new Set(info.formulas?.map(({ id }) => id))
  const noteIn = (ids: Set<number>) => (id: number) => {
    ids.add(id)
    return id
  }
  const note = noteIn(found.points)
  const own = (id: number) => (kept.has(id) ? id : note(id))
  exchangeIds(info, { dim: noteIn(found.dims), point: note, own })
  return found
}

/** The model's points behind the report's figures; for an own formula, those it references. */
export function pointsUnder({ points, formulas = [] }: Pick<ReportInfo, 'points' | 'formulas'>): number[] {
  const found = new Set(points)
  const own = new Map(formulas.map(({ id, formula }) => [id, formula]))
  // A Set iterates over elements added during the loop.
  for (const id of found) if (id < 0) for (const named of idsIn(own.get(id) ?? '')) found.add(named)
  return [...found].filter((id) => id > 0)
}

/** The definition without unused formulas of its own. */
export function withoutIdleFormulas(info: ReportInfo): ReportInfo {
  const { formulas, ...rest } = info
  if (!formulas?.length) return info
  const { points } = referencedIds(rest)
  const byName = new Map(formulas.map((own) => [own.name, own.id]))
  for (const id of points) {
    const text = formulas.find((own) => own.id === id)?.formula ?? ''
    for (const named of namesIn(text)) points.add(byName.get(named) ?? idNamed(named) ?? id)
  }
  const kept = formulas.filter(({ id }) => points.has(id))
  return { ...rest, ...(kept.length > 0 && { formulas: kept }) }
}

/** A copy of the definition without these ids and the parts that use them (filters, orders, chart keys …). */
export function withoutIds(info: ReportInfo, { dims, points }: ReferencedIds): ReportInfo {
  const point = (id: number) => (points.has(id) ? null : id)
  const left = exchangeIds(info, { dim: (id) => (dims.has(id) ? null : id), point, own: point })
  if (left.dims.length > 0) return left
  // The compile refuses subtotals without dimensions.
  const { subtotals, ...rest } = left
  return rest
}
