// The columns of a result in the table: pinned columns, and the width of the marks beside figures.

import { changeCopy } from '#semantic/model/shown/changes.ts'
import {
  baseOf,
  type ColumnSettings,
  formatOf,
  isDifference,
  isFigure,
  minorRoles,
  titleBehind,
  totalOf,
} from '#semantic/model/shown/columns.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { deepest, indentStep } from '#web/table/sizes.ts'
import type { CellValue, TableColumn } from '#web/table/types.ts'
import type { ReportTableColumn } from '#features/statement/contract.ts'

export {
  columnOrder,
  grainOfColumn,
  isDateColumn,
  isDifference,
  isFigure,
  isForecast,
  shownColumns,
  totalOf,
} from '#semantic/model/shown/columns.ts'
export type { Labels } from '#semantic/model/shown/result.ts'

/** The arrow of a change, and «整期» before a total that is not a sum. */
const arrowWidth = 14
const wholeWidth = 30
/** The width of the fold mark, and the indent of each level below it. */
const foldMarkWidth = 14

function extraWidthOf(column: ReportTableColumn, levels: number, index: number): number {
  if (levels > 0 && index === 0) return foldMarkWidth + indentStep * Math.min(levels - 1, deepest)
  if (column.role === 'change') return arrowWidth
  return totalOf(column) ? wholeWidth : 0
}

interface ColumnsRequest {
  /** In display order. */
  sources: readonly ReportTableColumn[]
  info: ReportInfo
  settings: ColumnSettings
  /** Index of the date column that also shows the weekday; -1 for none. */
  dateAt: number
  /** Number of row levels; 0 without subtotals. */
  levels: number
}

/** Marks a column calculated by the report itself. */
const ownTitle = ({ key, title, role = 'value' }: ReportTableColumn): string =>
  key.startsWith('p-') && role === 'value' ? `ƒ ${title}` : title

export function tableColumns({ sources, info, settings, dateAt, levels }: ColumnsRequest): TableColumn[] {
  const grain = info.grain ?? 'day'
  const first = sources[0]
  const frozen = info.frozen ?? (first && !isFigure(first) ? 1 : 0)
  return sources.map((column, index): TableColumn => {
    const sorted = info.order?.find(({ key }) => key === column.key)
    const base = baseOf(column)
    const isMinor = minorRoles.includes(column.role)
    const owner = isMinor ? sources.find(({ key }) => key === base) : undefined
    const follows = index > 0 && baseOf(sources[index - 1] as ReportTableColumn) === base
    const next = sources[index + 1]
    const leads = next !== undefined && baseOf(next) === base
    const extraWidth = extraWidthOf(column, levels, index)
    const difference = isDifference(column)
    return {
      key: column.key,
      title: follows && owner ? titleBehind(column, owner) : ownTitle(column),
      unit: column.role === 'share' || (column.role === 'change' && !difference) ? '' : column.unit,
      align: isFigure(column) ? 'right' : 'left',
      format: formatOf(column, grain, {
        ...settings,
        weekdayInText: settings.weekdayInText && index === dateAt,
      }),
      ...(column.role === 'change' && { copy: (value: CellValue) => changeCopy(value, difference) }),
      // Changes, ranks, averages and running totals do not add up.
      numeric: isFigure(column) && column.role !== 'change' && column.role !== 'calculation',
      ...(owner && { fullTitle: column.title }),
      ...(isMinor && { minor: true }),
      ...((follows || leads) && { group: base }),
      ...(leads && { paired: true }),
      ...(sorted && { sorted: sorted.desc ? 'desc' : 'asc' }),
      ...(index < frozen && { frozen: true }),
      ...(extraWidth > 0 && { extraWidth }),
    }
  })
}
