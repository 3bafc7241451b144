// Pinyin of Chinese names that the catalog does not have (aliases, names of CTEs): composed from the
// comments' readings, character by character. The pinyin dictionary never reaches the browser.
import { hasSyllable, readByCharacter } from '#shared/pinyin.ts'
import type { SqlCatalog } from '../types.ts'

const known = new WeakMap<SqlCatalog, Map<string, string>>()

export function readingOf(text: string, catalog: SqlCatalog): string {
  if (!/\p{Script=Han}/u.test(text)) return ''
  const syllables = syllablesOf(catalog)
  return readByCharacter(text, (character) => syllables.get(character))
}

function syllablesOf(catalog: SqlCatalog): Map<string, string> {
  const remembered = known.get(catalog)
  if (remembered) return remembered
  const syllables = new Map<string, string>()
  const learn = (comment = '', pinyin = ''): void => {
    if (pinyin === '') return
    const read = pinyin.split(' ')
    let at = 0
    for (const character of comment) {
      if (!hasSyllable(character)) continue
      const syllable = read[at++]
      if (syllable && syllable !== '-') syllables.set(character, syllable)
    }
  }
  for (const table of catalog.tables) {
    learn(table.comment, table.pinyin)
    for (const column of table.columns) learn(column.comment, column.pinyin)
  }
  for (const { name, pinyin } of catalog.temporary) learn(name, pinyin)
  known.set(catalog, syllables)
  return syllables
}
