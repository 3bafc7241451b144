// The matching rules in plain, slow form, as a reference for the fast matcher.
import { type ReadingOrder, tier } from '#shared/matching/match.ts'
import { typedQueryOf, type Unit, unitsOf } from '#shared/matching/units.ts'

export interface Text {
  title: string
  en?: string
  pinyin: string
  enPinyin?: string
}

function lengths(unit: Unit, typed: readonly number[], at: number): number[] {
  const found = new Set<number>()
  if (typed[at] === unit.code) found.add(1)
  for (const reading of unit.readings) {
    for (let length = 1; length <= reading.length && at + length <= typed.length; length++) {
      const part = String.fromCodePoint(...typed.slice(at, at + length))
      if (part === reading.slice(0, length)) found.add(length)
    }
  }
  return [...found]
}

function contiguous(units: readonly Unit[], unit: number, typed: readonly number[], at: number): boolean {
  if (at === typed.length) return true
  const now = units[unit]
  return (
    now !== undefined &&
    lengths(now, typed, at).some((length) => contiguous(units, unit + 1, typed, at + length))
  )
}

function pieces(
  units: readonly Unit[],
  unit: number,
  typed: readonly number[],
  at: number,
  adjacent: boolean,
  onlyWordStarts: boolean,
): boolean {
  if (at === typed.length) return true
  const now = units[unit]
  if (now === undefined) return false
  const mayBegin = adjacent || !onlyWordStarts || now.wordStart
  if (
    mayBegin &&
    lengths(now, typed, at).some((length) =>
      pieces(units, unit + 1, typed, at + length, true, onlyWordStarts),
    )
  ) {
    return true
  }
  return pieces(units, unit + 1, typed, at, false, onlyWordStarts)
}

function whole(units: readonly Unit[], unit: number, typed: readonly number[], at: number): boolean {
  if (unit === units.length) return at === typed.length
  const now = units[unit] as Unit
  const full = lengths(now, typed, at).filter(
    (length) =>
      (length === 1 && typed[at] === now.code) ||
      now.readings.includes(String.fromCodePoint(...typed.slice(at, at + length))),
  )
  return full.some((length) => whole(units, unit + 1, typed, at + length))
}

function covered(units: readonly Unit[], unit: number, typed: readonly number[], at: number): boolean {
  if (unit === units.length) return at === typed.length
  const now = units[unit] as Unit
  return lengths(now, typed, at).some((length) => covered(units, unit + 1, typed, at + length))
}

function nameTier(units: readonly Unit[], typed: readonly number[]): number {
  if (whole(units, 0, typed, 0)) return tier.exact
  if (typed.length > 1 && covered(units, 0, typed, 0)) return tier.whole
  if (contiguous(units, 0, typed, 0)) return tier.prefix
  if (units.some((unit, at) => unit.wordStart && contiguous(units, at, typed, 0))) return tier.wordStart
  if (pieces(units, 0, typed, 0, false, true)) return tier.initials
  return pieces(units, 0, typed, 0, false, false) ? tier.scattered : tier.none
}

/** The tier by the readings that are given; 0 where it does not match. */
function tierBy(names: readonly (readonly Unit[])[], query: string): number {
  const typed = typedQueryOf(query)
  const best = Math.max(...names.map((units) => (units.length > 0 ? nameTier(units, typed.joined) : 0)))
  if (best > 0 || typed.words.length === 0) return best
  const isFound = (word: readonly number[]) => names.some((units) => pieces(units, 0, word, 0, false, false))
  return typed.words.every(isFound) ? tier.scattered : tier.none
}

/** The tier of a text's match; 0 where it does not match. */
export function slowTier(
  { title, pinyin, en = '' }: Text,
  query: string,
  order: ReadingOrder = 'alike',
): number {
  if (typedQueryOf(query).joined.length === 0) return tier.scattered
  const names = [unitsOf(title, pinyin), ...en.split('、').map((name) => unitsOf(name, ''))]
  if (order === 'alike') return tierBy(names, query)
  const fitting = names.map((units) =>
    units.map((unit) => ({ ...unit, readings: unit.readings.slice(0, 1) })),
  )
  return tierBy(fitting, query) || (tierBy(names, query) > 0 ? tier.second : tier.none)
}
