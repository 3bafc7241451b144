// Readings of Chinese text, made on the server and at build time only: the dictionary is too large for the browser.
import { createRequire } from 'node:module'
import { hasSyllable } from '#shared/pinyin.ts'

type Dictionary = Pick<typeof import('pinyin-pro'), 'pinyin' | 'polyphonic'>

let dictionary: Dictionary | undefined
/** Loaded at the first use: it costs a server that has just started some tenths of a second. */
function loadDictionary(): Dictionary {
  dictionary ??= createRequire(import.meta.url)('pinyin-pro') as Dictionary
  return dictionary
}

const options = { toneType: 'none', type: 'array', v: true } as const
const syllable = /^[a-z]{1,6}$/
const remembered = new Map<string, string>()
const mostRemembered = 50_000

/** The readings of a text in the form that src/shared/pinyin.ts describes; empty without Chinese characters. */
export function pinyinOf(text: string): string {
  const known = remembered.get(text)
  if (known !== undefined) return known
  const read = readText(text)
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(text, read)
  return read
}

function readText(text: string): string {
  const characters = [...text]
  if (!characters.some(hasSyllable)) return ''
  const { pinyin, polyphonic } = loadDictionary()
  const fitting = pinyin(text, options)
  const all = polyphonic(text, options) as unknown as string[][]
  return characters
    .flatMap((character, at) =>
      hasSyllable(character) ? [syllableOf(fitting[at] ?? '', all[at] ?? [])] : [],
    )
    .join(' ')
}

function syllableOf(fitting: string, all: readonly string[]): string {
  const readings = [fitting, ...all].flatMap(spellings).filter((reading) => syllable.test(reading))
  return readings.length === 0 ? '-' : [...new Set(readings)].join('/')
}

/** Input methods take lue and nue for lüe and nüe; the dictionary's ê and bare nasals are typed as vowels. */
function spellings(reading: string): string[] {
  if (reading.endsWith('ve')) return [reading, `${reading.slice(0, -2)}ue`]
  if (reading === 'ê') return ['ei']
  if (reading === 'ng' || reading === 'n') return ['en', reading]
  return [reading]
}
