// The input for editing cells. It always lies over the active cell with the focus, invisible until something
// is typed, so that an input method's composition starts with the first key.
import type { TableHandle } from '#web/table/types.ts'

interface CellWork {
  textAt: (row: number, column: number) => string
  /** Writes the active cell. */
  write: (row: number, column: number, text: string) => void
  paste: (text: string) => void
}

/** Minimum width of the input while a cell is open, in pixels. */
const leastWidth = 160
const mostHeight = 240

/**
 * `typing`: arrow keys leave the cell, because typing replaced its text; `editing`: arrow keys move within
 * the text.
 */
type Mode = 'waiting' | 'typing' | 'editing'

export class CellInput {
  private mode: Mode = 'waiting'
  private readonly field: HTMLTextAreaElement
  private readonly root: HTMLElement
  private readonly table: TableHandle
  private readonly work: CellWork
  private readonly ending = new AbortController()
  private cell: { row: number; column: number } | null = null
  /** The cell's text when it was opened; null when typing replaced it. */
  private shown: string | null = null
  private frame = 0

  constructor(root: HTMLElement, field: HTMLTextAreaElement, table: TableHandle, work: CellWork) {
    this.root = root
    this.field = field
    this.table = table
    this.work = work
    const { signal } = this.ending
    field.addEventListener('keydown', (event) => this.press(event), { signal })
    field.addEventListener('input', () => this.begin('typing'), { signal })
    field.addEventListener('compositionstart', () => this.begin('typing'), { signal })
    field.addEventListener('paste', (event) => this.paste(event), { signal })
    field.addEventListener('contextmenu', (event) => this.openMenu(event), { signal })
    field.addEventListener('blur', () => this.commit(), { signal })
    // Blueprint's table takes the focus on a click; the input takes it back to receive typing.
    root.addEventListener('focusin', (event) => this.takeFocus(event), { signal })
    root.addEventListener('scroll', () => this.placeSoon(), { capture: true, passive: true, signal })
    root.querySelector<HTMLElement>('.bp6-table-container')?.setAttribute('tabindex', '-1')
    const leave = table.subscribe(() => this.follow())
    signal.addEventListener('abort', leave)
    this.follow()
  }

  get isOpen(): boolean {
    return this.mode !== 'waiting'
  }

  dispose(): void {
    this.commit()
    cancelAnimationFrame(this.frame)
    this.ending.abort()
  }

  focus(): void {
    this.field.focus({ preventScroll: true })
  }

  /** Opens the active cell with its text and the caret at the end. */
  open(): void {
    const { selection } = this.table
    if (!selection || this.isOpen) return
    this.field.value = this.work.textAt(selection.active.row, selection.active.column)
    // An input turns \r\n into \n; compared with the original text, an untouched cell would look changed.
    this.shown = this.field.value
    this.begin('editing')
    this.focus()
    const end = this.field.value.length
    this.field.setSelectionRange(end, end)
  }

  commit(): void {
    if (this.mode === 'waiting') return
    const { cell, shown } = this
    const text = this.field.value
    this.close()
    if (cell && text !== shown) this.work.write(cell.row, cell.column, text)
  }

  private begin(mode: Exclude<Mode, 'waiting'>): void {
    const { selection } = this.table
    if (this.mode === 'waiting') {
      if (!selection) return
      this.mode = mode
      this.cell = selection.active
      this.field.removeAttribute('data-awaits-text')
      this.field.classList.add('dictionary-cell-open')
    }
    this.place()
  }

  private close(): void {
    this.mode = 'waiting'
    this.cell = null
    this.shown = null
    this.field.value = ''
    this.field.setAttribute('data-awaits-text', '')
    this.field.classList.remove('dictionary-cell-open')
    this.place()
  }

  private press(event: KeyboardEvent): void {
    // While an input method composes, all keys belong to it.
    if (this.mode === 'waiting' || event.isComposing || event.keyCode === 229) return
    const ends = this.endOf(event)
    if (!ends) return
    event.preventDefault()
    event.stopPropagation()
    ends()
  }

  private endOf(event: KeyboardEvent): (() => void) | null {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    if (key === 'Escape') return () => this.close()
    if (key === 'Enter' && (altKey || ctrlKey || metaKey)) return () => this.breakLine()
    if (key === 'Enter') return () => this.commitAndMove(shiftKey ? 'up' : 'down')
    if (key === 'Tab') return () => this.commitAndMove(shiftKey ? 'left' : 'right')
    if (this.mode !== 'typing' || shiftKey || altKey || ctrlKey || metaKey) return null
    const step = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const
    const way = step[key as keyof typeof step]
    return way ? () => this.commitAndMove(way) : null
  }

  private breakLine(): void {
    this.field.setRangeText('\n', this.field.selectionStart, this.field.selectionEnd, 'end')
    this.place()
  }

  private commitAndMove(step: 'up' | 'down' | 'left' | 'right'): void {
    this.commit()
    this.table.move(step)
  }

  /** The menu key opens the table's own menu. */
  private openMenu(event: MouseEvent): void {
    if (this.mode !== 'waiting') return
    event.preventDefault()
    event.stopPropagation()
    const container = this.root.querySelector('.bp6-table-container')
    container?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  }

  private paste(event: ClipboardEvent): void {
    if (this.mode !== 'waiting') return
    event.preventDefault()
    this.work.paste(event.clipboardData?.getData('text/plain') ?? '')
  }

  private takeFocus(event: FocusEvent): void {
    const target = event.target as Element
    if (target === this.field || !target.matches('.bp6-table-container')) return
    this.focus()
  }

  /** Another cell became active; the typed text belongs to the previous one. */
  private follow(): void {
    const { selection } = this.table
    const { cell } = this
    if (cell && (selection?.active.row !== cell.row || selection.active.column !== cell.column)) this.commit()
    this.placeSoon()
  }

  private placeSoon(): void {
    if (this.frame !== 0) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.place()
    })
  }

  private place(): void {
    const at = this.cell ?? this.table.selection?.active
    const box = at && this.table.boxOf(at)
    this.field.classList.toggle('dictionary-cell-away', !box)
    if (!box) return
    const root = this.root.getBoundingClientRect()
    const { style } = this.field
    style.transform = `translate(${box.left - root.left}px, ${box.top - root.top}px)`
    style.width = `${this.mode === 'waiting' ? box.width : Math.max(box.width, leastWidth)}px`
    style.height = `${box.height}px`
    // The input grows to show a long text completely.
    if (this.mode !== 'waiting')
      style.height = `${Math.min(mostHeight, Math.max(box.height, this.field.scrollHeight))}px`
  }
}
