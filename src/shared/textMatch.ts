// Whether a name answers what was typed: by its text, its pinyin, its initials, or a mix of them (`rb报表`).
import { foldCharacter, hasSyllable, syllablesOf } from './pinyin.ts'

/** Lower case and half width, without spaces. */
export const foldText = (text: string): string => [...text].map(foldCharacter).join('').replace(/\s+/g, '')

interface Unit {
  character: string
  readings: readonly string[]
}

function unitsOf(name: string, pinyin: string): Unit[] {
  const syllables = syllablesOf(pinyin)
  let next = 0
  return [...name].flatMap((sign) => {
    const character = foldCharacter(sign)
    const readings = hasSyllable(sign) ? (syllables[next++] ?? []) : []
    return character.trim() === '' ? [] : [{ character, readings }]
  })
}

/** `typed` is folded. An empty one is answered by every name. */
export function matchesName(name: string, pinyin: string, typed: string): boolean {
  if (typed === '' || foldText(name).includes(typed)) return true
  if (pinyin === '') return false
  // Places in what is typed that the units so far, without a gap, can have answered; all ways at once, since one by
  // one they can be too many to try.
  let reached = new Set<number>()
  for (const unit of unitsOf(name, pinyin)) {
    const next = new Set<number>()
    for (const at of reached.add(0)) {
      for (const length of lengthsOf(unit, typed, at)) next.add(at + length)
    }
    if (next.has(typed.length)) return true
    reached = next
  }
  return false
}

/** How many characters of what is typed one unit can answer: itself, or a beginning of a reading. */
function lengthsOf({ character, readings }: Unit, typed: string, at: number): number[] {
  const lengths = new Set<number>()
  if (typed.startsWith(character, at)) lengths.add(character.length)
  for (const reading of readings) {
    for (let length = 1; length <= reading.length && typed[at + length - 1] === reading[length - 1]; length++)
      lengths.add(length)
  }
  return [...lengths]
}
