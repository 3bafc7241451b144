// Result columns of a retention:
//
//   on, day       n 新增用户, n1 次日留存人数, r1 次日留存率, n7, r7 …
//   after         n7 7 日及以后留存人数（第 0 天 = 首日，截至 01-09）, r7 …
//   within        n4 4–7 日留存人数, r4 …
//   week, month   n1 次周留存人数, r1 …
//   gone          g7 7 日流失人数, h7 7 日流失率, y7 7 日流失后回流人数, z7 7 日流失后回流率
import { isPlainReturns, type ReturnUnit } from '#semantic/model/returns.ts'
import type { Point, ReportColumn } from '#semantic/model/types.ts'
import type { Titles } from '#semantic/plan/columns/apart.ts'
import { dayText } from '#shared/day.ts'
import { type Extra, players, rate } from '../columns.ts'
import type { AskedReturns, Period } from './asked.ts'

/** `today`: the day that is not over, in days since 1970-01-01. */
export function retentionColumns(
  cohort: Point,
  asked: AskedReturns,
  today: number,
  titles: Titles,
): ReportColumn[] {
  const size = players('n', titles.get(cohort) ?? cohort.name, cohort, { role: 'size' })
  const note = noteOf(asked, today)
  return [
    size,
    ...asked.periods.flatMap((period, at) =>
      asked.how === 'gone'
        ? goneColumns(cohort, period.day, at === 0 ? note : '')
        : returnColumns(cohort, asked, period, at === 0 ? note : ''),
    ),
  ]
}

function returnColumns(cohort: Point, asked: AskedReturns, period: Period, note: string): ReportColumn[] {
  const { day, until } = period
  const title = periodTitle(asked, period)
  const extra = {
    day: until,
    ...(until !== day && { since: day }),
    ...(asked.unit !== 'day' && { per: asked.unit }),
  }
  return [
    players(`n${day}`, `${title}留存人数${note}`, cohort, { role: 'retained', of: 'n', ...extra }),
    rate(`r${day}`, `${title}留存率${note}`, { role: 'rate', of: `n${day}`, ...extra }),
  ]
}

function goneColumns(cohort: Point, day: number, note: string): ReportColumn[] {
  const as = (role: Extra['role'], of: string): Extra => ({ role, of, day })
  const title = `${day} 日流失`
  return [
    players(`g${day}`, `${title}人数${note}`, cohort, as('lost', 'n')),
    rate(`h${day}`, `${title}率${note}`, as('rate', `g${day}`)),
    players(`y${day}`, `${title}后回流人数`, cohort, as('back', `g${day}`)),
    rate(`z${day}`, `${title}后回流率`, as('backRate', `y${day}`)),
  ]
}

/** Keys of the columns that say over how many players they are: those that no total of players stands beside. */
export function basedReturns({ how, unit, periods }: AskedReturns): string[] {
  if (isPlainReturns({ how, unit })) return []
  return periods.map(({ day }) => `${how === 'gone' ? 'h' : 'r'}${day}`)
}

const firstTitles: Record<ReturnUnit, [string, string]> = {
  day: ['当日', '次日'],
  week: ['当周', '次周'],
  month: ['当月', '次月'],
  hours: ['当日', '次日'],
}
const endings: Record<ReturnUnit, string> = { day: '日', week: '周', month: '个月', hours: '日' }

function periodTitle({ how, unit }: AskedReturns, { day, until }: Period): string {
  const ending = endings[unit]
  const single = firstTitles[unit][day] ?? `${day} ${ending}`
  const title = until === day ? single : `${day}–${until} ${ending}`
  return `${title}${how === 'after' ? '及以后' : ''}${unit === 'hours' ? '（24 小时）' : ''}`
}

const zeroTexts: Record<ReturnUnit, string> = {
  day: '第 0 天 = 首日',
  week: '第 0 周 = 首日所在的周',
  month: '第 0 个月 = 首日所在的月',
  hours: '第 0 天 = 首次起的 24 小时',
}

/** What the numbers mean, on every screen and in every file: at the first column of the returns. */
function noteOf({ how, unit }: AskedReturns, today: number): string {
  if (isPlainReturns({ how, unit })) return ''
  const grows = how === 'after' || how === 'gone' ? [`截至 ${dayText(today - 1)}`] : []
  return `（${[...(how === 'gone' ? [] : [zeroTexts[unit]]), ...grows].join('，')}）`
}
