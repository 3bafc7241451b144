// The columns of a result as they are shown: their order, titles and formats, what belongs together.
import { figureText } from '../figureText.ts'
import type { Grain, TotalKind } from '../types.ts'
import { emptyText, valueText } from '../valueText.ts'
import { changeText } from './changes.ts'
import { periodText, weekdayOf, weekdays } from './periods.ts'
import { type Labels, nameOfValue, type ResultCell, type ResultColumn } from './result.ts'

export interface ColumnSettings {
  labels: Labels
  /** The weekday is part of a date's text; in front the table shows it, muted. */
  weekdayInText: boolean
  /** Days of this year without it: for narrow windows. */
  shortDays: boolean
  today: string
}

export const isFigure = ({ kind, role }: ResultColumn): boolean => kind !== 'dimension' && role !== 'bucket'

export const isDateColumn = ({ kind, type }: ResultColumn): boolean =>
  kind === 'dimension' && (type === 'date' || type === 'datetime')

/** What the dates of a column are cut by; `own`: the report's grain. */
export const grainOfColumn = (column: Pick<ResultColumn, 'grain'> | undefined, own: Grain = 'day'): Grain =>
  column?.grain ?? own

/** The difference of two ratios, in points of a percent. */
export const isDifference = ({ unit }: ResultColumn): boolean => unit === 'pp'

const wholeRoles: readonly ResultColumn['role'][] = ['rate', 'conversion', 'reached']

/** Its total is no sum of its rows but computed anew over the whole period; undefined where it is one. */
export function totalOf({ total, role = 'value' }: ResultColumn): TotalKind | undefined {
  if (wholeRoles.includes(role)) return 'ratio'
  return role === 'value' || role === 'previous' ? total : undefined
}

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
  columns: readonly ResultColumn[],
  order: readonly number[],
  showPrevious: boolean,
): number[] => order.filter((index) => showPrevious || columns[index]?.role !== 'previous')

/** The figure that a column stands behind; those who came back stand for themselves behind the cohort's size. */
export const baseOf = ({ key, of, role }: ResultColumn) => (role === 'retained' ? key : (of ?? key))

/** Behind its figure a title needs only what it adds: «活跃用户 环比» is «环比». */
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
  // A share says its % itself: its header has no room for a unit.
  if (column.role === 'share') return (value: ResultCell) => figureText(value, 'percent', '')
  if (isFigure(column)) return (value: ResultCell) => figureText(value, column.format, column.unit)
  if (isDateColumn(column)) return dateFormat({ ...column, grain: grainOfColumn(column, grain) }, settings)
  if (column.dictId === null && !column.names) return valueText
  return (value: ResultCell) =>
    value === null || value === ''
      ? valueText(value)
      : (nameOfValue(column, String(value), settings.labels) ?? valueText(value))
}

/** What hangs on the figure at its left. */
export const minorRoles: readonly ResultColumn['role'][] = [
  'previous',
  'change',
  'share',
  'rate',
  'conversion',
  'reached',
  'calculation',
]
