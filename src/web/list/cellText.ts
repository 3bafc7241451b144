// Formats a list's cell: the same on the page, in copies and in searches.
import type { CellValue } from '../table/types.ts'
import { timeText } from '../ui/timeText.ts'
import type { ListColumn } from './types.ts'

export function textOf<Row>(column: ListColumn<Row>, row: Row): string {
  return column.text ? column.text(row) : valueText(column, column.value(row))
}

/** Created once: a list formats thousands of numbers while one types. */
const grouped = new Intl.NumberFormat('en-US')

export function valueText({ kind = 'text' }: Pick<ListColumn<never>, 'kind'>, value: CellValue): string {
  if (value === null || value === '') return ''
  if (kind === 'time') return timeText(value as string | number)
  if (kind === 'number' && typeof value === 'number') return grouped.format(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}
