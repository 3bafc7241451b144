// The first day of the Spring Festival, by the runtime's own Chinese calendar.
import { dayOf, dayText } from '../../../semantic/model/day.ts'

const chinese = new Intl.DateTimeFormat('en-u-ca-chinese', {
  timeZone: 'UTC',
  month: 'numeric',
  day: 'numeric',
})

/** It falls between 21 January and 21 February. */
export function springFestivalOf(year: number): string | null {
  const first = dayOf(year, 1, 20)
  for (let day = first; day < first + 40; day += 1) {
    if (chinese.format(new Date(day * 86_400_000)) === '1/1') return dayText(day)
  }
  return null
}
