// One point divided by another in a sentence: 充值 / 活跃 按渠道 7d. It opens as an own formula.

import type { OwnFormula } from '#semantic/model/types.ts'
import { isRead, readDays } from '#shared/days/readDays.ts'
import { tier } from '#shared/matching/match.ts'
import type { QueryPoint } from '#features/statement/contract.ts'
import type { Found, Vocabulary } from './vocabulary.ts'

export interface Quotient {
  over: QueryPoint
  under: QueryPoint
  rank: number
}

/** Candidates per side; every pair is an entry with its full name. */
const mostOfASide = 2
/** A whole word or its start. */
const leastRank = tier.initials

/**
 * The pairs that a sentence may name, most likely first, both words, and the sentence with only the first
 * word in their place; null without a quotient: 10/1 is a day.
 */
export function quotientsIn(
  text: string,
  { points }: Pick<Vocabulary, 'points'>,
  today: string,
): { word: string; rest: string; found: Quotient[] } | null {
  const parts = text.normalize('NFKC').split(/[/÷]/)
  const [before = '', after = ''] = parts
  if (parts.length !== 2) return null
  const [over = '', under = ''] = [before.trim().split(/\s+/).at(-1), after.trim().split(/\s+/)[0]]
  if (over === '' || under === '' || isDay(`${over}/${under}`, today)) return null
  const named = (word: string) => points(word, mostOfASide).filter(({ rank }) => rank >= leastRank)
  const found = named(over).flatMap((one) => named(under).flatMap((other) => quotientOf(one, other)))
  if (found.length === 0) return null
  const rest = `${before.trimEnd()} ${after.trimStart().slice(under.length)}`
  return { word: over, rest, found: found.toSorted((one, other) => other.rank - one.rank) }
}

const isDay = (text: string, today: string): boolean =>
  /^\d/.test(text) && isRead(readDays(text, { today, festivalDays: () => null }))

const quotientOf = (over: Found<QueryPoint>, under: Found<QueryPoint>): Quotient[] =>
  over.thing.id === under.thing.id
    ? []
    : [{ over: over.thing, under: under.thing, rank: over.rank + under.rank }]

export const quotientName = ({ over, under }: Quotient): string => `${over.name} / ${under.name}`

export const formulaOf = (quotient: Quotient): OwnFormula => ({
  id: -1,
  name: quotientName(quotient).slice(0, 100),
  formula: `[#${quotient.over.id}] / [#${quotient.under.id}]`,
  format: 'decimal',
})
