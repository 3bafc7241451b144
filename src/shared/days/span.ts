// Parses a single expression for a range of days: a day, a month, a quarter, a festival, the last n days.
// `text` is normalized: half width, lower case, no spaces.
import { dateOf, dayNumber, dayOf, dayText, isDay, mondayOf, shiftDay } from '../day.ts'
import { relativeDays } from './relativeDays.ts'
import {
  countedName,
  dayWords,
  festivals,
  fixedDays,
  monthPattern,
  numeral,
  numeralPattern,
  quarterPattern,
  type RelativeName,
  relativeWords,
  sameDayPattern,
  yearPattern,
} from './spoken.ts'

/** First and last day, both inclusive, YYYY-MM-DD. */
export interface Days {
  from: string
  to: string
}

/** First and last day off of a festival in a year; null where unknown. */
export type FestivalDays = (festival: string, year: number) => Days | null

export interface Known {
  /** Today for the business. */
  today: string
  festivalDays?: FestivalDays | undefined
  /** The year for texts without one; absent: the latest that has begun. */
  year?: number | undefined
}

/** `relative` where the range moves with today; `year` where the text named one. */
export type Span = (Days & { relative?: RelativeName; year?: number }) | { relative: 'all' }
/** Days that do not exist, with a Chinese message. */
export interface Impossible {
  problem: string
}
type Found = Span | Impossible | null
type Reader = (text: string, known: Known) => Found

const furthestDays = 3_660
const one = (day: string): Days => ({ from: day, to: day })
const problem = (text: string): Impossible => ({ problem: text })

export function spanOf(text: string, known: Known): Found {
  for (const read of readers) {
    const found = read(text, known)
    if (found) return found
  }
  return null
}

const thisYear = ({ today }: Known) => Number(today.slice(0, 4))

function named(text: string, { today }: Known): Found {
  const relative = relativeWords.get(text)
  const days = relative && daysOfName(relative, today)
  if (relative === 'all') return { relative }
  if (relative && days) return { relative, ...days }
  const day = dayWords.get(text)
  return day === undefined ? null : one(shiftDay(today, day))
}

/** First and last day; null for all days. */
export function daysOfName(name: RelativeName, today: string): Days | null {
  const days = relativeDays(name, dayNumber(today))
  return days ? { from: dayText(days.from), to: dayText(days.until - 1) } : null
}

const numberPattern = `\\d{1,4}|${numeralPattern}`
const back = new RegExp(
  `^(最近|近|过去|last|past)?(${numberPattern})(个)?(days?|天|日|d|weeks?|周|星期|礼拜|w|months?|月|m|quarters?|季度|years?|年|y)$`,
)

/** 30d, 近三周, 2 个月: the last n units up to today. */
function counted(text: string, { today }: Known): Found {
  const [, half] = /^(?:最近|近|过去)半(个月|年)$/.exec(text) ?? []
  if (half !== undefined)
    return { from: half === '年' ? monthsBack(today, 6) : shiftDay(today, -14), to: today }
  const [, before, number = '', counts, unit = ''] = back.exec(text) ?? []
  const count = numeral(number)
  if (count === null) return null
  const kind = /^[d天日]/.test(unit)
    ? 'd'
    : /^[w周星礼]/.test(unit)
      ? 'w'
      : /^[m月]/.test(unit)
        ? 'm'
        : /^[q季]/.test(unit)
          ? 'q'
          : 'y'
  // 10月 is October, 2026年 and 26年 are years, 三季度 is a quarter: only a count goes back from today.
  const counting = before !== undefined || counts !== undefined || /^[a-z]/.test(unit)
  if (!counting && (kind === 'm' || kind === 'q' || (kind === 'y' && count > 10))) return null
  if (kind === 'd' && before === undefined && /[一二两三四五六七八九十]/.test(number) && unit === '日')
    return null
  if (count === 0) return problem('天数要从 1 开始')
  const from =
    kind === 'd' || kind === 'w'
      ? shiftDay(today, 1 - count * (kind === 'w' ? 7 : 1))
      : kind === 'y' && count === 1
        ? shiftDay(today, -364)
        : monthsBack(today, count * (kind === 'm' ? 1 : kind === 'q' ? 3 : 12))
  if (dayNumber(today) - dayNumber(from) >= furthestDays) return problem(`最多往前 ${furthestDays} 天`)
  const relative = countedName(dayNumber(today) - dayNumber(from) + 1)
  return { from, to: today, ...(relative && kind !== 'm' && kind !== 'q' && { relative }) }
}

/** The day after the same day n months ago. */
function monthsBack(today: string, count: number): string {
  const { year, month, day } = dateOf(dayNumber(today))
  const last = dateOf(dayOf(year, month - count + 1, 0)).day
  return dayText(dayOf(year, month - count, Math.min(day, last)) + 1)
}

/** today-7, +3, -7d, 3天前; 3周前 and 2个月前 mean that whole week or month. */
function shifted(text: string, { today }: Known): Found {
  const [, sign, number] = /^(?:today|今天)?([-+])(\d{1,5})(?:d|天|日)?$/.exec(text) ?? []
  const told = new RegExp(`^(${numberPattern})(?:个)?([天日周月])([前后])$`).exec(text)
  if (number !== undefined) return far(Number(number)) ?? one(shiftDay(today, Number(`${sign}${number}`)))
  const count = told && numeral(told[1] as string)
  if (!told || count === null) return null
  const by = told[3] === '前' ? -count : count
  if (told[2] === '周') {
    const monday = shiftDay(dayText(mondayOf(dayNumber(today))), by * 7)
    return far(count * 7) ?? { from: monday, to: shiftDay(monday, 6) }
  }
  if (told[2] === '月') {
    const { year, month } = dateOf(dayNumber(today))
    return far(count * 31) ?? months(year, month + by, month + by)
  }
  return far(count) ?? one(shiftDay(today, by))
}
const far = (days: number): Impossible | null =>
  days > furthestDays ? problem(`离今天不能超过 ${furthestDays} 天`) : null

const sameDay = new RegExp(`^${sameDayPattern}$`)

function sameDays(text: string, { today }: Known): Found {
  const [, which, word] = sameDay.exec(text) ?? []
  if (which === undefined || word === undefined) return null
  const meant = shiftDay(today, word.startsWith('昨') ? -1 : 0)
  if (which.endsWith('周')) return one(shiftDay(meant, -7))
  const { year, month, day } = dateOf(dayNumber(meant))
  if (which.endsWith('年')) return dayIn(year - (which === '去年' ? 1 : 2), month, day)
  const former = dateOf(dayOf(year, month - 1, 1))
  return dayIn(former.year, former.month, day)
}

const edge = /^(.*[年月季度])([初底末])$/

/** The period whose end or beginning 10月底 or 年初 means; null for other texts. */
export function edgeOf(text: string): { of: string; isEnd: boolean } | null {
  const [, of, side] = edge.exec(text) ?? []
  if (of === undefined) return null
  const named = { 月: '本月', 年: '今年', 季: '本季', 季度: '本季度' }[of]
  return { of: named ?? of, isEnd: side !== '初' }
}

/** 10月底, 去年底, 月初: a single day, the last or first of the period. */
function edges(text: string, known: Known): Found {
  const found = edgeOf(text)
  const whole = found && spanOf(found.of, known)
  if (!whole || 'problem' in whole) return whole
  if (!('from' in whole)) return null
  if (found.isEnd && !hasEnded(found.of, whole, known)) return problem(`${text}还没有到`)
  return {
    ...one(found.isEnd ? whole.to : whole.from),
    ...(whole.year !== undefined && { year: whole.year }),
  }
}

/** A running period without a relative name is cut at today: otherwise its end would move tomorrow. */
function hasEnded(text: string, { to, relative }: Days & { relative?: RelativeName }, known: Known): boolean {
  if (to !== known.today || relative !== undefined) return to <= known.today
  const tomorrow = spanOf(text, { ...known, today: shiftDay(known.today, 1) })
  return tomorrow !== null && 'from' in tomorrow && tomorrow.to === to
}

const weekdays = '一二三四五六日'
/** 上上周, 上周三, 上周末, 周五: without a week, the latest such day. */
function weekly(text: string, { today }: Known): Found {
  const found = /^(上{1,3}|下|本|这)?个?(?:周|星期|礼拜)([一二三四五六日天末1-7])?$/.exec(text)
  if (!found || (found[1] === undefined && found[2] === undefined)) return null
  const [, which = '', day] = found
  const back = which.startsWith('上') ? which.length : which === '下' ? -1 : 0
  const monday = shiftDay(dayText(mondayOf(dayNumber(today))), -7 * back)
  if (day === undefined) return { from: monday, to: shiftDay(monday, 6) }
  const at = /\d/.test(day) ? Number(day) - 1 : weekdays.indexOf(day.replace('天', '日').replace('末', '六'))
  const meant = shiftDay(monday, which === '' && shiftDay(monday, at) > today ? at - 7 : at)
  return day === '末' ? { from: meant, to: shiftDay(meant, 1) } : one(meant)
}

/** 上上个月 and earlier; this month and the last have relative names. */
function monthsAgo(text: string, { today }: Known): Found {
  const [, back] = /^(上{2,3})个?月$/.exec(text) ?? []
  const { year, month } = dateOf(dayNumber(today))
  return back === undefined ? null : months(year, month - back.length, month - back.length)
}

const fullDay = /^(\d{4})([-/.年])(\d{1,2})[-/.月](\d{1,2})[日号]?$/
/** 1-7号 is a range of seven days. */
const dayWithoutYear = /^(\d{1,2})(?:[-/.月](\d{1,2})|[/.月](\d{1,2})[日号])$/
const spokenDay = new RegExp(
  `^(${yearPattern})?(\\d{1,2}|${numeralPattern})月(\\d{1,2}|${numeralPattern})[日号]?$`,
)
const monthlyDay = new RegExp(`^(本月|这个月|上月|上个月)?(\\d{1,2}|${numeralPattern})([号日])$`)

function calendarDays(text: string, known: Known): Found {
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (packed) return dayIn(Number(packed[1]), Number(packed[2]), Number(packed[3]))
  const full = fullDay.exec(text)
  if (full) return dayIn(Number(full[1]), Number(full[3]), Number(full[4]))
  const plain = dayWithoutYear.exec(text)
  const spoken = spokenDay.exec(text)
  const said = spoken?.[1]
  if (plain || spoken) {
    const [month, day] = plain
      ? [numeral(plain[1] as string), numeral((plain[2] ?? plain[3]) as string)]
      : [numeral(spoken?.[2] as string), numeral(spoken?.[3] as string)]
    if (month === null || day === null) return null
    const year = said === undefined ? null : yearOf(said, known)
    return year === null ? latestDay(month, day, known) : dayIn(year, month, day)
  }
  const monthly = monthlyDay.exec(text)
  // 7日 alone means the last seven days, as reports have always read it.
  const day = monthly && numeral(monthly[2] as string)
  if (!monthly || day === null || (monthly[1] === undefined && text.endsWith('日'))) return null
  return monthly[1] === undefined
    ? latestOfMonth(day, known)
    : dayOfMonth(day, monthly[1].startsWith('上') ? 1 : 0, known)
}

function dayOfMonth(day: number, back: number, { today }: Known): Found {
  const { year, month } = dateOf(dayNumber(today))
  const first = dateOf(dayOf(year, month - back, 1))
  return dayIn(first.year, first.month, day)
}

/** 28号 on the 26th means the 28th of last month. */
function latestOfMonth(day: number, known: Known): Found {
  const [now, before] = [dayOfMonth(day, 0, known), dayOfMonth(day, 1, known)]
  const isPast = now && 'from' in now && now.from <= known.today
  return !isPast && before && 'from' in before ? before : now
}

function dayIn(year: number, month: number, day: number): Found {
  if (month < 1 || month > 12) return problem(`没有 ${month} 月`)
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(text) ? { ...one(text), year } : problem(`${year} 年 ${month} 月没有 ${day} 日`)
}

/** Without a year: the latest such day that is not in the future. */
function latestDay(month: number, day: number, known: Known): Found {
  const years = known.year === undefined ? [thisYear(known), thisYear(known) - 1] : [known.year]
  const days = years.map((year) => dayIn(year, month, day))
  const said = ({ from, to }: Days): Days => ({ from, to })
  const possible = days.flatMap((found) => (found && 'from' in found ? [said(found)] : []))
  return (
    possible.find(({ from }) => known.year !== undefined || from <= known.today) ??
    (days.find((found) => found && 'problem' in found) as Impossible | undefined) ??
    possible[0] ??
    null
  )
}

const period = new RegExp(
  `^(?:(${yearPattern})-?)?(?:(?<month>${monthPattern})(?<third>[上中下]旬)?|(?<quarter>${quarterPattern})|(?<half>[上下]半年|h[12])|(?<festival>${[...festivals.keys(), ...fixedDays.keys()].join('|')}))$`,
)
const monthOfYear = /^(\d{4})[-/.](\d{1,2})$|^((?:19|20)\d{2})(\d{2})$/
const wholeYear = /^(?:(?:19|20)\d{2}年?|[1-9]\d年|前年|明年)$/

/** 10月, 去年三季度, 2026-10, 2025年春节, 2026: the whole period, whose future days have no figures. */
function periods(text: string, known: Known): Found {
  const numbers = monthOfYear.exec(text)
  if (numbers) return monthOf(Number(numbers[1] ?? numbers[3]), Number(numbers[2] ?? numbers[4]), known)
  const alone = wholeYear.exec(text)
  if (alone)
    return begun(months(yearOf(alone[0], known) as number, 1, 12), known, `${yearOf(alone[0], known)} 年`)
  const found = period.exec(text)
  if (!found) return /^\d{1,2}月份?$/.test(text) ? problem(`没有 ${Number.parseInt(text, 10)} 月`) : null
  const { month, third, quarter, half, festival } = found.groups ?? {}
  const inYear = (year: number): Days | null => {
    if (month !== undefined) return partOfMonth(year, numeral(month.replace(/月份?$/, '')) ?? 1, third)
    if (quarter !== undefined) {
      const number = numeral(quarter.replace(/第|季度?|q/g, '')) ?? 1
      return months(year, number * 3 - 2, number * 3)
    }
    if (half !== undefined) return /^上|1$/.test(half) ? months(year, 1, 6) : months(year, 7, 12)
    const fixed = fixedDays.get(festival ?? '')
    if (fixed !== undefined) return one(dayText(dayOf(year, ...fixed)))
    return known.festivalDays?.(festivals.get(festival ?? '') ?? '', year) ?? null
  }
  const said = found[1] === undefined ? undefined : (yearOf(found[1], known) ?? undefined)
  const year = said ?? known.year
  const what = text
    .slice(found[1]?.length ?? 0)
    .replace(/^-/, '')
    .replace(/^(\d+)/, '$1 ')
  if (year !== undefined) {
    const days = inYear(year)
    if (!days) return problem(`不知道 ${year} 年${what}放假的日期`)
    const read = begun(days, known, `${year} 年 ${what}`)
    return said !== undefined && 'from' in read ? { ...read, year: said } : read
  }
  const latest = [thisYear(known), thisYear(known) - 1].flatMap((one) => inYear(one) ?? [])
  const past = latest.find(({ from }) => from <= known.today)
  return past ? begun(past, known, what) : problem(`不知道${what}放假的日期`)
}

function partOfMonth(year: number, month: number, third: string | undefined): Days {
  const whole = months(year, month, month)
  const first = third?.startsWith('中') ? 11 : third?.startsWith('下') ? 21 : 1
  const from = shiftDay(whole.from, first - 1)
  return { from, to: third === undefined || first === 21 ? whole.to : shiftDay(from, 9) }
}

function monthOf(year: number, month: number, known: Known): Found {
  if (month < 1 || month > 12) return problem(`没有 ${month} 月`)
  const read = begun(months(year, month, month), known, `${year} 年 ${month} 月`)
  return 'from' in read ? { ...read, year } : read
}

export function yearOf(said: string, known: Known): number | null {
  const back = ['明年', '今年', '去年', '前年'].indexOf(said)
  if (back >= 0) return thisYear(known) + 1 - back
  const year = Number.parseInt(said, 10)
  return year < 100 ? 2000 + year : year
}

function months(year: number, first: number, last: number): Days {
  return { from: dayText(dayOf(year, first, 1)), to: dayText(dayOf(year, last + 1, 0)) }
}

/** Only periods that have begun, cut at today. */
function begun(days: Days, { today }: Known, what: string): Days | Impossible {
  if (days.from > today) return problem(`${what}还没有到`)
  return { from: days.from, to: days.to < today ? days.to : today }
}

/** Ordered from the most specific to the most general. */
const readers: readonly Reader[] = [
  named,
  sameDays,
  edges,
  calendarDays,
  shifted,
  counted,
  weekly,
  monthsAgo,
  periods,
]
