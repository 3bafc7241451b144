// Which parts of a row answered the typed text: of its title, or of the other name that did.
import { highlight, type Range } from '#shared/matching/highlight.ts'
import { betweenNames } from '#shared/matching/units.ts'
import { hasSyllable } from '#shared/pinyin.ts'
import type { PaletteEntry } from './entries.ts'
import type { PaletteRow } from './results.ts'

interface Marks {
  title: readonly Range[]
  /** The name that matched instead of the title, with its matched ranges. */
  alias: { text: string; ranges: readonly Range[] } | null
}

export function marksOf({ entry, typed: whole }: PaletteRow): Marks {
  const typed = entry.answers ?? whole
  const title = highlight(entry.title, entry.pinyin, typed)
  return { title: title ?? [], alias: title === null ? aliasOf(entry, typed) : null }
}

/** In more pieces than these a name tells nobody why it is listed. */
const mostPieces = 2

/** Of several names the one that reads best: in as few pieces as possible. Several, where each has a part. */
function aliasOf({ en = '', enPinyin = '' }: PaletteEntry, typed: string): Marks['alias'] {
  const found = namesOf(en, enPinyin).flatMap(({ text, pinyin }) => {
    const ranges = highlight(text, pinyin, typed)
    return ranges === null || ranges.length > mostPieces ? [] : [{ text, ranges }]
  })
  const words = typed.trim().split(/\s+/).length
  const best = found.toSorted((one, other) => one.ranges.length - other.ranges.length)[0]
  return words > 1 && found.length > 1 ? joinedNames(found) : (best ?? null)
}

function namesOf(text: string, pinyin: string): { text: string; pinyin: string }[] {
  if (!text.includes(betweenNames)) return text === '' ? [] : [{ text, pinyin }]
  const syllables = pinyin.split(' ')
  let at = 0
  return text.split(betweenNames).map((name) => {
    const from = at
    at += [...name].filter(hasSyllable).length
    return { text: name, pinyin: syllables.slice(from, at).join(' ') }
  })
}

function joinedNames(names: readonly NonNullable<Marks['alias']>[]): NonNullable<Marks['alias']> {
  let place = 0
  const ranges = names.flatMap(({ text, ranges: own }) => {
    const from = place
    place += text.length + betweenNames.length
    return own.map(([start, end]): Range => [from + start, from + end])
  })
  return { text: names.map(({ text }) => text).join(betweenNames), ranges }
}
