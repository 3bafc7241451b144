// What a tile asks under the board's bar, and what of the bar reaches it.
import { shiftDay } from '#shared/day.ts'
import { dimsIn, onDimensions, withoutOpen } from '../conditions.ts'
import type { Comparison, DateRange, ReportCondition, ReportInfo } from '../types.ts'
import type { BoardBar, DataTile, FigureTile } from './types.ts'

/** How a report can be asked within a board. */
export interface Reach {
  /** Dimensions that its figures can be filtered by. */
  dims: readonly number[]
  /** The date by which its figures can be told day by day. */
  day: number | null
}

/** The parts of the bar that are set. */
export type BarPart = 'dateRange' | 'grain' | 'compare' | { dims: number[] }

export interface Asked {
  info: ReportInfo
  /** Parts of the bar that do not reach it. */
  missed: BarPart[]
}

interface Question {
  tile: DataTile
  info: ReportInfo
  reach: Reach
  bar: BoardBar
  /** Points of all large figures that are told by the same question. */
  points: readonly number[]
  /** First and last day of a range; null for all days. */
  daysOf: (range: DateRange) => { from: string; to: string } | null
}

/** Days of a large figure's small line. */
const lineDays = 14

/** These need more than a tile can tell. */
const told = new Set<Comparison>(['previous', 'week', 'year52', 'year', 'lunar'])

const isPlain = ({ kind }: ReportInfo): boolean => (kind ?? 'table') === 'table'

/** A figure of plain points is asked day by day; others are the total of their report. */
export const isDaily = ({ key }: Pick<FigureTile, 'key'>, info: ReportInfo, { day }: Reach): boolean =>
  day !== null && isPlain(info) && /^p-?\d+$/.test(key)

export const pointOf = ({ key }: Pick<FigureTile, 'key'>): number => Number(key.slice(1))

export function askedOf(question: Question): Asked {
  const { tile, info, reach } = question
  return tile.kind === 'figure' && isDaily(tile, info, reach) ? dailyOf(tile, question) : reportOf(question)
}

function reportOf({ tile, info, reach, bar }: Question): Asked {
  const { filters, missed } = filtersUnder(info, reach, bar)
  const isDated = info.dateRange !== undefined
  const isComparable = isPlain(info) && isDated && bar.compare !== undefined && told.has(bar.compare)
  const isByDay = isPlain(info) && reach.day !== null && info.dims.includes(reach.day)
  const { compare, compareRange, ...plain } = info
  return {
    info: {
      ...(isComparable ? plain : info),
      ...(isComparable && { compare: bar.compare }),
      ...(isDated && bar.dateRange && { dateRange: bar.dateRange }),
      ...(isByDay && bar.grain && { grain: bar.grain }),
      ...(filters.length > 0 && { filters }),
      ...(tile.kind !== 'figure' && tile.chart && { chart: tile.chart }),
    },
    missed: [
      ...(bar.dateRange && !isDated ? ['dateRange' as const] : []),
      ...(bar.grain && !isByDay ? ['grain' as const] : []),
      ...(bar.compare && !isComparable ? ['compare' as const] : []),
      ...missed,
    ],
  }
}

/** Conditions on figures hold for the report's own rows, not for whole days. */
function dailyOf({ of }: FigureTile, { info, reach, bar, points, daysOf }: Question): Asked {
  const { filters, missed } = filtersUnder({ ...info, filters: onDimensions(info.filters) }, reach, bar)
  const range = bar.dateRange ?? info.dateRange ?? { relative: 'last30' }
  const until = daysOf(range)?.to
  const compare = bar.compare && told.has(bar.compare) ? bar.compare : of === 'day' ? 'week' : 'previous'
  return {
    info: {
      dims: [reach.day ?? 0],
      points: [...points],
      ...(info.formulas && { formulas: info.formulas }),
      dateRange:
        of === 'day' && until !== undefined ? { from: shiftDay(until, 1 - lineDays), to: until } : range,
      grain: 'day',
      compare,
      ...(filters.length > 0 && { filters }),
    },
    // Told by day whatever the bar's grain: a line of months says nothing of yesterday.
    missed: [...(bar.compare && bar.compare !== compare ? ['compare' as const] : []), ...missed],
  }
}

/** The report's own conditions and those of the bar that it knows: both have to hold. */
function filtersUnder(
  { filters = [] }: ReportInfo,
  { dims }: Reach,
  bar: BoardBar,
): { filters: ReportCondition[]; missed: BarPart[] } {
  const added = withoutOpen(bar.filters)
  const reaches = (condition: ReportCondition) => dimsIn([condition]).every((dim) => dims.includes(dim))
  const missed = added.filter((condition) => !reaches(condition)).map((one) => ({ dims: dimsIn([one]) }))
  return { filters: [...withoutOpen(filters), ...added.filter(reaches)], missed }
}
