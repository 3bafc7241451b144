// How readings of Chinese text travel from the server to the browser, where palette and finders match them.
//
// `pinyinOf` (src/server/pinyin.ts) writes one syllable for each Chinese character of the text, in order, parted by
// a space; other characters have none. All readings of a polyphone stand in its syllable, parted by `/`, the one
// that fits the text first. No tones, ü as v, `-` where no reading is known:
//   重庆 GMV 报表  →  chong/zhong qing bao biao

const chinese = /\p{Script=Han}/u

/** Whether `pinyinOf` gives the character a syllable. */
export function hasSyllable(character: string): boolean {
  return chinese.test(character)
}

/** Lower case and half width, ü as v: the common form of typed and searched texts. */
export function foldCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code === 0x3000) return ' '
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0).toLowerCase()
  if (character === 'ü' || character === 'Ü') return 'v'
  return character.toLowerCase()
}

/** A reading in the form of `pinyinOf`, from the readings of single characters. */
export const readByCharacter = (
  text: string,
  syllableOf: (character: string) => string | undefined,
): string =>
  [...text]
    .filter(hasSyllable)
    .map((character) => syllableOf(character) ?? '-')
    .join(' ')

/** The syllables of `pinyinOf`, each with its readings. */
export function syllablesOf(pinyin: string): string[][] {
  if (pinyin === '') return []
  return pinyin.split(' ').map((syllable) => (syllable === '-' ? [] : syllable.split('/')))
}
