// Conditions on figures that a sentence says, and whether any of its conditions is enough.
//
//   充值大于100 或 活跃少于10      [充值 > 100, 活跃 < 10], either
//   充值 大于 退款                 [充值 > 退款]
//   充值 高于上周 1.2 倍           [充值 > 上周同日 × 1.2]; «20%» more is 1.2 times
//   充值 较上周流失                 [充值 was there a week ago and is not now]; 流失 alone is of the period before

import type { FilterThan, PastPeriod, ReportFilter } from '#semantic/model/types.ts'
import { tier } from '#shared/matching/match.ts'
import type { QueryPoint } from '#features/statement/contract.ts'
import type { Vocabulary } from './vocabulary.ts'

type FigureOp = 'gt' | 'gte' | 'lt' | 'lte'

interface SpokenFigure {
  point: QueryPoint
  filter: ReportFilter
  /** The point it is compared with. */
  other?: QueryPoint
}

export interface Spoken {
  /** The remaining sentence. */
  rest: string
  figures: SpokenFigure[]
  isEither: boolean
}

/** Longest first. */
const operators: [word: string, op: FigureOp][] = [
  ['大于等于', 'gte'],
  ['小于等于', 'lte'],
  ['不小于', 'gte'],
  ['不低于', 'gte'],
  ['不少于', 'gte'],
  ['不大于', 'lte'],
  ['不高于', 'lte'],
  ['不超过', 'lte'],
  ['大于', 'gt'],
  ['高于', 'gt'],
  ['多于', 'gt'],
  ['超过', 'gt'],
  ['小于', 'lt'],
  ['低于', 'lt'],
  ['少于', 'lt'],
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['>', 'gt'],
  ['<', 'lt'],
]
const opOf = new Map(operators)
const inner = new RegExp(operators.map(([word]) => word).join('|'), 'g')
const orWords = new Set(['或', '或者', 'or'])

const pastWords = new Map<string, PastPeriod>([
  ['上期', 'previous'],
  ['上一期', 'previous'],
  ['昨天', 'previous'],
  ['昨日', 'previous'],
  ['前一天', 'previous'],
  ['上周', 'week'],
  ['上周同日', 'week'],
  ['上周同期', 'week'],
  ['去年', 'year'],
  ['去年同日', 'year'],
  ['去年同期', 'year'],
])

/** How well a word must match a point: from the start of its name. */
const pointRank = tier.wordStart
const longest = 200

export function spokenFigures(text: string, vocabulary: Vocabulary): Spoken {
  const plain: Spoken = { rest: text, figures: [], isEither: false }
  if (text.length > longest) return plain
  const tokens = tokensOf(text, vocabulary)
  const isEither = tokens.some((token) => orWords.has(token.toLowerCase()))
  const left: string[] = []
  const figures: SpokenFigure[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const found = figureAt(tokens, at, vocabulary)
    if (found) {
      figures.push(found.figure)
      at += found.taken - 1
    } else if (!orWords.has(tokens[at]?.toLowerCase() ?? '')) left.push(tokens[at] as string)
  }
  if (figures.length === 0 && !isEither) return plain
  return { rest: left.join(' '), figures, isEither }
}

/** Splits into words; 或 and operators are separate words, unless part of a name. */
function tokensOf(text: string, { points, values, views }: Vocabulary): string[] {
  const isName = (word: string) =>
    [points, values, views].some((find) => (find(word, 1)[0]?.rank ?? 0) >= pointRank)
  return text
    .normalize('NFKC')
    .split(/[\s、;；，]+/)
    .filter(Boolean)
    .flatMap((token) => {
      if (!/[<>或大小高低多少超不]/.test(token) || isName(token)) return [token]
      const parted = token.replace(/或者?/g, ' 或 ').replace(inner, ' $& ')
      return parted.split(' ').filter(Boolean)
    })
}

function figureAt(
  tokens: readonly string[],
  at: number,
  vocabulary: Vocabulary,
): { figure: SpokenFigure; taken: number } | null {
  const lost = lostAt(tokens, at, vocabulary)
  if (lost) return lost
  const [subject, word, first, second, third] = tokens.slice(at, at + 5)
  const op = opOf.get(word ?? '')
  if (subject === undefined || op === undefined || first === undefined) return null
  const point = pointOf(subject, vocabulary)
  if (!point) return null
  const value = numberOf(first)
  if (value !== null) return { figure: { point, filter: { point: point.id, op, values: [value] } }, taken: 3 }
  // «上周1.2倍», «上周 1.2倍», «上周 1.2 倍», «退款的 20%».
  const [, name = first, attached] = /^(\D+?)的?(\d[\d.]*(?:倍|%))$/.exec(first) ?? []
  const spoken: [string | undefined, number][] = [
    [attached, 3],
    [second, 4],
    [`${second ?? ''}${third ?? ''}`, 5],
  ]
  const factor = spoken.flatMap(([said, taken]) => {
    const times = said === undefined ? null : timesOf(said, op)
    return times === null ? [] : [{ times, taken }]
  })[0]
  const than = thanOf(name.replace(/的$/, ''), factor?.times, vocabulary)
  if (!than || than.other?.id === point.id) return null
  const { other } = than
  const filter: ReportFilter = { point: point.id, op, values: [], than: than.than }
  return { figure: { point, filter, ...(other && { other }) }, taken: factor?.taken ?? 3 }
}

const lostForm = /^(?:较|比|只看)?(.*?)的?流失的?$/

/** Lost players. A word that begins a figure's name (流失用户) means that figure. */
function lostAt(
  tokens: readonly string[],
  at: number,
  vocabulary: Vocabulary,
): { figure: SpokenFigure; taken: number } | null {
  const [subject, word = '', next = ''] = tokens.slice(at, at + 3)
  const isWhole = lostForm.test(word)
  const said = isWhole ? word : `${word}${next}`
  const [, when] = lostForm.exec(said) ?? []
  if (subject === undefined || when === undefined || pointOf(said, vocabulary)) return null
  const past = when === '' ? 'previous' : pastWords.get(when)
  const point = past && pointOf(subject, vocabulary)
  if (!past || !point) return null
  const filter: ReportFilter = { point: point.id, op: 'isNull', values: [], than: { past } }
  return { figure: { point, filter }, taken: isWhole ? 2 : 3 }
}

function thanOf(
  word: string,
  times: number | undefined,
  vocabulary: Vocabulary,
): { than: FilterThan; other?: QueryPoint } | null {
  const factor = times === undefined ? {} : { times }
  const past = pastWords.get(word)
  if (past) return { than: { past, ...factor } }
  const other = pointOf(word, vocabulary)
  return other ? { than: { point: other.id, ...factor }, other } : null
}

const pointOf = (word: string, { points }: Vocabulary): QueryPoint | null => {
  const [found] = points(word, 1)
  return found && found.rank >= pointRank ? found.thing : null
}

const units: Record<string, number> = { '': 1, '%': 0.01, 千: 1e3, 万: 1e4, 亿: 1e8, k: 1e3, m: 1e6 }

/** 100, 1,000, 1.5万, 10%. */
function numberOf(text: string): number | null {
  const [, digits = '', unit = ''] = /^(-?\d[\d,]*(?:\.\d+)?)([%千万亿kKmM]?)$/.exec(text) ?? []
  const value = Number(digits.replaceAll(',', ''))
  if (digits === '' || !Number.isFinite(value)) return null
  return Number((value * (units[unit.toLowerCase()] as number)).toPrecision(12))
}

/** 1.2倍 means that factor; 20% means that much more, or less, than the compared figure. */
function timesOf(text: string, op: FigureOp): number | null {
  const [, digits, unit] = /^(\d{1,7}(?:\.\d{1,4})?)(倍|%)$/.exec(text) ?? []
  if (digits === undefined) return null
  const number = Number(digits)
  const share = op === 'gt' || op === 'gte' ? 1 + number / 100 : 1 - number / 100
  const times = Number((unit === '倍' ? number : share).toFixed(6))
  return times > 0 && times <= 1_000_000 ? times : null
}
