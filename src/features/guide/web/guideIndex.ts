// Titles of chapters and parts with their readings, made when the page is built (see build.mjs): the palette and the
// contents find by them without reading a chapter.
import { contents } from './contents.ts'

export interface IndexEntry {
  place: string
  title: string
  /** Title of the part's chapter; absent for a chapter. */
  within?: string
  pinyin: string
  /** Further words of a chapter. */
  words?: { text: string; pinyin: string }
}

export async function makeGuideIndex(pinyinOf: (text: string) => string): Promise<IndexEntry[]> {
  const chapters = await Promise.all(
    contents.map(async ({ id, title, words, load }) => {
      const { parts } = (await load()).chapter
      const text = `${words} 帮助 help`
      return [
        { place: id, title, pinyin: pinyinOf(title), words: { text, pinyin: pinyinOf(text) } },
        ...parts.map((part) => ({
          place: `${id}#${part.id}`,
          title: part.title,
          within: title,
          pinyin: pinyinOf(part.title),
        })),
      ]
    }),
  )
  return chapters.flat()
}
