// Words for days: named periods, numerals, festivals. Used by `readDays` and by callers that search sentences
// for such words.

/** Names of ranges that move with today, as reports store them. */
const named = {
  today: ['今天', '今日', '当天', 'today'],
  yesterday: ['昨天', '昨日', 'yesterday'],
  thisWeek: ['本周', '这周', '这个周', '这一周', 'thisweek'],
  lastWeek: ['上周', '上个周', '上一周', 'lastweek'],
  thisMonth: ['本月', '这月', '这个月', '当月', 'thismonth'],
  lastMonth: ['上月', '上个月', 'lastmonth'],
  thisQuarter: ['本季度', '本季', '这季度', '这个季度', 'thisquarter'],
  lastQuarter: ['上季度', '上季', '上个季度', 'lastquarter'],
  thisYear: ['今年', '本年', 'thisyear'],
  lastYear: ['去年', '上年', 'lastyear'],
  all: ['全部', '全部日期', '所有日期', 'all'],
} as const

const counted = ['last7', 'last14', 'last30', 'last90', 'last180', 'last365'] as const
export type RelativeName = keyof typeof named | (typeof counted)[number]

export const relativeWords: ReadonlyMap<string, RelativeName> = new Map(
  Object.entries(named).flatMap(([name, words]) => words.map((word) => [word, name as RelativeName])),
)
export const countedName = (days: number): RelativeName | undefined =>
  days === 1 ? 'today' : counted.find((name) => name === `last${days}`)

/** Single days, relative to today. */
export const dayWords: ReadonlyMap<string, number> = new Map([
  ['前天', -2],
  ['大前天', -3],
  ['明天', 1],
  ['明日', 1],
  ['tomorrow', 1],
  ['后天', 2],
  ['大后天', 3],
])

/** Spoken names → names in the calendar. */
export const festivals: ReadonlyMap<string, string> = new Map([
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

/** Days with game events, the same each year: month and day. */
export const fixedDays: ReadonlyMap<string, readonly [month: number, day: number]> = new Map([
  ['情人节', [2, 14]],
  ['儿童节', [6, 1]],
  ['六一', [6, 1]],
  ['双11', [11, 11]],
  ['双十一', [11, 11]],
  ['双12', [12, 12]],
  ['双十二', [12, 12]],
  ['平安夜', [12, 24]],
  ['圣诞', [12, 25]],
  ['圣诞节', [12, 25]],
])

export const yearPattern = '\\d{4}年?|\\d{2}年|今年|去年|前年|明年'
export const numeralPattern = '[零一二两三四五六七八九十]{1,3}'
export const monthPattern = '(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?'
export const quarterPattern = '(?:第?[一二三四1-4]季度?|[qQ][1-4])'
/** The same day of another year, month or week: 去年今天, 上个月的昨天. */
export const sameDayPattern = '(去年|前年|上个?月|上个?周)的?(今[天日]|昨[天日])'
/** 五一, 六一 and 十一 are also parts of other words, so they are not searched within other words. */
const longFestivals = [...festivals.keys(), ...fixedDays.keys()].filter((word) => !/^[五六十]/.test(word))

/** Found within joined words: 充值去年6月环比. A month must not continue as a word: 6月卡 is a name. */
export const spokenDaysWithin: readonly string[] = [
  sameDayPattern.replaceAll('(', '(?:'),
  '(?:\\d{4}年|今年|去年|前年|年|[本上]?个?月|[本上]个?季度?)[初底末](?:至今)?',
  `(?:${yearPattern})(?:[上下]半年|${quarterPattern})`,
  `(?<!\\d)(?:${yearPattern})?${monthPattern}[初底末]?(?![\\p{Script=Han}\\d]*[卡票签])(?!\\d)`,
  `(?:${yearPattern})?(?:${longFestivals.toSorted((one, other) => other.length - one.length).join('|')})(?!\\d)`,
]

const digits = '零一二三四五六七八九'

/** An integer in digits or in Chinese words up to 99 (三十, 两); null for other texts. */
export function numeral(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  const plain = text.replaceAll('两', '二')
  if (!/^[零一二三四五六七八九十]{1,3}$/.test(plain)) return null
  const ten = plain.indexOf('十')
  if (ten < 0) return plain.length === 1 ? digits.indexOf(plain) : null
  const tens = ten === 0 ? 1 : digits.indexOf(plain.slice(0, ten))
  const ones = plain.slice(ten + 1)
  const last = ones === '' ? 0 : digits.indexOf(ones)
  return tens < 0 || last < 0 || ten > 1 || ones.length > 1 ? null : tens * 10 + last
}
