// Highlights the query's words in visible lines. The cells stay plain text: the browser paints the
// highlights.
import { type RefObject, useEffect } from 'react'
import { readQuery } from '#shared/logQuery/read.ts'
import { markedTexts } from '#shared/logQuery/words.ts'
import { useLogs } from '../store.ts'

const name = 'log-found'
const mostMarks = 2_000
const mostTexts = 20

interface Highlights {
  set: (name: string, highlight: unknown) => void
  delete: (name: string) => void
}

export function useMarks(box: RefObject<HTMLElement | null>): void {
  const query = useLogs(({ searched, tail, address }) =>
    tail ? address.query : (searched?.address.query ?? ''),
  )
  const request = useLogs(({ address }) => address.request)
  useEffect(() => {
    const host = box.current
    const highlights = (globalThis.CSS as { highlights?: Highlights } | undefined)?.highlights
    if (!host || !highlights) return
    const texts = [...markedTexts(readQuery(query).condition), request]
      .map((text) => text.toLowerCase())
      .filter((text) => text !== '')
      .slice(0, mostTexts)
    if (texts.length === 0) return
    let frame = 0
    const mark = () => {
      frame = 0
      highlights.set(name, new Highlight(...rangesIn(host, texts)))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(mark)
    }
    const watching = new MutationObserver(soon)
    watching.observe(host, { subtree: true, childList: true, characterData: true })
    soon()
    return () => {
      watching.disconnect()
      cancelAnimationFrame(frame)
      highlights.delete(name)
    }
  }, [box, query, request])
}

function rangesIn(host: HTMLElement, texts: readonly string[]): Range[] {
  const ranges: Range[] = []
  for (const cell of host.querySelectorAll('.log-cell-line')) {
    const node = cell.firstChild
    if (!(node instanceof Text)) continue
    const content = node.data.toLowerCase()
    // A letter whose other case has another length would shift what follows.
    if (content.length !== node.data.length) continue
    for (const text of texts) {
      for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + text.length)) {
        if (ranges.length >= mostMarks) return ranges
        const range = new Range()
        range.setStart(node, at)
        range.setEnd(node, at + text.length)
        ranges.push(range)
      }
    }
  }
  return ranges
}
