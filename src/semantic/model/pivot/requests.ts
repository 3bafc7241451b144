// The requests that a pivot sends. Every total that it shows is a level of some request, computed by the
// engine from the facts; none is added up here, so distinct counts, ratios and balances are right in each.
//
// A request with subtotals answers the prefixes of its dimensions. For rows A, B and column X:
//
//   dims       answers                    which the pivot shows as
//   A, B, X    total, A, A B, A B X       total, groups' totals, rows' totals, cells
//   X          X                          the columns' totals
//   A, X       A, A X                     the cells of group A's own row (only with subtotals)
import { hasPoints } from '../conditions.ts'
import type { Calculation, ReportInfo } from '../types.ts'
import { axesOf } from './axes.ts'

export interface PivotRequest {
  dims: number[]
  info: ReportInfo
}

/** Row limit of each request: a row of an answer is one cell of the pivot. */
const mostCells = 1_000_000

export const isPivot = ({ kind, dims }: Pick<ReportInfo, 'kind' | 'dims'>): boolean =>
  (kind ?? 'table') === 'table' && dims.length > 0

/**
 * The first request is grouped by all dimensions, rows before columns; the others compute the missing totals.
 * `asked` lacks what only the screen uses (column order, chart), except `pivot`.
 */
export function requestsOf({ pivot, ...asked }: ReportInfo): PivotRequest[] {
  if (!isPivot(asked)) return [{ dims: asked.dims, info: asked }]
  const { rows, columns } = axesOf({ dims: asked.dims, ...(pivot && { pivot }) })
  const whole = [...rows, ...columns]
  const requests = [requestOf(asked, whole, true)]
  if (rows.length === 0 || columns.length === 0) return requests
  const depths = asked.subtotals ? rows.length : 1
  for (let depth = 0; depth < depths; depth++) {
    const groups = rows.slice(0, depth)
    // A filter on a point drops rows, and totals count only the remaining rows. These depend on the
    // dimensions, so every request keeps all dimensions and only reorders them.
    const dims = hasResultFilter(asked)
      ? [...groups, ...columns, ...rows.slice(depth)]
      : [...groups, ...columns]
    requests.push(requestOf(asked, dims, false))
  }
  return requests
}

const hasResultFilter = ({ filters = [], compareFilters = [] }: ReportInfo): boolean =>
  hasPoints([...filters, ...compareFilters])

/**
 * In totals with fewer dimensions only shares keep their meaning: other calculations would follow other
 * dimensions, so they stay empty.
 */
const sharesWithin = (calculations: readonly Calculation[], dims: readonly number[]): Calculation[] =>
  calculations.flatMap((calculation) => {
    const { within, ...plain } = calculation
    if (calculation.kind !== 'share') return []
    const left = within?.filter((id) => dims.includes(id)) ?? []
    return [{ ...plain, ...(left.length > 0 && { within: left }) }]
  })

/** Only the first request is ordered by figures, which sort rows; columns keep the order of their values. */
function requestOf(asked: ReportInfo, dims: number[], ordersRows: boolean): PivotRequest {
  const { top, order = [], subtotals: _, calculations = [], ...rest } = asked
  const calculated = ordersRows ? calculations : sharesWithin(calculations, dims)
  const isWhole = dims.length === asked.dims.length && dims.every((id, at) => id === asked.dims[at])
  const named = order.filter(({ key }) =>
    key.startsWith('d') ? dims.includes(Number(key.slice(1))) : ordersRows,
  )
  return {
    dims,
    info: {
      ...rest,
      dims,
      limit: mostCells,
      ...(calculated.length > 0 && { calculations: calculated }),
      ...(named.length > 0 && { order: named }),
      ...(dims.length > 1 && { subtotals: true }),
      // Without the date dimension, the grain would apply to another date, and totals would have other
      // columns than the cells.
      ...(asked.grain && !isWhole && { grainDims: asked.grainDims ?? asked.dims }),
      // Top-N values are ranked over the whole range, the same in all requests; without their dimension there
      // is no 其他.
      ...(top && dims.includes(top.dim) && { top }),
    },
  }
}
