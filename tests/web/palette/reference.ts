// The matching rules in plain, slow form, as a reference for the fast matcher.
import { typedQueryOf, type Unit, unitsOf } from '#shared/matching/units.ts'

export interface Text {
  title: string
  en?: string
  pinyin: string
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

function fieldTier(units: readonly Unit[], typed: readonly number[]): number {
  if (whole(units, 0, typed, 0)) return 5
  if (contiguous(units, 0, typed, 0)) return 4
  if (units.some((unit, at) => unit.wordStart && contiguous(units, at, typed, 0))) return 3
  if (pieces(units, 0, typed, 0, false, true)) return 2
  return pieces(units, 0, typed, 0, false, false) ? 1 : 0
}

/** The tier of a text's match; 0 where it does not match. */
export function slowTier(text: Text, query: string): number {
  const typed = typedQueryOf(query)
  if (typed.joined.length === 0) return 1
  const fields = [unitsOf(text.title, text.pinyin), unitsOf(text.en ?? '', '')]
  const best = Math.max(...fields.map((units) => fieldTier(units, typed.joined)))
  if (best > 0 || typed.words.length === 0) return best
  return typed.words.every((word) => fields.some((units) => pieces(units, 0, word, 0, false, false))) ? 1 : 0
}
