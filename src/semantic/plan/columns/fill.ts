// Rows for missing dates: each period of the range up to today gets a row for each combination of the other dimensions
// in the result. Without a range, dates run from the rows' first date to their last.
//
//   rows               filled, range 03-02 – 03-31, today 03-04
//   03-02  ios  10     03-02 ios 10 · 03-02 安卓 0
//   03-04  安卓  5      03-03 ios 0  · 03-03 安卓 0
//                      03-04 ios 0  · 03-04 安卓 5

import { reportInvalid } from '#semantic/model/problem.ts'
import type { CompileContext, Grain } from '#semantic/model/types.ts'
import { dayNumber, dayText } from '#shared/day.ts'
import { finestDate, grainOf, isBusinessDate } from '../asked/grain.ts'
import type { AskedDays } from '../asked/range.ts'
import type { ReportRequest } from '../asked/request.ts'
import { rowSource } from '../tree/reached.ts'
import type { FillPlan, Node } from '../tree/tree.ts'

export const mostFilledRows = 1_000_000
/** Also the statement's own error for too many combinations, which only the warehouse can count. */
export const filledTooFar = `补全日期后超过 ${mostFilledRows.toLocaleString('en-US')} 行，请缩小日期范围、选较粗的粒度、减少维度，或关闭补全日期`

/**
 * null if nothing can be missing: no business date among the dimensions, or a range in the future. Throws
 * report_invalid for more than a million days or hours.
 */
export function planFill({ dims, grain, days: asked, context }: ReportRequest): FillPlan | null {
  const dates = dims
    .filter(isBusinessDate)
    .map((dimension) => ({ key: `d${dimension.id}`, grain: grainOf(dimension, grain) as Grain }))
  if (dates.length === 0) return null
  const unit = dates.some((date) => date.grain === 'hour') ? 'hour' : 'day'
  const bounds = unit === 'hour' ? hours(asked, context) : days(asked)
  if (bounds.count !== null && bounds.count <= 0) return null
  if (bounds.count !== null && bounds.count > mostFilledRows) throw reportInvalid(filledTooFar)
  const { cutoffHour } = context
  return {
    unit,
    first: bounds.first,
    last: bounds.last,
    dates: dates.map((date) => ({ key: date.key, value: dateAt(date.grain, unit, cutoffHour) })),
    finest: finestDate({ dims, grain }, dims.length)?.key as string,
  }
}

interface Bounds {
  /** null: the rows' first date. */
  first: Node | null
  /** The last date; if `first` is null, the rows' last date, but not after this one. */
  last: Node
  /** Number of days or hours; null if it depends on the rows. */
  count: number | null
}

function days({ range, today }: AskedDays): Bounds {
  const at = (day: number): Node => ({ kind: 'day', day: dayText(day) })
  if (range === null) return { first: null, last: at(today), count: null }
  const first = dayNumber(range.from)
  const last = Math.min(dayNumber(range.until) - 1, today)
  return { first: at(first), last: at(last), count: last - first + 1 }
}

function hours({ range, hour: now }: AskedDays, { cutoffHour }: Pick<CompileContext, 'cutoffHour'>): Bounds {
  const at = (hour: number): Node => ({
    kind: 'dayStart',
    day: dayText(Math.floor(hour / 24)),
    hour: ((hour % 24) + 24) % 24,
  })
  if (range === null) return { first: null, last: at(now), count: null }
  const first = dayNumber(range.from) * 24 + cutoffHour
  const last = Math.min(dayNumber(range.until) * 24 + cutoffHour - 1, now)
  return { first: at(first), last: at(last), count: last - first + 1 }
}

/** Column of the generated days or hours. */
export const momentColumn = '_moment'

/** The report's date (at its grain) that contains a generated day or hour. */
function dateAt(grain: Grain, unit: 'day' | 'hour', cutoffHour: number): Node {
  const type = unit === 'hour' ? 'datetime' : 'date'
  const moment: Node = { kind: 'field', source: rowSource, name: momentColumn, type, narrow: false }
  if (grain === 'hour') return moment
  const day: Node = unit === 'day' ? moment : { kind: 'businessDay', operand: moment, cutoffHour }
  return grain === 'day' ? day : { kind: 'truncated', operand: day, grain, from: 'date' }
}
