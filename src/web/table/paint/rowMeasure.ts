// The height a row needs for its texts to wrap. Only rows near the view are measured, and only texts that may need a
// second line are laid out, all at once, in a hidden element with the cells' style.

import { lineHeight } from '../sizes.ts'
import { cutForPainting } from './paintedText.ts'

/** In pixels: no character is wider, so short texts need no measuring. */
const widestCharacter = 18
const breaks = /[\n\r\u2028\u2029]/

interface WrapInput {
  rows: Iterable<number>
  /** Displayed positions of the columns whose text may wrap. */
  columns: readonly number[]
  textOf: (row: number, column: number) => string
  /** Width of the text area, without padding and line. */
  widthOf: (column: number) => number
  /** Width in pixels of a text on one line. */
  measure: (text: string) => number
  rowHeight: number
  /** 0 is unlimited. */
  maxLines: number
}

/** Number of lines of each text at the given width in pixels. */
type LineCounter = (texts: readonly { text: string; width: number }[]) => number[]

export function measureRows(input: WrapInput, countLines: LineCounter): [number, number][] {
  const heights = new Map<number, number>()
  const texts: { text: string; width: number; row: number }[] = []
  for (const row of input.rows) {
    heights.set(row, input.rowHeight)
    for (const column of input.columns) {
      const text = cutForPainting(input.textOf(row, column))
      const width = input.widthOf(column)
      if (wraps(text, width, input.measure)) texts.push({ text, width, row })
    }
  }
  const counted = countLines(texts)
  texts.forEach(({ row }, index) => {
    const lines = input.maxLines > 0 ? Math.min(counted[index] ?? 1, input.maxLines) : (counted[index] ?? 1)
    const height = input.rowHeight + (lines - 1) * lineHeight
    heights.set(row, Math.max(heights.get(row) ?? 0, height))
  })
  return [...heights]
}

function wraps(text: string, width: number, measure: (text: string) => number): boolean {
  if (breaks.test(text)) return true
  return text.length * widestCharacter > width && measure(text) > width
}

/** Lays texts out in a hidden element under `parent`. */
export function lineCounterIn(parent: HTMLElement): LineCounter {
  return (texts) => {
    if (texts.length === 0) return []
    const box = document.createElement('div')
    box.className = 'data-table-measure'
    for (const { text, width } of texts) {
      const line = document.createElement('div')
      line.style.width = `${width}px`
      line.textContent = text
      box.append(line)
    }
    parent.append(box)
    const counts = Array.from(box.children, (line) =>
      Math.max(1, Math.round(line.getBoundingClientRect().height / lineHeight)),
    )
    box.remove()
    return counts
  }
}
