// The displayed columns of a result: their order, titles, formats and grouping.
import { figureText } from '../figureText.ts'
import type { Grain, TotalKind } from '../types.ts'
import { emptyText, valueText } from '../valueText.ts'
import { changeText } from './changes.ts'
import { periodText, weekdayOf, weekdays } from './periods.ts'
import { type Labels, nameOfValue, type ResultCell, type ResultColumn } from './result.ts'

export interface ColumnSettings {
  labels: Labels
  /** The weekday is part of a date's text; the table otherwise shows it before, muted. */
  weekdayInText: boolean
  /** Days of this year without the year: for narrow windows. */
  shortDays: boolean
  today: string
}

export const isFigure = ({ kind, role }: ResultColumn): boolean =>
  kind !== 'dimension' && role !== 'bucket' && role !== 'remark'

export const isDateColumn = ({ kind, type }: ResultColumn): boolean =>
  kind === 'dimension' && (type === 'date' || type === 'datetime')

/** An expected figure or a bound of it: no fact, and shown apart from facts. */
export const isForecast = ({ role }: Pick<ResultColumn, 'role'>): boolean =>
  role === 'expected' || role === 'low' || role === 'high'

/** The grain of a date column; `own`: the report's grain. */
export const grainOfColumn = (column: Pick<ResultColumn, 'grain'> | undefined, own: Grain = 'day'): Grain =>
  column?.grain ?? own

/** The difference of two ratios, in percentage points. */
export const isDifference = ({ unit }: ResultColumn): boolean => unit === 'pp'

const wholeRoles: readonly ResultColumn['role'][] = ['rate', 'conversion', 'reached', 'sticky']
const peopleRoles: readonly ResultColumn['role'][] = ['active', 'rolling', 'state', 'daily']

/** How its total is computed where it is not the sum of its rows; undefined where it is. */
export function totalOf({ total, role = 'value' }: ResultColumn): TotalKind | undefined {
  if (wholeRoles.includes(role)) return 'ratio'
  if (peopleRoles.includes(role)) return 'distinct'
  return role === 'value' || role === 'previous' ? total : undefined
}

/**
 * Column indexes in the order chosen by the reader. New ones come last; a figure's change or share without a
 * position comes after the figure.
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

/** The columns the reader wants: figures of the compared period are hidden by default. */
export const shownColumns = (
  columns: readonly ResultColumn[],
  order: readonly number[],
  showPrevious: boolean,
): number[] => order.filter((index) => showPrevious || columns[index]?.role !== 'previous')

/** The figure a column belongs to. Retention columns are their own base; others use `of`. */
export const baseOf = ({ key, of, role }: ResultColumn) => (role === 'retained' ? key : (of ?? key))

/** After its figure a title only needs what it adds: «活跃用户 环比» is «环比». */
export const titleBehind = ({ title }: ResultColumn, owner: ResultColumn): string =>
  title.startsWith(owner.title) ? title.slice(owner.title.length).trimStart() : title

function dateFormat(
  { cuts, grain }: ResultColumn & { grain: Grain },
  { weekdayInText, shortDays, today }: ColumnSettings,
) {
  const thisYear = today.slice(0, 5)
  return (value: ResultCell) => {
    if (typeof value !== 'string') return emptyText
    const whole = cuts?.[value.slice(0, 10)] ?? periodText(value, grain)
    const text = shortDays && grain === 'day' && whole.startsWith(thisYear) ? whole.slice(5) : whole
    return weekdayInText && grain === 'day' ? `${text} ${weekdays[weekdayOf(value)]}` : text
  }
}

export function formatOf(column: ResultColumn, grain: Grain, settings: ColumnSettings) {
  if (column.role === 'change') {
    const difference = isDifference(column)
    return (value: ResultCell) => changeText(value, difference)
  }
  // A share has its % in the cell: its header has no room for a unit.
  if (column.role === 'share') return (value: ResultCell) => figureText(value, 'percent', '')
  if (isFigure(column)) return (value: ResultCell) => figureText(value, column.format, column.unit)
  if (isDateColumn(column)) return dateFormat({ ...column, grain: grainOfColumn(column, grain) }, settings)
  if (column.dictId === null && !column.names) return valueText
  return (value: ResultCell) =>
    value === null || value === ''
      ? valueText(value)
      : (nameOfValue(column, String(value), settings.labels) ?? valueText(value))
}

/** Roles that belong to the figure at their left. */
export const minorRoles: readonly ResultColumn['role'][] = [
  'previous',
  'change',
  'share',
  'rate',
  'conversion',
  'reached',
  'sticky',
  'calculation',
  'low',
  'high',
]
