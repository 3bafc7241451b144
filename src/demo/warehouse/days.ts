// The days of the demo, with weekly rhythm and Chinese holidays.
import chineseDays from 'chinese-days'
import { windowDays } from './plan.ts'

export interface DemoDay {
  index: number
  date: string
  /** How much is played, relative to an average day. */
  factor: number
}

const weekdayFactors = [1.13, 0.95, 0.93, 0.94, 0.96, 1.03, 1.17]
const holidayFactor = 1.3
const makeUpWorkdayFactor = 0.97

export function demoDays(today: string): DemoDay[] {
  const last = Date.parse(`${today}T00:00:00Z`)
  if (Number.isNaN(last)) throw new Error(`not a day: ${today}`)
  return Array.from({ length: windowDays }, (_, index) => {
    const date = new Date(last - (windowDays - 1 - index) * 86_400_000)
    const text = date.toISOString().slice(0, 10)
    return { index, date: text, factor: factorOf(text, date.getUTCDay()) }
  })
}

function factorOf(date: string, weekday: number): number {
  const { work, name } = chineseDays.getDayDetail(date)
  // Names of holidays and make-up workdays contain a comma and the festival; others are weekdays.
  const special = name.includes(',')
  if (special) return work ? makeUpWorkdayFactor : holidayFactor
  return weekdayFactors[weekday] as number
}
