// The years that come with the product: public holidays and make-up workdays as the State Council announced them.
import chineseDays from 'chinese-days'
import { dayOf, dayText } from '#shared/day.ts'
import type { CalendarDay } from '../contract.ts'

const known = new Map<number, CalendarDay[]>()

/** In order; empty for an unknown year. */
export function shippedDays(year: number): CalendarDay[] {
  let days = known.get(year)
  if (!days) {
    days = daysOfYear(year).flatMap(markedDay)
    known.set(year, days)
  }
  return days
}

function daysOfYear(year: number): string[] {
  const first = dayOf(year, 1, 1)
  return Array.from({ length: dayOf(year + 1, 1, 1) - first }, (_, index) => dayText(first + index))
}

/** A holiday's name is «National Day,国庆节,3»; an ordinary day has only its weekday's name. */
function markedDay(day: string): CalendarDay[] {
  const { work, name } = chineseDays.getDayDetail(day)
  const [, title] = name.split(',')
  return title === undefined ? [] : [{ day, kind: work ? 'work' : 'rest', name: title }]
}
