// Names Blueprint's headers for screen readers: they have no roles, and each is in the document up to four times, once
// per quadrant. The visible one is named, the others are hidden from screen readers.
import type { TableModel } from '../TableModel.ts'

export function nameHeaders(root: HTMLElement, model: TableModel): void {
  for (const title of root.querySelectorAll<HTMLElement>('[data-place]')) {
    const header = title.closest('.bp6-table-header')
    const row = title.closest('.bp6-table-thead')
    if (!header || !row) continue
    const place = Number(title.dataset.place)
    const shownIn = place < model.layout.frozen ? '.bp6-table-quadrant-top-left' : '.bp6-table-quadrant-top'
    const isShown = header.closest(shownIn) !== null
    if (isShown) {
      setAttribute(row, 'role', 'row')
      setAttribute(row, 'aria-rowindex', '1')
    }
    setAttribute(header, 'role', isShown ? 'columnheader' : null)
    setAttribute(header, 'aria-hidden', isShown ? null : 'true')
    setAttribute(header, 'aria-colindex', isShown ? String(place + 1) : null)
    setAttribute(header, 'aria-sort', isShown ? ariaSort(model.columns[place]?.sorted) : null)
  }
}

function ariaSort(sorted: 'asc' | 'desc' | undefined): string | null {
  return sorted === undefined ? null : sorted === 'asc' ? 'ascending' : 'descending'
}

function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
