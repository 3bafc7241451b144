// Words with a fixed meaning in sentences: days, grains, comparisons, counts, 按 …. All others are names.
import { commandArguments } from '#commands/arguments.ts'
import type { Calculation, Comparison, DateRange, Grain, RelativeRange } from '#semantic/model/types.ts'
import { type FestivalDays, isRead, readDays } from '#shared/days/readDays.ts'
import { spokenDaysWithin } from '#shared/days/spoken.ts'
import { against, againstWords } from './against.ts'
import { joinDays } from './daysApart.ts'

interface Word {
  /** As typed. */
  text: string
  /** Names a dimension to group by: 按渠道. */
  by: boolean
}

export interface Reading {
  names: Word[]
  range?: DateRange
  grain?: Grain
  compare?: Comparison
  /** With `compare: 'range'`. */
  compareRange?: { from: string; to: string }
  /** Two values are compared: iOS vs Android. */
  apart?: true
  /** The top N of the grouped dimension. */
  top?: number
  /** A calculation of the figure: 7日均, 累计, 排名. */
  calculation?: SaidCalculation
}

type SaidCalculation = Pick<Calculation, 'kind' | 'periods'>

const mostNames = 4

const rangeWords = new Map<string, RelativeRange>([
  ...commandArguments.range.options.flatMap(({ value, title, en }) => {
    const spelled = [title.replace(/\s/g, ''), ...(value.includes('Week') || / /.test(en) ? [] : [en])]
    return [...spelled, en.replace(/\s/g, '')].map((word) => [word.toLowerCase(), value] as const)
  }),
  ['1d', 'today'],
  ['1y', 'last365'],
  ['今日', 'today'],
  ['昨日', 'yesterday'],
  ['这周', 'thisWeek'],
  ['上个周', 'lastWeek'],
  ['这个月', 'thisMonth'],
  ['上个月', 'lastMonth'],
  ['这季度', 'thisQuarter'],
  ['上个季度', 'lastQuarter'],
  ['全部', 'all'],
])
/** Initials: sz for 上周. Only where no name matches. */
const rangeInitials = new Map<string, RelativeRange>([
  ['jt', 'today'],
  ['zt', 'yesterday'],
  ['bz', 'thisWeek'],
  ['sz', 'lastWeek'],
  ['by', 'thisMonth'],
  ['sy', 'lastMonth'],
  // Full readings, too.
  ...commandArguments.range.options
    .filter(({ title }) => !/\d/.test(title))
    .map(({ value, pinyin }) => [pinyin.replace(/\/\w+/g, '').replaceAll(' ', ''), value] as const),
])
const grainWords = new Map<string, Grain>([
  ['按小时', 'hour'],
  ['按时', 'hour'],
  ['按日', 'day'],
  ['按天', 'day'],
  ['每日', 'day'],
  ['每天', 'day'],
  ['按周', 'week'],
  ['每周', 'week'],
  ['按月', 'month'],
  ['每月', 'month'],
  ['按季', 'quarter'],
  ['按季度', 'quarter'],
  ['按年', 'year'],
  ['hourly', 'hour'],
  ['daily', 'day'],
  ['weekly', 'week'],
  ['monthly', 'month'],
])
const compareWords = new Map<string, Comparison>([
  ['环比', 'previous'],
  ['周同比', 'week'],
  ['同比', 'year'],
  ['年同比', 'year'],
  ['春节对齐', 'lunar'],
  ['mom', 'previous'],
  ['wow', 'week'],
  ['yoy', 'year'],
])

const calculationWords = new Map<string, SaidCalculation>([
  ['累计', { kind: 'running' }],
  ['running', { kind: 'running' }],
  ['cumulative', { kind: 'running' }],
  ['排名', { kind: 'rank' }],
  ['rank', { kind: 'rank' }],
  ['移动平均', { kind: 'average', periods: 7 }],
  ['周均线', { kind: 'average', periods: 7 }],
])

/** 7日均, 30 天平均, ma7; in periods of the grain, whatever unit is named. */
function calculationOf(word: string): SaidCalculation | undefined {
  const [, han, latin] = /^(?:(\d{1,3})(?:日|天|周|个?月)(?:均|平均|移动平均)|ma(\d{1,3}))$/.exec(word) ?? []
  const periods = Number(han ?? latin)
  return periods >= 2 && periods <= 366 ? { kind: 'average', periods } : calculationWords.get(word)
}

/** Longest first, so that 近 30 天 is not read as 近 3, nor 春节对齐 as 春节. */
const inner = new RegExp(
  [
    '\\d{1,3}(?:日|天|周|个?月)(?:移动平均|平均|均)',
    ...[...calculationWords.keys()].filter((word) => /^\p{Script=Han}+$/u.test(word)),
    '(?:最?近|过去)(?:\\d{1,4}|[一二两三四五六七八九十]{1,3})(?:[天日周年]|个月)',
    '\\d{1,4}(?:[天日周]|个月)',
    '(?<![a-z])vs\\.?(?![a-z])',
    '对比',
    '(?:去年|上年|上周)同期',
    '春节对齐',
    ...spokenDaysWithin,
    ...[...rangeWords.keys(), ...grainWords.keys(), ...compareWords.keys()]
      .filter((word) => /^\p{Script=Han}+$/u.test(word))
      .toSorted((one, other) => other.length - one.length),
    '前\\s*\\d{1,3}',
  ].join('|'),
  'iu',
)

/** Splits joined words at known ones: 充值按渠道上周 → 充值, 按渠道, 上周. A name stays whole: 月末余额, 双11礼包. */
function parted(token: string, known: Known): string[] {
  if (!/\p{Script=Han}/u.test(token) || isRead(readDays(token, known))) return [token]
  const found = inner.exec(token)
  if (found && found[0] !== token && !known.isName(token)) {
    const before = token.slice(0, found.index)
    const after = token.slice(found.index + found[0].length)
    return [before, found[0], after].filter(Boolean).flatMap((part) => parted(part, known))
  }
  // 按 only starts a word where something precedes it.
  const by = token.indexOf('按', 1)
  return by > 0 && by < token.length - 1 ? [token.slice(0, by), ...parted(token.slice(by), known)] : [token]
}

interface Known {
  /** Today's business day. */
  today: string
  /** Whether the vocabulary has a good match for a word. */
  isName: (word: string) => boolean
  festivalDays: FestivalDays
}

/** Longer text was pasted and is no sentence. */
const longest = 200

/** Joins what belongs together: 近 30 天, last 7 days, 前 10. */
const joined = (text: string): string =>
  text
    .replace(/(近|过去|前|last|past) +(?=\d)/gi, '$1')
    .replace(
      /(\d) (?=(?:(?:天|日|周|个月|月)(?:移动平均|平均|均)|天|日|周|个月|days?|weeks?|months?)(?:[\s,，、;；]|$))/gi,
      '$1',
    )

/** `least`: the least number of words of a sentence, of which one is a name. */
export function readWords(text: string, known: Known, least = 2): Reading | null {
  const reading = readSentence(text, known, least)
  return reading?.names.length === 0 ? null : reading
}

/** A sentence that may name nothing: 9月 vs 8月. */
export function readSentence(text: string, known: Known, least: number): Reading | null {
  if (text.length > longest) return null
  const words = joined(text.normalize('NFKC').trim())
    .split(/[\s,，、;；]+/)
    .filter(Boolean)
    .flatMap((token) => parted(token, known))
  const tokens = joinDays(words, (word) => rangeOf(word.toLowerCase(), known))
  if (tokens.length < least || tokens.length > 12) return null
  const reading: Reading = { names: [] }
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as string
    const pair = `${token}${tokens[at + 1] ?? ''}`.toLowerCase()
    if (/^(this|last)$/i.test(token) && rangeWords.has(pair)) {
      reading.range = { relative: rangeWords.get(pair) as RelativeRange }
      at += 1
    } else if (/^by$/i.test(token) && tokens[at + 1] !== undefined) {
      reading.names.push({ text: tokens[at + 1] as string, by: true })
      at += 1
    } else if (againstWords.has(token.toLowerCase()) && tokens[at + 1] !== undefined) {
      const next = (tokens[at + 1] as string).toLowerCase()
      const other = wholeRange(next, known)
      const found = against(next, reading.range, other, known.today)
      if (found) {
        Object.assign(reading, found)
        at += 1
      } else reading.apart = true
    } else if (!readKnown(token, reading, known)) {
      const by = /^(?:按|分|by:)(.+)$/i.exec(token)?.[1]
      reading.names.push(by === undefined ? { text: token, by: false } : { text: by, by: true })
    }
  }
  if (reading.names.length > mostNames) return null
  // A lunar festival is compared with last year's festival, not with the same dates.
  if (reading.compare === 'year' && tokens.some((token) => /春节|过年/.test(token))) reading.compare = 'lunar'
  return reading
}

function readKnown(token: string, reading: Reading, known: Known): boolean {
  const word = token.toLowerCase().replace(/\s/g, '')
  const range = rangeOf(word, known) ?? (known.isName(word) ? null : (initialsOf(word) ?? null))
  if (range) {
    reading.range = range
    return true
  }
  const grain = grainWords.get(word)
  if (grain) {
    reading.grain = grain
    return true
  }
  const compare = compareWords.get(word)
  if (compare) {
    reading.compare = compare
    return true
  }
  const calculation = calculationOf(word)
  // 累计充值 may be a point's own name.
  if (calculation && !known.isName(word)) {
    reading.calculation = calculation
    return true
  }
  const top = /^(?:前|top)(\d{1,3})$/.exec(word)?.[1]
  if (top === undefined || Number(top) === 0) return false
  reading.top = Number(top)
  return true
}

const initialsOf = (word: string): DateRange | undefined => {
  const relative = rangeInitials.get(word)
  return relative && { relative }
}

const wholeRange = (word: string, known: Known): DateRange | null =>
  rangeOf(word, known) ?? initialsOf(word) ?? null

function rangeOf(word: string, known: Known): DateRange | null {
  const named = rangeWords.get(word)
  if (named) return { relative: named }
  // A bare number may be a name, or a number of anything.
  if (
    /^[-+]?\d+$/.test(word) &&
    (word.length < 8 || known.isName(word)) &&
    !/^(19|20)\d\d(\d\d)?$/.test(word)
  )
    return null
  if (/^\d{4,6}$/.test(word) && known.isName(word)) return null
  const read = readDays(word, known)
  return isRead(read) ? read : null
}
