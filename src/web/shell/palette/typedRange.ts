// A date range as it is typed where one is asked for: `2026-10-01..2026-10-07`, `10-1 10-7`, `20261001`, `45d`.

export type TypedRange = { from: string; to: string }

const oneDay = /^(?:(\d{4})[-/.年]?)?(\d{1,2})[-/.月](\d{1,2})日?$|^(\d{4})(\d{2})(\d{2})$/
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
  const from = dayOf(first, today)
  const to = second === undefined ? from : dayOf(second, today)
  if (from === null || to === null) return null
  return from <= to ? { from, to } : { from: to, to: from }
}

/** Without a year it is the latest such day that is not to come. */
function dayOf(text: string, today: string): string | null {
  const found = oneDay.exec(text)
  if (!found) return null
  const [, year, month, day, wholeYear, wholeMonth, wholeDay] = found
  if (wholeYear) return validDay(wholeYear, wholeMonth as string, wholeDay as string)
  if (year) return validDay(year, month as string, day as string)
  const thisYear = Number(today.slice(0, 4))
  const latest = validDay(String(thisYear), month as string, day as string)
  return latest !== null && latest <= today
    ? latest
    : validDay(String(thisYear - 1), month as string, day as string)
}

function validDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text
}

function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
}
