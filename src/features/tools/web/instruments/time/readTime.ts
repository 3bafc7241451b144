// Parses a time from what people write: timestamps of any unit, dates in common formats, and relative times.
import { type Clock, clockAt, dateOfDays, daysOf, momentOf, nanosASecond } from './zones.ts'

export interface ReadTime {
  nanos: bigint
  /** What the text was recognized as: 秒级时间戳. */
  as: string
  note: string
}
export type TimeUnit = 'auto' | 's' | 'ms' | 'us' | 'ns'

const factors: Record<Exclude<TimeUnit, 'auto'>, bigint> = {
  s: nanosASecond,
  ms: 1_000_000n,
  us: 1000n,
  ns: 1n,
}
const unitTitles: Record<Exclude<TimeUnit, 'auto'>, string> = {
  s: '秒级时间戳',
  ms: '毫秒级时间戳',
  us: '微秒级时间戳',
  ns: '纳秒级时间戳',
}
const longest = 80

interface Around {
  zone: string
  /** In nanoseconds. */
  now: bigint
  unit?: TimeUnit
}

/** An error is returned as a sentence. */
export function readTime(text: string, around: Around): ReadTime | string {
  const typed = text.trim().replace(/^["'`]|["'`]$/g, '')
  if (typed === '') return '请输入时间戳或日期'
  if (typed.length > longest) return '内容太长，不像时间'
  try {
    return (
      readStamp(typed, around.unit ?? 'auto') ??
      readRelative(typed, around) ??
      readDate(typed, around) ??
      readMail(typed, around) ??
      '无法识别这个时间，可写 1732350000、2026-11-23 10:00、3 天前、Mon, 23 Nov 2026 10:00:00 +0800'
    )
  } catch (error) {
    if (error instanceof WrongTime) return error.message
    throw error
  }
}

class WrongTime extends Error {}

/**
 * By the number of digits: 10 for present seconds, 13 for milliseconds, 16 for microseconds, 19 for
 * nanoseconds.
 */
function unitOf(digits: number): Exclude<TimeUnit, 'auto'> {
  if (digits <= 11) return 's'
  if (digits <= 14) return 'ms'
  return digits <= 17 ? 'us' : 'ns'
}

function readStamp(text: string, unit: TimeUnit): ReadTime | null {
  const match = /^([+-]?)(\d[\d,_]{0,38})(?:\.(\d{1,18}))?\s*(s|ms|us|μs|ns|秒|毫秒|微秒|纳秒)?$/.exec(text)
  if (!match) return null
  const [, sign = '', written = '', part = '', said = ''] = match
  const whole = written.replace(/[,_]/g, '')
  const named = (
    { s: 's', 秒: 's', ms: 'ms', 毫秒: 'ms', us: 'us', μs: 'us', 微秒: 'us', ns: 'ns', 纳秒: 'ns' } as const
  )[said]
  const isDay =
    unit === 'auto' &&
    named === undefined &&
    sign === '' &&
    part === '' &&
    /^(?:19|20)\d{6}$|^(?:19|20)\d{12}$/.test(written)
  if (isDay) return null
  const taken = named ?? (unit === 'auto' ? unitOf(whole.replace(/^0+/, '').length) : unit)
  const factor = factors[taken]
  const below = part === '' ? 0n : (BigInt(part.padEnd(18, '0')) * factor) / 10n ** 18n
  const positive = BigInt(whole) * factor + below
  const isExact = part === '' || (BigInt(part.padEnd(18, '0')) * factor) % 10n ** 18n === 0n
  return {
    nanos: sign === '-' ? -positive : positive,
    as: unitTitles[taken],
    note: isExact ? '' : '不足 1 纳秒的部分已舍去',
  }
}

const dayPattern = String.raw`(\d{4,6}|[+-]\d{4,6})\s*[-/.年]\s*(\d{1,2})(?:\s*[-/.月]\s*(\d{1,2})\s*[日号]?|\s*月)?`
const timePattern = String.raw`(上午|下午|晚上|凌晨|中午|早上)?\s*(\d{1,2})\s*(?:[:：时点]\s*(?:(\d{1,2})\s*分?)?(?:\s*[:：]?\s*(\d{1,2})(?:[.,](\d{1,9}))?\s*秒?)?)\s*(am|pm|AM|PM)?`
const zonePattern = String.raw`(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{1,2})?`
const wholePattern = new RegExp(
  `^${dayPattern}(?:[T\\s,，]*(?:星期|周)?[一二三四五六日天]?\\s*${timePattern})?\\s*${zonePattern}$`,
  'i',
)
const compact =
  /^(\d{4})(\d{2})(\d{2})(?:[T _-]?(\d{2})(\d{2})(\d{2})?(?:[.,]?(\d{1,9}))?\s*(Z|[+-]\d{2}:?\d{2})?)?$/

function readDate(text: string, { zone }: Around): ReadTime | null {
  const short = compact.exec(text)
  if (short) {
    const [, year = '', month = '', day = '', hour, minute, second, part, offset] = short
    return placed({ year, month, day, hour, minute, second, part }, offset, zone)
  }
  const match = wholePattern.exec(text)
  if (!match) return null
  const [, year = '', month = '', day = '1', half, hour, minute, second, part, latin, offset] = match
  return placed({ year, month, day, hour: inHalf(hour, half ?? latin), minute, second, part }, offset, zone)
}

function inHalf(hour: string | undefined, half: string | undefined): string | undefined {
  if (hour === undefined || !half) return hour
  const value = Number(hour)
  if (/^(?:下午|晚上|中午|pm)$/i.test(half))
    return value < 12 && !(half === '中午' && value >= 10) ? String(value + 12) : hour
  return value === 12 ? '0' : hour
}

interface Written {
  year: string
  month: string
  day: string
  hour?: string | undefined
  minute?: string | undefined
  second?: string | undefined
  part?: string | undefined
}

function placed(written: Written, offset: string | undefined, zone: string): ReadTime {
  const second = Number(written.second ?? 0)
  const clock: Clock = {
    year: BigInt(written.year.replace('+', '')),
    month: Number(written.month),
    day: Number(written.day),
    hour: Number(written.hour ?? 0),
    minute: Number(written.minute ?? 0),
    second,
    nanos: Number((written.part ?? '').padEnd(9, '0')),
  }
  checkClock(clock)
  const isLeap = second === 60
  const meant = momentOf(isLeap ? { ...clock, second: 59 } : clock, offset ? 'UTC' : zone)
  const ahead = offset ? BigInt(secondsOf(offset)) * nanosASecond : 0n
  return {
    nanos: meant.nanos - ahead + (isLeap ? nanosASecond : 0n),
    as: offset ? `日期，${offset.toUpperCase() === 'Z' ? 'UTC' : offset}` : `日期，按 ${zone}`,
    note: [offset ? '' : meant.note, isLeap ? '闰秒在时间戳里与下一秒相同' : ''].filter(Boolean).join('；'),
  }
}

function checkClock({ year, month, day, hour, minute, second }: Clock): void {
  if (month < 1 || month > 12) throw new WrongTime(`没有 ${month} 月`)
  const days = month === 12 ? 31 : Number(daysOf(year, month + 1, 1) - daysOf(year, month, 1))
  if (day < 1 || day > days) throw new WrongTime(`${year} 年 ${month} 月没有 ${day} 日`)
  if (hour > 24 || (hour === 24 && (minute > 0 || second > 0))) throw new WrongTime('小时应在 0 到 23 之间')
  if (minute > 59) throw new WrongTime('分钟应在 0 到 59 之间')
  if (second > 60 || (second === 60 && minute !== 59)) throw new WrongTime('秒应在 0 到 59 之间')
}

function secondsOf(offset: string): number {
  if (/^(?:z|utc|gmt|ut)$/i.test(offset)) return 0
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? []
  if (Number(hours) > 18 || Number(minutes) > 59) throw new WrongTime(`没有 ${offset} 这样的时差`)
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const mail =
  /^(?:[A-Za-z]{3,9},? +)?(\d{1,2})[ -]([A-Za-z]{3})[a-z]*[ -](\d{4})(?: +(\d{1,2}):(\d{2})(?::(\d{2}))?)? *(Z|UT|UTC|GMT|[+-]\d{2}:?\d{2})?(?: *\([^)]{1,40}\))?$/
const unixDate =
  /^[A-Za-z]{3} ([A-Za-z]{3}) +(\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})(?: (?:GMT)?([A-Z]{3}|[+-]\d{4}))? (\d{4})$/
const scriptDate =
  /^[A-Za-z]{3} ([A-Za-z]{3}) (\d{1,2}) (\d{4}) (\d{2}):(\d{2}):(\d{2})(?: GMT([+-]\d{4}))?(?: \([^)]{1,40}\))?$/

/** RFC 2822, HTTP, JavaScript's Date, the Unix date command. */
function readMail(text: string, { zone }: Around): ReadTime | null {
  const named = (name: string): string | null => {
    const at = months.indexOf(name.slice(0, 3).toLowerCase())
    return at < 0 ? null : String(at + 1)
  }
  const letter = mail.exec(text)
  const unix = letter ? null : unixDate.exec(text)
  const script = letter || unix ? null : scriptDate.exec(text)
  const month = named(letter?.[2] ?? unix?.[1] ?? script?.[1] ?? '')
  if (month === null) return null
  if (letter) {
    const [, day = '', , year = '', hour, minute, second, offset] = letter
    return placed({ year, month, day, hour, minute, second }, offset, zone)
  }
  if (unix) {
    const [, , day = '', hour, minute, second, said, year = ''] = unix
    const offset = said && /^(?:UTC|GMT|[+-])/.test(said) ? said : said === 'CST' ? '+0800' : undefined
    return placed({ year, month, day, hour, minute, second }, offset, zone)
  }
  const [, , day = '', year = '', hour, minute, second, offset] = script as RegExpExecArray
  return placed({ year, month, day, hour, minute, second }, offset, zone)
}

const daysAway: Readonly<Record<string, number>> = {
  大前天: -3,
  前天: -2,
  昨天: -1,
  今天: 0,
  today: 0,
  yesterday: -1,
  tomorrow: 1,
  明天: 1,
  后天: 2,
  大后天: 3,
}
const units: Readonly<Record<string, bigint | 'month' | 'year'>> = {
  秒: 1n,
  秒钟: 1n,
  s: 1n,
  second: 1n,
  分: 60n,
  分钟: 60n,
  min: 60n,
  minute: 60n,
  小时: 3600n,
  时: 3600n,
  h: 3600n,
  hour: 3600n,
  天: 86_400n,
  日: 86_400n,
  d: 86_400n,
  day: 86_400n,
  周: 604_800n,
  星期: 604_800n,
  w: 604_800n,
  week: 604_800n,
  月: 'month',
  month: 'month',
  年: 'year',
  y: 'year',
  year: 'year',
}
const away =
  /^([+-])?\s*(\d{1,6})\s*个?(秒钟?|分钟?|小时|时|天|日|周|星期|月|年|s|h|d|w|y|min|(?:second|minute|hour|day|week|month|year)s?)\s*(前|后|之前|之后|以前|以后|ago|later)?$/i

function readRelative(text: string, around: Around): ReadTime | null {
  if (/^(?:now|现在|此刻|当前)$/i.test(text)) return { nanos: around.now, as: '现在', note: '' }
  const [, word = '', rest = ''] =
    /^([\u4e00-\u9fff]{2,3}|today|yesterday|tomorrow)\s*(.*)$/i.exec(text) ?? []
  const days = daysAway[word.toLowerCase()]
  if (days !== undefined) {
    const today = clockAt(around.now, around.zone)
    const date = dateOfDays(daysOf(today.year, today.month, today.day) + BigInt(days))
    const read = readDate(`${date.year}-${date.month}-${date.day} ${rest}`.trim(), around)
    return read && { ...read, as: `${word}，按 ${around.zone}` }
  }
  return readAway(text, around)
}

function readAway(text: string, { zone, now }: Around): ReadTime | null {
  const match = away.exec(text)
  if (!match) return null
  const [, sign, count = '0', written = '', side] = match
  if (!sign && !side) return null
  const isBefore = sign === '-' || (side !== undefined && /前|ago/i.test(side))
  const unit = units[written.toLowerCase().replace(/(?<=..)s$/, '')] ?? units[written]
  if (unit === undefined) return null
  const amount = BigInt(count) * (isBefore ? -1n : 1n)
  const as = `从现在算，按 ${zone}`
  if (typeof unit === 'bigint') return { nanos: now + amount * unit * nanosASecond, as, note: '' }
  const clock = clockAt(now, zone)
  const total = clock.year * 12n + BigInt(clock.month - 1) + amount * (unit === 'year' ? 12n : 1n)
  const [year, month] = [total / 12n, Number(total % 12n) + 1]
  const days = month === 12 ? 31 : Number(daysOf(year, month + 1, 1) - daysOf(year, month, 1))
  const meant = momentOf({ ...clock, year, month, day: Math.min(clock.day, days) }, zone)
  return { nanos: meant.nanos, as, note: meant.note }
}
