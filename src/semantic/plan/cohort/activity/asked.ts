// What a report of activity asks for: its point, what it shows, its windows, its days.
import {
  type ActivityAsked,
  activityOf,
  activityShows,
  lastWindow,
  mostWindows,
  showTitles,
  takesOneWindow,
} from '#semantic/model/activity.ts'
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Point, ReportInfo } from '#semantic/model/types.ts'
import { grainOf, isBusinessDate } from '#semantic/plan/asked/grain.ts'
import type { ResolvedRange } from '#semantic/plan/asked/range.ts'
import { wantedPoints } from '#semantic/plan/asked/wanted.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import type { CohortRestrictions } from '../people.ts'

/** Rows are made for every day, or number of days, of every group; also the statement's own error. */
export const mostActivityRows = 1_000_000
export const tooManyRows = `活跃报表超过 ${mostActivityRows.toLocaleString('en-US')} 行（每天都有各维度的每个组合），请缩小日期范围或减少维度`

export function activePoint(info: ReportInfo, lookup: Lookup): Point {
  const [whom, ...others] = wantedPoints(info, lookup)
  if (whom === undefined || others.length > 0)
    throw reportInvalid('活跃报表只用一个指标：按玩家去重的活跃用户')
  return whom
}

/** The windows in ascending order. */
export function askedActivity(info: ReportInfo): ActivityAsked {
  const { show, windows } = activityOf(info)
  if (!activityShows.includes(show)) throw reportInvalid(`活跃报表没有「${String(show)}」这种看法`)
  if (windows.length === 0) throw reportInvalid('请至少选择一个活跃天数')
  if (windows.length > mostWindows) throw reportInvalid(`活跃天数过多，最多 ${mostWindows} 个`)
  for (const [index, days] of windows.entries()) {
    if (!Number.isInteger(days) || days < 1 || days > lastWindow)
      throw reportInvalid(`活跃天数「${String(days)}」应为 1 到 ${lastWindow} 的整数`)
    if (windows.indexOf(days) !== index) throw reportInvalid(`活跃天数「${days}」重复`)
  }
  if (takesOneWindow(show) && windows.length > 1)
    throw reportInvalid(`活跃报表的「${showTitles[show]}」只用一个天数，请留下一个`)
  return { show, windows: [...windows].sort((left, right) => left - right) }
}

/** Figures are those of single days: weeks and months have none. */
export function refuseUndaily(
  { dims, grain, filters, scope }: CohortRestrictions,
  { show }: Pick<ActivityAsked, 'show'>,
): void {
  for (const dimension of dims.filter(isBusinessDate)) {
    if (show === 'days')
      throw reportInvalid(
        `活跃报表的「${showTitles.days}」算到日期范围的最后一天，请去掉维度「${dimension.name}」`,
      )
    if (grainOf(dimension, grain) !== 'day')
      throw reportInvalid(
        `活跃报表的数是到每一天为止的，维度「${dimension.name}」请按日；只看一周或一月的最后一天，请去掉它，选好日期范围`,
      )
  }
  const dated = [...filters, ...scope].flatMap(({ dimensions }) => dimensions).find(isBusinessDate)
  if (dated !== undefined)
    throw reportInvalid(`活跃报表不能按「${dated.name}」筛选：往前的天数会被截掉，请改用日期范围`)
}

/** The days that are shown: with a date those of the range up to today, else the last of them. */
export function shownDays(
  range: ResolvedRange,
  today: number,
  isDaily: boolean,
): { first: number; last: number } {
  const from = calendarDay(range.from) as number
  const last = Math.min((calendarDay(range.until) as number) - 1, today)
  if (last < from)
    throw reportInvalid(`活跃报表的日期 ${range.from} 还没有到，请选到 ${dayText(today)} 为止的日期`)
  return { first: isDaily ? from : last, last }
}

/** How many days before the first shown one matter; null: all, because the state depends on the first day ever. */
export const daysBefore = ({ show, windows }: ActivityAsked): number | null =>
  show === 'rolling' || show === 'days' ? (windows.at(-1) as number) - 1 : null
