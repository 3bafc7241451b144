// The order of the rows: as requested; else newest date first; else by the first dimension with a `valueOrder`; else by
// the first figure, largest first. All dimensions follow, so that equal requests give equal orders.
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Dimension, ReportColumn, ReportInfo } from '#semantic/model/types.ts'
import { followsOrder } from '../calculated/order.ts'
import type { CalculationPlan, OrderTerm } from '../tree/tree.ts'

export function orderTerms(
  order: ReportInfo['order'],
  dims: Dimension[],
  columns: ReportColumn[],
  calculations: readonly CalculationPlan[] = [],
): OrderTerm[] {
  const valueOrder = new Map(dims.map((dimension) => [`d${dimension.id}`, dimension.info.valueOrder]))
  const terms = new Map<string, OrderTerm>()
  const add = (key: string, desc: boolean): void => {
    const values = valueOrder.get(key)
    if (!terms.has(key))
      terms.set(key, { key, desc, valueOrder: values && values.length > 0 ? values : null })
  }
  for (const { key, desc } of order ?? []) {
    if (!columns.some((column) => column.key === key))
      throw reportInvalid(`不能按「${String(key)}」排序：报表没有这一列`)
    if (calculations.some((column) => column.key === key && followsOrder(column)))
      throw reportInvalid(
        `不能按「${titleOf(columns, key)}」排序：它按行的顺序算出，请按别的列排序，或加上日期维度`,
      )
    add(key, desc)
  }
  if (terms.size === 0) addUsual(dims, columns, add)
  for (const dimension of dims) add(`d${dimension.id}`, false)
  return [...terms.values()]
}

const titleOf = (columns: ReportColumn[], key: string): string =>
  columns.find((column) => column.key === key)?.title ?? key

function addUsual(
  dims: Dimension[],
  columns: ReportColumn[],
  add: (key: string, desc: boolean) => void,
): void {
  const dated = columns.find(
    (column) => column.kind === 'dimension' && (column.type === 'date' || column.type === 'datetime'),
  )
  const ordered = dims.find((dimension) => (dimension.info.valueOrder?.length ?? 0) > 0)
  const figure = columns.find((column) => column.kind !== 'dimension')
  if (dated !== undefined) add(dated.key, true)
  else if (ordered !== undefined) add(`d${ordered.id}`, false)
  else if (figure !== undefined) add(figure.key, true)
}
