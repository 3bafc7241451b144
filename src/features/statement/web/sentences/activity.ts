// Activity in a sentence: MAU 今年, DAU/MAU 近30天, 生命周期 按渠道. It opens a report of activity over the point that
// DAU names, or 活跃用户.

import { type ActivityAsked, showTitles, usualWindows } from '#semantic/model/activity.ts'
import { tier } from '#shared/matching/match.ts'
import type { QueryPoint } from '#features/statement/contract.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface SpokenActivity {
  point: QueryPoint
  asked: ActivityAsked
  /** Keys of the figures that the words name; empty: the usual ones. */
  keys: string[]
  /** How the entry is called: 活跃用户 滚动活跃与黏性. */
  title: string
}

type Said = Pick<SpokenActivity, 'asked' | 'keys'>

const rolling = (key: string, ...windows: number[]): Said => ({
  asked: { show: 'rolling', windows },
  keys: [key],
})
const usual = (show: ActivityAsked['show']): Said => ({
  asked: { show, windows: [...usualWindows[show]] },
  keys: [],
})

/** In lower case. */
const words = new Map<string, Said>([
  ['mau', rolling('a30', 30)],
  ['月活', rolling('a30', 30)],
  ['wau', rolling('a7', 7)],
  ['周活', rolling('a7', 7)],
  ['dau/mau', rolling('h30', 30)],
  ['dau/wau', rolling('h7', 7)],
  ['黏性', rolling('h30', 7, 30)],
  ['粘性', rolling('h30', 7, 30)],
  ['stickiness', rolling('h30', 7, 30)],
  ['生命周期', usual('lifecycle')],
  ['回流', usual('lifecycle')],
  ['流失', usual('lifecycle')],
  ['状态流向', usual('flow')],
  ['活跃天数', usual('days')],
])

/** Names of the point, the likeliest first. */
const pointNames = ['DAU', '活跃用户', '日活', '活跃']
const leastRank = tier.wordStart

/** The sentence with the point's name in the place of the word; null without such a word, or without a point. */
export function activityIn(
  text: string,
  { points }: Pick<Vocabulary, 'points'>,
): { word: string; rest: string; found: SpokenActivity } | null {
  const written = text.normalize('NFKC').replace(/\s*([/÷])\s*/g, '/')
  const tokens = written.split(/[\s,，、;；]+/).filter(Boolean)
  const at = tokens.findIndex((token) => words.has(token.toLowerCase()))
  const said = words.get((tokens[at] ?? '').toLowerCase())
  const point = pointNames
    .flatMap((name) => points(name, 3))
    .find(({ thing, rank }) => thing.types === 'distinct' && rank >= leastRank)?.thing
  if (said === undefined || point === undefined) return null
  const rest = tokens.map((token, place) => (place === at ? point.name : token)).join(' ')
  const title = `${point.name} ${showTitles[said.asked.show]}`
  return { word: tokens[at] ?? '', rest, found: { point, ...said, title } }
}
