// Codes of games and channels that stand for themselves on a page, where dictionaries and games have names for them.
import type { Page } from 'playwright'
import { channels, games } from '#demo/warehouse/plan.ts'

/** Codes that are no word of a name: vivo is one. */
const codes = [
  ...games.map(({ cgi }) => cgi),
  ...channels.filter(({ channel, name }) => !name.split(' ').includes(channel)).map(({ channel }) => channel),
]

/** Where codes are meant: texts of SQL, and codes beside their names. */
const meant = '.monaco-editor, code, pre, .list-cell-code, .explain-code, .pick-code, .dictionary-choice'

/** What shows them: texts, and what is read out or stands at the pointer. */
export const rawCodes = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([known, apart]) => {
      const found = new Set<string>()
      const look = (text: string, place: Element) => {
        const words = new Set(text.split(/[\s，、：；·/（）()「」"]+/))
        if (!known.some((code) => words.has(code)) || place.closest(apart) || !place.checkVisibility()) return
        found.add(`${text.trim().slice(0, 80)} (${place.localName}.${place.className})`)
      }
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode())
        if (texts.currentNode.parentElement)
          look(texts.currentNode.textContent ?? '', texts.currentNode.parentElement)
      for (const place of document.querySelectorAll('[title], [aria-label]'))
        for (const name of ['title', 'aria-label']) look(place.getAttribute(name) ?? '', place)
      return [...found]
    },
    [codes, meant] as const,
  )
