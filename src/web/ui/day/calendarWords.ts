// Props that make the library's calendars Chinese, start weeks on Monday, and mark holidays and make-up workdays.
import zhCN from 'date-fns/locale/zh-CN/index.js'
import { knownCalendar } from '#web/calendar/calendar.ts'
import './calendar.css'

/** Local dates at noon: daylight saving time can't shift them to another day. */
export const dateOf = (day: string): Date => new Date(`${day}T12:00:00`)
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

export const chineseCalendar = zhCN as never

/** The library's own labels are English. */
const labels = {
  labelMonthDropdown: () => '月份',
  labelYearDropdown: () => '年份',
  labelPrevious: () => '上个月',
  labelNext: () => '下个月',
}

const isMarked = (mark: '休' | '班') => (date: Date) => knownCalendar()?.marks(dayOf(date)) === mark

/** Marks show only if the calendar is already loaded: nobody waits for them. */
export const calendarProps = {
  labels,
  modifiers: { rest: isMarked('休'), work: isMarked('班') },
  modifiersClassNames: { rest: 'day-rest', work: 'day-work' },
}

/** The titles of the library's drop-downs are English, too. */
export function titleInChinese(box: HTMLElement | null): void {
  for (const title of box?.querySelectorAll('.bp6-html-select title') ?? []) title.textContent = '选择'
}
