// Whether a name answers what was typed, by the palette's rule: its text, its pinyin, its initials, or a mix of them
// (`rb报表`), in order but not without gaps, or word by word; spaces and punctuation are passed over.
import { longestMatched } from './matching/match.ts'
import { lengthsOf, lettersOf, typedQueryOf, type Unit, unitsOf } from './matching/units.ts'
import { foldCharacter } from './pinyin.ts'

/** Lower case and half width, without spaces. */
export const foldText = (text: string): string => [...text].map(foldCharacter).join('').replace(/\s+/g, '')

/** An empty text typed is answered by every name. For one name at a time: an index costs more than it saves. */
export function matchesName(name: string, pinyin: string, typed: string): boolean {
  const { joined, words } = typedQueryOf(typed)
  if (joined.length === 0) return true
  const units = unitsOf(name, pinyin)
  return isFound(units, joined) || (words.length > 0 && words.every((word) => isFound(units, word)))
}

/** All ways to divide what was typed at once: bit p says that its first p characters are answered. */
function isFound(units: readonly Unit[], typed: readonly number[]): boolean {
  const codes = typed.slice(0, longestMatched)
  const letters = lettersOf(codes)
  const done = 1 << codes.length
  let reached = 1
  for (const unit of units) {
    const before = reached
    for (let at = 0; at < codes.length; at++) {
      if ((before & (1 << at)) === 0) continue
      for (const length of lengthsOf(unit, codes, letters, at)) reached |= 1 << (at + length)
    }
    if ((reached & done) !== 0) return true
  }
  return false
}
