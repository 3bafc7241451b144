// A date range as it is typed where one is asked for: `2026-10-01..2026-10-07`, `10-1 10-7`, `20261001`, `45d`.
import { shiftDay } from '../../../shared/day.ts'
import { dayInYear } from '../../ui/day/typedDay.ts'

export type TypedRange = { from: string; to: string }

const daysBack = /^(\d{1,4})\s*(?:d|天|日)$/i
const mostDaysBack = 3660

/** `today` is a day of the business, YYYY-MM-DD. Null where the text names no range. */
export function typedRange(text: string, today: string): TypedRange | null {
  const plain = text.trim()
  const back = daysBack.exec(plain)?.[1]
  if (back !== undefined) {
    const days = Number(back)
    return days >= 1 && days <= mostDaysBack ? { from: shiftDay(today, 1 - days), to: today } : null
  }
  const [first = '', second, more] = plain.split(/\s*(?:\.\.|…|~|至|到|,|，|\s)\s*/)
  if (more !== undefined) return null
  const from = dayInYear(first, today)
  const to = second === undefined ? from : dayInYear(second, today)
  if (from === null || to === null) return null
  return from <= to ? { from, to } : { from: to, to: from }
}
