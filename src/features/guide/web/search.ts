// Finds parts of the guide: by their titles (pinyin too), then by the texts of all chapters, which are read for it.
import { guideIndex } from 'guide:index'
import { matcherOf } from '#web/pick/matching.ts'
import type { Part } from './chapter.ts'
import { contents } from './contents.ts'
import { plainText } from './notation.ts'

export interface Hit {
  place: string
  chapter: string
  part: string
  /** The text around what was found; absent where the title answered. */
  excerpt?: readonly [before: string, found: string, after: string]
}

interface ReadPart {
  place: string
  chapter: string
  title: string
  texts: readonly string[]
}

let reading: Promise<readonly ReadPart[]> | undefined

const readPart = (id: string, chapter: string, { id: part, title, steps }: Part): ReadPart => ({
  place: `${id}#${part}`,
  chapter,
  title,
  texts: steps.map(plainText),
})

async function readParts(): Promise<readonly ReadPart[]> {
  const chapters = await Promise.all(
    contents.map(async ({ id, title, load }) => {
      const { parts } = (await load()).chapter
      return parts.map((part) => readPart(id, title, part))
    }),
  )
  return chapters.flat()
}

/** Read once; after a failure again. */
function readAll(): Promise<readonly ReadPart[]> {
  reading ??= readParts().catch((error: unknown) => {
    reading = undefined
    throw error
  })
  return reading
}

export async function searchGuide(typed: string): Promise<Hit[]> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const answers = matcherOf(typed)
  const named = new Set(
    guideIndex.filter(({ title, pinyin }) => answers(title, pinyin)).map(({ place }) => place),
  )
  const byTitle: Hit[] = []
  const byText: Hit[] = []
  for (const { place, chapter, title, texts } of await readAll()) {
    const hit = { place, chapter, part: title }
    if (named.has(place) || isFirstOfNamed(place, named)) byTitle.push(hit)
    else {
      const excerpt = excerptOf(texts, words)
      if (excerpt) byText.push({ ...hit, excerpt })
    }
  }
  return [...byTitle, ...byText]
}

/** A chapter whose title answers is shown by its first part. */
const firsts = new Map<string, string>()
for (const { place } of guideIndex) {
  const [chapter = ''] = place.split('#')
  if (place.includes('#') && !firsts.has(chapter)) firsts.set(chapter, place)
}
function isFirstOfNamed(place: string, named: ReadonlySet<string>): boolean {
  const [chapter = ''] = place.split('#')
  return named.has(chapter) && firsts.get(chapter) === place
}

const around = 24

/** All words have to stand in the part; the first is shown where it stands. */
function excerptOf(texts: readonly string[], words: readonly string[]): Hit['excerpt'] | null {
  const whole = texts.join('\n').toLowerCase()
  const [first = ''] = words
  if (words.length === 0 || !words.every((word) => whole.includes(word))) return null
  const text = texts.find((one) => one.toLowerCase().includes(first)) ?? ''
  const at = text.toLowerCase().indexOf(first)
  const end = at + first.length
  return [
    `${at > around ? '…' : ''}${text.slice(Math.max(0, at - around), at)}`,
    text.slice(at, end),
    `${text.slice(end, end + around)}${end + around < text.length ? '…' : ''}`,
  ]
}
