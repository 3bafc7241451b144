// How a text is read as a day or a moment, in all notations that people use; SQL over a staged text.
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import { bind, folded, fullMatch } from './fold.ts'

/** The parts of dates like 1/5/2026 and 26/1/5. */
export type DayOrder = 'month first' | 'day first' | 'year first'

export interface DayNotation {
  order: DayOrder
  /** SQL: the year of days without one; null: they are no days. */
  year: string | null
}

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const monthName = `(?i:(${months}))`
const shortYear = String.raw`(?:\d{4}|\d{2})`

/** 2026-1-5, 2026/1/5, 2026年1月5日, 2026. 1. 5. */
const wholePattern = String.raw`\d{4} ?[-/.年\\_] ?\d{1,2} ?[-/.月\\_] ?\d{1,2} ?[日号.]?`
/** 20260131: accepted only in columns of dates, because alone it is a number. */
const compactPattern = String.raw`(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`
/** 1/31/2026 or 31.1.2026, and with a year of two digits 26/1/5, 1/5/26, 26-01-05. */
const shortPattern = String.raw`\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d{2}`
const twoDigitPattern = String.raw`\d{1,2}/\d{1,2}/\d{2}|\d{2}/\d{1,2}/\d{1,2}|\d{2}-\d{2}-\d{2}`
const chineseShort = String.raw`\d{2}年\d{1,2}月\d{1,2}[日号]?`
const dayMonthYear = String.raw`(\d{1,2})(?:st|nd|rd|th)?[-/ .,]{0,2}${monthName}[-/ .,]{1,2}(${shortYear})`
const monthDayYear = String.raw`${monthName}[-/ .,]{1,2}(\d{1,2})(?:st|nd|rd|th)?[-/ .,]{1,2}(\d{4})`
const yearMonthDay = String.raw`(\d{4})[-/ .]${monthName}[-/ .](\d{1,2})`
const weekPattern = String.raw`(\d{4})(?:-?W| ?年?第?)(\d{1,2})周?`
const isoWeek = String.raw`\d{4}-?W\d{1,2}|\d{4}年?第\d{1,2}周`
const yearlessChinese = String.raw`(\d{1,2})月(\d{1,2})[日号]?`
const yearlessMonthDay = String.raw`${monthName}[- .]{1,2}(\d{1,2})`
const yearlessDayMonth = String.raw`(\d{1,2})[- .]${monthName}`
const yearless = [yearlessChinese, yearlessMonthDay, yearlessDayMonth]

const weekday = String.raw`(?:星期|周|礼拜)[一二三四五六日天]|(?i:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?)`
const weekdayAround = `^(?:${weekday})[, ]+|[, ]*[(]?(?:${weekday})[)]?$|[ ]*[(][一二三四五六日天][)]$`
const range = `(?: ?(?:~|至|到|—+|--?) ?)`
const clock = String.raw`[ T,]*(?:(?:上午|下午|凌晨|清晨|早上|中午|傍晚|晚上) ?)?\d{1,2}(?::\d{1,2}(?::\d{1,2}(?:\.\d{1,9})?)?|[时点](?:\d{1,2}分?(?:\d{1,2}秒)?)?)(?: ?(?i:am|pm|a\.m\.|p\.m\.))?`
const isoClock = String.raw`[ T]\d{1,2}:\d{2}(:\d{2}(\.\d{1,9})?)?`
const zonePattern = String.raw`(Z| ?[+-]\d{2}:?\d{2})`
/** 20260105 083000, 20260105T083000Z. */
const compactMoment = `${compactPattern}[ T](?:[01]\\d|2[0-3])[0-5]\\d[0-5]\\dZ?`
/** Behind a moment as databases and mails write it. */
const utcEnd = ' (?:UTC|GMT)'
/** Longer texts are no dates. */
const longest = 60

const monthNumber = (name: string): string =>
  `((strpos('janfebmaraprmayjunjulaugsepoctnovdec', lower(left(${name}, 3))) + 2) // 3)`

/** 26 → 2026, 75 → 1975, as POSIX has it. */
const wholeYear = (year: string): string =>
  `CASE WHEN length(${year}) > 2 THEN ${year} WHEN ${year} < '70' THEN '20' || ${year} ELSE '19' || ${year} END`

const asDay = (year: string, month: string, day: string): string =>
  `try_cast(${year} || '-' || ${month} || '-' || ${day} AS DATE)`

const part = (text: string, pattern: string, at: number): string =>
  `regexp_extract(${text}, ${quoteText(`^(?:${pattern})$`)}, ${at})`

function named(text: string, pattern: string, [year, month, day]: readonly [number, number, number]): string {
  return asDay(
    wholeYear(part(text, pattern, year)),
    monthNumber(part(text, pattern, month)),
    part(text, pattern, day),
  )
}

/** Day, month and year of a short date, by the order in its column. */
function shortDay(text: string, order: DayOrder, hasWholeYear: boolean): string {
  const at = (index: number) => `split_part(regexp_replace(${text}, '[-.年月]', '/', 'g'), '/', ${index})`
  if (order === 'year first' && !hasWholeYear) return asDay(wholeYear(at(1)), at(2), at(3))
  return order === 'day first' ? asDay(wholeYear(at(3)), at(2), at(1)) : asDay(wholeYear(at(3)), at(1), at(2))
}

/** The day in a folded text that has neither clock nor weekday. */
function dayIn(text: string, { order, year }: DayNotation): string {
  const first = String.raw`'^(\d{4})[^\d]+(\d{1,2})[^\d]+(\d{1,2}).*$', '\1-\2-\3'`
  const from = String.raw`${wholePattern}(?:${range}\d[-/.\d年月日号 ]{1,14})?`
  const yearlessDay =
    year === null
      ? ''
      : `WHEN ${fullMatch(text, yearlessChinese)} THEN ${asDay(year, part(text, yearlessChinese, 1), part(text, yearlessChinese, 2))}
         WHEN ${fullMatch(text, yearlessMonthDay)} THEN ${asDay(year, monthNumber(part(text, yearlessMonthDay, 1)), part(text, yearlessMonthDay, 2))}
         WHEN ${fullMatch(text, yearlessDayMonth)} THEN ${asDay(year, monthNumber(part(text, yearlessDayMonth, 2)), part(text, yearlessDayMonth, 1))}`
  return `CASE WHEN ${fullMatch(text, from)} THEN try_cast(regexp_replace(${text}, ${first}) AS DATE)
    WHEN ${fullMatch(text, `${compactPattern}(?:${range}${compactPattern})?`)} THEN try_strptime(left(${text}, 8), '%Y%m%d')::DATE
    WHEN ${fullMatch(text, shortPattern)} THEN ${shortDay(text, order, true)}
    WHEN ${fullMatch(text, twoDigitPattern)} THEN ${shortDay(text, order, false)}
    WHEN ${fullMatch(text, chineseShort)} THEN ${shortDay(`rtrim(${text}, '日号')`, 'year first', false)}
    WHEN ${fullMatch(text, dayMonthYear)} THEN ${named(text, dayMonthYear, [3, 2, 1])}
    WHEN ${fullMatch(text, monthDayYear)} THEN ${named(text, monthDayYear, [3, 1, 2])}
    WHEN ${fullMatch(text, yearMonthDay)} THEN ${named(text, yearMonthDay, [1, 2, 3])}
    WHEN ${fullMatch(text, isoWeek)} THEN ${weekDay(text)}
    ${yearlessDay} END`
}

/** The Monday of an ISO week; a year without week 53 has no such day. */
function weekDay(text: string): string {
  const [year, week] = [1, 2].map((at) => part(text, weekPattern, at)) as [string, string]
  const monday = `try_strptime(${year} || '-W' || ${week} || '-1', '%G-W%V-%u')::DATE`
  return bind(monday, 'monday', `CASE WHEN isoyear(monday) = ${year}::INTEGER THEN monday END`)
}

/** A folded text without its weekday. */
const withoutWeekday = (text: string): string =>
  `trim(regexp_replace(${text}, ${quoteText(weekdayAround)}, ''))`

/** Folded texts that may hold a day; spares all others the patterns. */
const mayHold = (text: string): string => `length(${text}) <= ${longest} AND regexp_matches(${text}, '[0-9]')`

/** SQL: the day of a staged text; NULL where it is none, or has a clock. */
export function dayOf(column: string, notation: DayNotation): string {
  const slow = bind(
    folded(column),
    'written',
    `CASE WHEN ${mayHold('written')} THEN ${bind(withoutWeekday('written'), 'bare', dayIn('bare', notation))} END`,
  )
  return `CASE WHEN ${fullMatch(column, String.raw`\d{4}-\d{1,2}-\d{1,2}`)} THEN try_cast(${column} AS DATE) ELSE ${slow} END`
}

/**
 * SQL: the moment of a staged text. Moments without an offset stay as they are; those with one are converted
 * to the business zone; days become midnight.
 */
export function momentOf(column: string, notation: DayNotation, zone: string): string {
  const day = String.raw`'^(\d{4})[^\d](\d{1,2})[^\d](\d{1,2})', '\1-\2-\3'`
  const zoned = `try_cast(regexp_replace(written, ${day}) AS TIMESTAMPTZ) AT TIME ZONE ${quoteText(zone)}`
  const ofUtc = (moment: string) => `(${moment}) AT TIME ZONE 'UTC' AT TIME ZONE ${quoteText(zone)}`
  const isUtc = `regexp_matches(written, ${quoteText(`${utcEnd}$`)})`
  const compact = `try_strptime(left(written, 8) || substr(written, 10, 6), '%Y%m%d%H%M%S')`
  const slow = bind(
    folded(column),
    'written',
    `CASE WHEN ${fullMatch('written', wholePattern + isoClock + zonePattern)} THEN ${zoned}
      WHEN ${fullMatch('written', compactMoment)} THEN CASE WHEN ends_with(written, 'Z') THEN ${ofUtc(compact)} ELSE ${compact} END
      WHEN ${mayHold('written')} THEN ${bind(
        `CASE WHEN ${isUtc} THEN left(written, length(written) - 4) ELSE written END`,
        'dated',
        bind(
          momentIn('dated', notation),
          'moment',
          `CASE WHEN ${isUtc} THEN ${ofUtc('moment')} ELSE moment END`,
        ),
      )} END`,
  )
  const quick = `CASE WHEN ${fullMatch(column, String.raw`\d{4}-\d{1,2}-\d{1,2}` + isoClock)} THEN try_cast(${column} AS TIMESTAMP) ELSE ${slow} END`
  return `coalesce(${quick}, ${dayOf(column, notation)}::TIMESTAMP)`
}

/** The moment in a folded text that ends with a clock. */
function momentIn(text: string, notation: DayNotation): string {
  const bare = withoutWeekday(`rtrim(left(${text}, length(${text}) - length(clock)), ' ,T')`)
  return bind(
    `regexp_extract(${text}, ${quoteText(`${clock}$`)})`,
    'clock',
    `CASE WHEN clock = '' THEN NULL ELSE ${bind(bare, 'bare', dayIn('bare', notation))} + ${timeIn('clock')} END`,
  )
}

/** The time of day as an interval; NULL for hours and minutes that no clock has. */
function timeIn(clock: string): string {
  const number = (pattern: string) =>
    `coalesce(try_cast(regexp_extract(${clock}, ${quoteText(pattern)}, 1) AS DOUBLE), 0)`
  const hour = number(String.raw`(\d{1,2})(?::|时|点)`)
  const minute = number(String.raw`(?::|时|点)(\d{1,2})`)
  const second = number(String.raw`(?::|时|点)\d{1,2}(?::|分)(\d{1,2}(?:\.\d+)?)`)
  const says = (pattern: string) => `regexp_matches(${clock}, ${quoteText(`(?i)${pattern}`)})`
  const hours = `CASE WHEN ${says('晚上')} AND hour = 12 THEN NULL
    WHEN ${says('上午|凌晨|清晨|早上|am|a\\.m')} THEN CASE WHEN hour = 12 THEN 0 WHEN hour < 12 THEN hour END
    WHEN ${says('下午|傍晚|晚上|pm|p\\.m')} THEN CASE WHEN hour < 12 THEN hour + 12 WHEN hour < 24 THEN hour END
    WHEN ${says('中午')} THEN CASE WHEN hour < 3 THEN hour + 12 WHEN hour BETWEEN 10 AND 14 THEN hour END
    WHEN hour < 24 OR (hour = 24 AND ${minute} = 0 AND ${second} = 0) THEN hour END`
  return bind(
    hour,
    'hour',
    `CASE WHEN ${minute} < 60 AND ${second} < 60
      THEN to_microseconds(((${hours}) * 3600000000 + ${minute} * 60000000 + ${second} * 1000000)::BIGINT) END`,
  )
}

const bareDay = (column: string): string =>
  withoutWeekday(`regexp_replace(${folded(column)}, ${quoteText(`${clock}$`)}, '')`)

/** SQL conditions and parts over a staged text, by which a column's order is found. */
export const shortDays = (column: string) => {
  const at = (index: number) =>
    `try_cast(split_part(regexp_replace(bare, '[-.]', '/', 'g'), '/', ${index}) AS INTEGER)`
  return {
    /** The text without clock and weekday, to be selected as `bare`. */
    bare: bareDay(column),
    isShort: fullMatch('bare', shortPattern),
    isTwoDigit: fullMatch('bare', twoDigitPattern),
    at,
  }
}

/** SQL conditions for days without a year, and for ranges of days and weeks, of which the first day is read. */
export const isYearless = (column: string): string =>
  fullMatch(bareDay(column), yearless.map((pattern) => `(?:${pattern})`).join('|'))
export const isRange = (column: string): string =>
  fullMatch(folded(column), String.raw`${wholePattern}${range}\d.*|${compactPattern}${range}\d.*`)
export const isWeek = (column: string): string => fullMatch(folded(column), isoWeek)
