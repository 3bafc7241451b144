// Pinyin of the commands' titles in a compact form, made when the page is built. A few hundred characters make up all
// titles: their readings, each written once, are a third of the readings of all titles.
import { hasSyllable, readByCharacter } from '#shared/pinyin.ts'
import { pinyinOf } from './pinyin.ts'

interface Titled {
  id: string
  title: string
}

interface TitleReadings {
  /** The characters that share a syllable, by that syllable: `{ bao: '报保' }`. */
  characters: Readonly<Record<string, string>>
  /** By command id, readings in the form of `pinyinOf` that the characters alone do not give. */
  exceptions: Readonly<Record<string, string>>
}

export function titleReadings(commands: readonly Titled[]): TitleReadings {
  const usual = usualSyllables(commands)
  const isException = ({ title }: Titled) =>
    readByCharacter(title, (character) => usual.get(character)) !== pinyinOf(title)
  const bySyllable = Map.groupBy(usual, ([, syllable]) => syllable)
  return {
    characters: Object.fromEntries(
      [...bySyllable].map(([syllable, found]) => [syllable, found.map(([character]) => character).join('')]),
    ),
    exceptions: Object.fromEntries(
      commands.filter(isException).map(({ id, title }) => [id, pinyinOf(title)]),
    ),
  }
}

/** The syllable that each character has most often. */
function usualSyllables(commands: readonly Titled[]): Map<string, string> {
  const pairs = commands.flatMap(({ title }) => {
    const syllables = pinyinOf(title).split(' ')
    return [...title]
      .filter(hasSyllable)
      .map((character, at) => ({ character, syllable: syllables[at] ?? '-' }))
  })
  const mostFrequent = (found: readonly { syllable: string }[]) =>
    [...Map.groupBy(found, ({ syllable }) => syllable)].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ??
    '-'
  return new Map(
    [...Map.groupBy(pairs, ({ character }) => character)].map(([character, found]) => [
      character,
      mostFrequent(found),
    ]),
  )
}
