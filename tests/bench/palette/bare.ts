// The least cost of a palette's look: a field and the visible rows, whose texts each key changes. Nothing is searched
// or counted, and no library draws, so no palette of this look can be faster.
import type { BenchEntry } from './entries.ts'

/** As many rows as our palette shows at once. */
const shownRows = 12
/** Characters of a title before its marked part. */
const plainLength = 2

const row = `<div class="palette-row" role="option">
  <svg class="palette-row-icon" width="16" height="16" viewBox="0 0 16 16"><path d="M3 1h7l3 3v11H3z"></path></svg>
  <span class="palette-row-title">-<mark class="palette-mark">-</mark></span>
  <span class="palette-row-detail">经营大盘</span>
</div>`

export function showBare(entries: readonly BenchEntry[]): void {
  const layer = document.createElement('div')
  layer.className = 'palette-layer'
  layer.innerHTML = `<div class="palette-scrim"></div>
    <div class="palette">
      <div class="palette-head"><input class="palette-input"></div>
      <div class="palette-body"><div class="palette-list">${row.repeat(shownRows)}</div></div>
      <div class="palette-foot"></div>
    </div>`
  document.body.append(layer)
  const titles = [...layer.querySelectorAll('.palette-row-title')].map(
    ({ firstChild, lastChild }) => [firstChild, lastChild?.firstChild] as [Text, Text],
  )
  let next = 0
  layer.querySelector('input')?.addEventListener('input', () => {
    for (const [plain, marked] of titles) {
      const { title } = entries[next++ % entries.length] as BenchEntry
      plain.data = title.slice(0, plainLength)
      marked.data = title.slice(plainLength)
    }
  })
}
