// What a pivot asks for. Every total that it shows is one of the engine's own levels: nothing is added up, so distinct
// counts, ratios and balances are right in each.
//
// With subtotals a request answers the prefixes of its dimensions. Rows before columns gives each row's total, each
// group's total, and cells; the totals of columns need the columns first; the cells of a group of rows need the
// group's dimensions and then the columns.
import type { ReportInfo } from '../types.ts'
import { axesOf } from './axes.ts'

export interface PivotRequest {
  dims: number[]
  info: ReportInfo
}

/** As many rows as a request may answer: cells here. */
const mostCells = 1_000_000

export const isPivot = ({ kind, dims }: Pick<ReportInfo, 'kind' | 'dims'>): boolean =>
  (kind ?? 'table') === 'table' && dims.length > 0

/** `asked` holds nothing that only a screen reads but which dimensions stand across. The first is the whole, rows before columns. */
export function requestsOf({ pivot, ...asked }: ReportInfo): PivotRequest[] {
  if (!isPivot(asked)) return [{ dims: asked.dims, info: asked }]
  const { rows, columns } = axesOf({ dims: asked.dims, ...(pivot && { pivot }) })
  const whole = [...rows, ...columns]
  const requests = [requestOf(asked, whole, true)]
  if (rows.length === 0 || columns.length === 0) return requests
  const depths = asked.subtotals ? rows.length : 1
  for (let depth = 0; depth < depths; depth++) {
    const groups = rows.slice(0, depth)
    // A condition on a figure leaves out whole rows, and totals then count the facts of the rows that are left: all
    // requests must have the same rows, so these dimensions are only put in another order.
    const dims = hasResultFilter(asked)
      ? [...groups, ...columns, ...rows.slice(depth)]
      : [...groups, ...columns]
    requests.push(requestOf(asked, dims, false))
  }
  return requests
}

const hasResultFilter = ({ filters = [], compareFilters = [] }: ReportInfo): boolean =>
  [...filters, ...compareFilters].some(({ point }) => point !== undefined)

/** Figures order rows alone: columns stand in the order of their own values. */
function requestOf(asked: ReportInfo, dims: number[], ordersRows: boolean): PivotRequest {
  const { top, order = [], subtotals: _, ...rest } = asked
  const named = order.filter(({ key }) =>
    key.startsWith('d') ? dims.includes(Number(key.slice(1))) : ordersRows,
  )
  return {
    dims,
    info: {
      ...rest,
      dims,
      limit: mostCells,
      ...(named.length > 0 && { order: named }),
      ...(dims.length > 1 && { subtotals: true }),
      // The first values are ranked over the whole range; a request without their dimension has no rest.
      ...(top && dims.includes(top.dim) && { top }),
    },
  }
}
