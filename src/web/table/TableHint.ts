// The hint for a pointer at rest: a column's meaning, why a cell is hatched, how a total was computed. It is an element
// of our own, because a `title` can't show lines that arrive later, and covers the cell.
import type { TableActions } from './TableActions.ts'
import type { HintLines } from './types.ts'

const restsMs = 400
/** Delay for the next hint, after one was shown. */
const nextMs = 60
const edge = 4

interface Spot {
  /** Null for the header. */
  row: number | null
  place: number
}

export class TableHint {
  private readonly root: HTMLElement
  private readonly actions: TableActions
  private box: HTMLElement | null = null
  private spot = ''
  private timer = 0
  private readonly ending = new AbortController()

  constructor(root: HTMLElement, actions: TableActions) {
    this.root = root
    this.actions = actions
    const { signal } = this.ending
    const hide = () => this.hide()
    root.addEventListener('mousemove', (event) => this.rest(event), { passive: true, signal })
    for (const name of ['mouseleave', 'mousedown', 'wheel', 'keydown'])
      root.addEventListener(name, hide, { capture: true, passive: true, signal })
  }

  dispose(): void {
    this.ending.abort()
    this.hide()
  }

  private rest(event: MouseEvent): void {
    const { hintAt } = this.actions.model.props
    if (!hintAt || event.buttons !== 0) return
    const at = this.spotAt(event)
    const name = at ? `${at.row}:${at.place}` : ''
    if (name === this.spot) return
    const wait = this.box ? nextMs : restsMs
    this.hide()
    this.spot = name
    if (at) this.timer = window.setTimeout(() => void this.ask(at, name), wait)
  }

  private spotAt({ target, clientX, clientY }: MouseEvent): Spot | null {
    const element = target as Element
    if (element.closest('.bp6-table-resize-handle-target')) return null
    const { view } = this.actions
    if (element.closest('.bp6-table-column-headers')) {
      const place = view.columnAt(clientX)
      return place === null ? null : { row: null, place }
    }
    if (!element.closest('.bp6-table-container')) return null
    const cell = view.totalAt(clientX, clientY) ?? view.cellAt(clientX, clientY)
    return cell && { row: cell.row, place: cell.column }
  }

  private async ask({ row, place }: Spot, name: string): Promise<void> {
    const { model } = this.actions
    const column = model.layout.order[place] ?? 0
    const asked: HintLines = model.props.hintAt?.(row, column)
    const lines = await Promise.resolve(asked).catch(() => undefined)
    // The pointer moved on while the hint was loading.
    if (!lines?.length || this.spot !== name) return
    const cell = row === null ? this.headOf(place) : this.actions.view.elementOf({ row, column: place })
    if (cell) this.show(lines, cell.getBoundingClientRect())
  }

  private headOf(place: number): Element | null | undefined {
    return this.root.querySelector(`.data-table-title[data-place="${place}"]`)?.closest('.bp6-table-header')
  }

  private show([name = '', ...rest]: readonly string[], { left, top, bottom }: DOMRect): void {
    const box = document.createElement('div')
    box.className = 'data-table-hint'
    box.role = 'tooltip'
    box.append(lineOf('b', name), ...rest.map((line) => lineOf('p', line)))
    document.body.append(box)
    this.box = box
    const { width, height } = box.getBoundingClientRect()
    const below = bottom + edge + height <= innerHeight
    box.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`
    box.style.top = `${below ? bottom + edge : Math.max(edge, top - height - edge)}px`
  }

  private hide(): void {
    clearTimeout(this.timer)
    this.spot = ''
    this.box?.remove()
    this.box = null
  }
}

function lineOf(tag: 'b' | 'p', text: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}
