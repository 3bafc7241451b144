// The columns of a result as the table shows them: their order, titles, formats, what belongs together, what stays.
import type { Grain, ReportInfo } from '../../../../../semantic/model/types.ts'
import { deepest, indentStep } from '../../../../../web/table/sizes.ts'
import type { CellValue, TableColumn } from '../../../../../web/table/types.ts'
import type { ReportTableColumn } from '../../../contract.ts'
import { periodText, weekdayOf, weekdays } from '../../dates/periods.ts'
import { emptyText, figureText, valueText } from '../../formats.ts'
import { changeCopy, changeText } from './changes.ts'

export type Labels = (dictId: number, code: string) => string | undefined

export interface ColumnSettings {
  labels: Labels
  /** The weekday is part of a date's text; in front the table shows it, muted. */
  weekdayInText: boolean
  /** Days of this year without it: for narrow windows. */
  shortDays: boolean
  today: string
}

/** The arrow of a change, and «均» before a total that is no sum. */
const arrowWidth = 14
const meanWidth = 20
/** The mark of a row that can be folded, and what its rows stand farther right, each level more. */
const foldMarkWidth = 14

export const isFigure = ({ kind, role }: ReportTableColumn): boolean =>
  kind !== 'dimension' && role !== 'bucket'

export const isDateColumn = ({ kind, type }: ReportTableColumn): boolean =>
  kind === 'dimension' && (type === 'date' || type === 'datetime')

/** The difference of two ratios, in points of a percent. */
export const isDifference = ({ unit }: ReportTableColumn): boolean => unit === 'pp'

/** A total of it is no sum of its rows: a ratio, a mean. */
export const isMean = ({ ratio, role = 'value' }: ReportTableColumn): boolean =>
  role === 'rate' || (ratio === true && (role === 'value' || role === 'previous'))

/**
 * Positions of the result's columns in the order that the reader left them. New ones come at the end; what hangs on a
 * figure (its change, its share) and has no place of its own stands behind it.
 */
export function columnOrder(
  columns: readonly { key: string; of?: string }[],
  wanted: readonly string[] = [],
): number[] {
  const place = ({ key, of }: { key: string; of?: string }) => {
    const own = wanted.indexOf(key)
    const at = own < 0 && of !== undefined ? wanted.indexOf(of) : own
    return at < 0 ? wanted.length : at
  }
  const places = columns.map(place)
  return columns
    .map((_, index) => index)
    .sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0) || one - other)
}

/** What the reader asked to see: figures of the other period are left out until they are wanted. */
export const shownColumns = (
  columns: readonly ReportTableColumn[],
  order: readonly number[],
  showPrevious: boolean,
): number[] => order.filter((index) => showPrevious || columns[index]?.role !== 'previous')

/** The figure that a column stands behind; those who came back stand for themselves behind the cohort's size. */
const baseOf = ({ key, of, role }: ReportTableColumn) => (role === 'retained' ? key : (of ?? key))

/** Behind its figure a title needs only what it adds: «活跃用户 环比» is «环比». */
const titleBehind = ({ title }: ReportTableColumn, owner: ReportTableColumn): string =>
  title.startsWith(owner.title) ? title.slice(owner.title.length).trimStart() : title

function dateFormat(grain: Grain, { weekdayInText, shortDays, today }: ColumnSettings) {
  const thisYear = today.slice(0, 5)
  return (value: CellValue) => {
    if (typeof value !== 'string') return emptyText
    const whole = periodText(value, grain)
    const text = shortDays && grain === 'day' && whole.startsWith(thisYear) ? whole.slice(5) : whole
    return weekdayInText ? `${text} ${weekdays[weekdayOf(value)]}` : text
  }
}

function formatOf(column: ReportTableColumn, grain: Grain, settings: ColumnSettings) {
  if (column.role === 'change') {
    const difference = isDifference(column)
    return (value: CellValue) => changeText(value, difference)
  }
  // A share says its % itself: its header has no room for a unit.
  if (column.role === 'share') return (value: CellValue) => figureText(value, 'percent', '')
  if (isFigure(column)) return (value: CellValue) => figureText(value, column.format, column.unit)
  if (isDateColumn(column)) return dateFormat(grain, settings)
  const { dictId } = column
  if (dictId === null) return valueText
  return (value: CellValue) =>
    value === null || value === ''
      ? valueText(value)
      : (settings.labels(dictId, String(value)) ?? valueText(value))
}

function extraWidthOf(column: ReportTableColumn, levels: number, index: number): number {
  if (levels > 0 && index === 0) return foldMarkWidth + indentStep * Math.min(levels - 1, deepest)
  if (column.role === 'change') return arrowWidth
  return isMean(column) ? meanWidth : 0
}

/** What hangs on the figure at its left. */
const minorRoles: readonly ReportTableColumn['role'][] = [
  'previous',
  'change',
  'share',
  'rate',
  'conversion',
  'reached',
]

export interface ColumnsRequest {
  /** In the order shown. */
  sources: readonly ReportTableColumn[]
  info: ReportInfo
  settings: ColumnSettings
  /** Place of the column whose dates carry their weekday in the text; -1 for none. */
  dateAt: number
  /** Levels of rows, one below the other; 0 where there are no subtotals. */
  levels: number
}

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
      title: follows && owner ? titleBehind(column, owner) : column.title,
      unit: column.role === 'share' || (column.role === 'change' && !difference) ? '' : column.unit,
      align: isFigure(column) ? 'right' : 'left',
      format: formatOf(column, grain, {
        ...settings,
        weekdayInText: settings.weekdayInText && index === dateAt,
      }),
      ...(column.role === 'change' && { copy: (value: CellValue) => changeCopy(value, difference) }),
      // Changes do not add up.
      numeric: isFigure(column) && column.role !== 'change',
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
