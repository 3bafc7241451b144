// A text with the parts marked that answered what was typed.
import type { Range } from '../../../shared/matching/highlight.ts'

export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  if (ranges.length === 0) return text
  const parts = []
  let place = 0
  for (const [start, end] of ranges) {
    if (start > place) parts.push(text.slice(place, start))
    parts.push(
      <mark className="palette-mark" key={start}>
        {text.slice(start, end)}
      </mark>,
    )
    place = end
  }
  if (place < text.length) parts.push(text.slice(place))
  return parts
}
