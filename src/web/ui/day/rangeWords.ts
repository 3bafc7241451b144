// The days of a range, shown beside its name: 近 7 天 11-17 – 11-23. Days of the present year omit the year.
import { daysOfName, type RelativeName } from '#shared/days/readDays.ts'
import { businessToday } from '#web/shell/businessDay.ts'

export function daysShown({ relative }: { relative: RelativeName }, today = businessToday()): string {
  const days = daysOfName(relative, today)
  if (!days) return ''
  const isThisYear = days.from.slice(0, 4) === today.slice(0, 4) && days.to.slice(0, 4) === today.slice(0, 4)
  const [from, to] = isThisYear ? [days.from.slice(5), days.to.slice(5)] : [days.from, days.to]
  return from === to ? from : `${from} – ${to}`
}
