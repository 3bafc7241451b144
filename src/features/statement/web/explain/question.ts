// Builds the explanation request for the cell under the cursor.

import type { ReportInfo } from '#semantic/model/types.ts'
import type { Cell, ReportTable, ReportTableColumn } from '#features/statement/contract.ts'
import { askedInfo } from '../report/asking/request.ts'
import { isFigure } from '../report/table/columns.ts'

export interface CellQuestion {
  reportId: number | null
  info: ReportInfo
  column: ReportTableColumn
  /** The row's dimension values by column key; empty for the total. */
  cells: Record<string, Cell>
  except?: { key: string; values: Cell[] }
  /** The displayed figure. */
  shown: Cell
}

/** `row`: index in the result; null is the total. */
export function questionOf(
  table: ReportTable,
  info: ReportInfo,
  reportId: number | null,
  column: ReportTableColumn,
  row: number | null,
): CellQuestion {
  const at = table.columns.findIndex(({ key }) => key === column.key)
  const base = { reportId, info: askedInfo(info), column }
  if (row === null) return { ...base, cells: {}, shown: table.summary?.[at] ?? null }
  const dimensions = table.columns.flatMap((one, place) => (isFigure(one) ? [] : [{ ...one, place }]))
  const level = table.levels?.[row] ?? dimensions.length
  const rest = table.others?.[row] === true && info.top ? `d${info.top.dim}` : null
  const named = dimensions.slice(0, level).filter(({ key }) => key !== rest)
  const cells = Object.fromEntries(named.map(({ key, place }) => [key, table.data[place]?.[row] ?? null]))
  const except = rest ? exceptOf(table, rest) : undefined
  return { ...base, cells, ...(except && { except }), shown: table.data[at]?.[row] ?? null }
}

/** Values with rows of their own, which the row of the rest excludes. */
function exceptOf({ columns, data, rowCount, others, levels }: ReportTable, key: string) {
  const at = columns.findIndex((column) => column.key === key)
  const place = columns.filter((column) => !isFigure(column)).findIndex((column) => column.key === key)
  const values = new Set<Cell>()
  for (let row = 0; row < rowCount; row++) {
    if (others?.[row] || (levels && (levels[row] ?? 0) <= place)) continue
    values.add(data[at]?.[row] ?? null)
  }
  return { key, values: [...values] }
}

export const asTotal = (question: CellQuestion, table: ReportTable): CellQuestion => {
  const { except: _, ...rest } = question
  const at = table.columns.findIndex(({ key }) => key === question.column.key)
  return { ...rest, cells: {}, shown: table.summary?.[at] ?? null }
}

export const isTotal = ({ cells, except }: CellQuestion): boolean =>
  Object.keys(cells).length === 0 && except === undefined

/** As the calls take it. */
export const bodyOf = ({ reportId, info, column, cells, except }: CellQuestion) => ({
  ...(reportId === null ? {} : { reportId }),
  info,
  key: column.key,
  cells,
  ...(except && { except }),
})
