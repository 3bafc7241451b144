// One day as it is typed: 2026-01-05, 2026/1/5, 20260105, 1月5日, 1-5, 今天, 昨天, -7d, 3 天前.
import { isDay, shiftDay } from '../../../shared/day.ts'

const oneDay = /^(?:(\d{4})[-/.年]?)?(\d{1,2})[-/.月](\d{1,2})日?$|^(\d{4})(\d{2})(\d{2})$/
const counted = /^([-+])\s*(\d{1,4})\s*(?:d|天|日)?$/i
const told = /^(\d{1,4})\s*[天日]([前后])$/
const named: Record<string, number> = {
  今天: 0,
  今日: 0,
  today: 0,
  昨天: -1,
  昨日: -1,
  yesterday: -1,
  前天: -2,
  明天: 1,
  明日: 1,
  tomorrow: 1,
  后天: 2,
}

/** `today` is a day of the business. Null where the text names no day. */
export function typedDay(text: string, today: string): string | null {
  // What an input method gives in full width means the same.
  const plain = text.normalize('NFKC').trim()
  const name = named[plain.toLowerCase()]
  if (name !== undefined) return shiftDay(today, name)
  const shift = counted.exec(plain)
  if (shift) return shiftDay(today, Number(`${shift[1]}${shift[2]}`))
  const back = told.exec(plain)
  if (back) return shiftDay(today, back[2] === '前' ? -Number(back[1]) : Number(back[1]))
  return dayInYear(plain, today)
}

/** Without a year it is the latest such day that is not to come. */
export function dayInYear(text: string, today: string): string | null {
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
  return isDay(text) ? text : null
}
