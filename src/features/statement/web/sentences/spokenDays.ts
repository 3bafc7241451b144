// Days as people say them in a sentence, beside the ranges that have names of their own: 6月, 去年三季度, 2025年春节.
// Without a year the latest is meant that has begun.
import { dayOf, dayText, shiftDay } from '../../../../shared/day.ts'
import type { Calendar } from '../../../../web/calendar/calendar.ts'

export interface Days {
  from: string
  to: string
}

/** First and last day off of a festival in a year; null where nobody knows them. */
export type FestivalDays = (festival: string, year: number) => Days | null

/** As the calendar names them, by what is said. */
const festivals = new Map([
  ['春节', '春节'],
  ['过年', '春节'],
  ['元旦', '元旦'],
  ['清明', '清明'],
  ['清明节', '清明'],
  ['五一', '劳动节'],
  ['劳动节', '劳动节'],
  ['端午', '端午'],
  ['端午节', '端午'],
  ['中秋', '中秋'],
  ['中秋节', '中秋'],
  ['十一', '国庆节'],
  ['国庆', '国庆节'],
  ['国庆节', '国庆节'],
])
const yearPattern = '\\d{4}年?|今年|去年|前年'
const monthPattern = '(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?'
const quarterPattern = '(?:第?[一二三四1-4]季度?|[qQ][1-4])'
/** 五一 and 十一 are parts of other words as well: they count where they stand alone. */
const longFestivals = [...festivals.keys()].filter((word) => !/^[五十]/.test(word))

/** What is found within joined words: 充值去年6月环比. No name goes on behind a month: 6月卡 is one. */
export const spokenDaysWithin: readonly string[] = [
  `(?:${yearPattern})(?:[上下]半年|${quarterPattern})`,
  `(?<!\\d)(?:${yearPattern})?${monthPattern}(?![\\p{Script=Han}\\d]*[卡票签])(?!\\d)`,
  `(?:${yearPattern})?(?:${longFestivals.toSorted((one, other) => other.length - one.length).join('|')})`,
]

const whole = new RegExp(
  `^(${yearPattern})?(?:(?<month>${monthPattern})|(?<quarter>${quarterPattern})|(?<half>[上下]半年)|(?<festival>${[...festivals.keys()].join('|')}))$`,
  'u',
)
const wholeYear = /^(\d{4})年$/
const digits = '一二三四五六七八九十'

/** `word` without spaces. Null where it names no days, or days that are still to come. */
export function spokenDays(word: string, today: string, festivalDays: FestivalDays): Days | null {
  const thisYear = Number(today.slice(0, 4))
  const alone = wholeYear.exec(word)?.[1]
  if (alone !== undefined) return begun(months(Number(alone), 1, 12), today)
  const found = whole.exec(word)
  if (!found) return null
  const { month, quarter, half, festival } = found.groups ?? {}
  const inYear = (year: number): Days | null => {
    if (month !== undefined) {
      const number = numberOf(month.replace(/月份?$/, ''))
      return months(year, number, number)
    }
    if (quarter !== undefined) {
      const number = numberOf(quarter.replace(/第|季度?|q/gi, ''))
      return months(year, number * 3 - 2, number * 3)
    }
    if (half !== undefined) return half.startsWith('上') ? months(year, 1, 6) : months(year, 7, 12)
    return festivalDays(festivals.get(festival ?? '') ?? '', year)
  }
  const year = yearOf(found[1], thisYear)
  if (year !== null) return begun(inYear(year), today)
  return begun(inYear(thisYear), today) ?? begun(inYear(thisYear - 1), today)
}

function yearOf(said: string | undefined, thisYear: number): number | null {
  if (said === undefined) return null
  const back = ['今年', '去年', '前年'].indexOf(said)
  return back < 0 ? Number(said.slice(0, 4)) : thisYear - back
}

/** 1 to 12, in digits or in words. */
function numberOf(text: string): number {
  if (/\d/.test(text)) return Number(text)
  return [...text].reduce((sum, digit) => sum + digits.indexOf(digit) + 1, 0)
}

function months(year: number, first: number, last: number): Days {
  return { from: dayText(dayOf(year, first, 1)), to: dayText(dayOf(year, last + 1, 0)) }
}

/** Only what has begun, up to today: days to come hold no figures. */
function begun(days: Days | null, today: string): Days | null {
  if (!days || days.from > today) return null
  return { from: days.from, to: days.to < today ? days.to : today }
}

/** As the business's calendar has them; the Spring Festival by the moon where nobody announced its days off. */
export const festivalDaysOf =
  ({ years, springFestival }: Pick<Calendar, 'years' | 'springFestival'>): FestivalDays =>
  (festival, year) => {
    const off = (years.find((one) => one.year === year)?.days ?? [])
      .filter(({ kind, name }) => kind === 'rest' && name.includes(festival.replace('节', '')))
      .map(({ day }) => day)
      .toSorted()
    const [first, last] = [off[0], off.at(-1)]
    if (first !== undefined && last !== undefined) return { from: first, to: last }
    const newYear = festival === '春节' ? springFestival(year) : null
    if (newYear === null) return null
    return { from: shiftDay(newYear, -1), to: shiftDay(newYear, 6) }
  }
