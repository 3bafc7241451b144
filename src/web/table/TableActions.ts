// What a user can do in a table, by key, mouse, menu or palette.
import { showMessage } from '../shell/message.ts'
import { groupAt } from './columnGroups.ts'
import type { GridView } from './paint/GridView.ts'
import { writeClipboard } from './selection/clipboard.ts'
import {
  extendTo,
  type GridPosition,
  type GridRange,
  rangeOf,
  type Selection,
  type Step,
  type Stride,
  selectAll,
  selectCell,
  selectColumns,
  selectRows,
  stepFrom,
  totalsRow,
} from './selection/selection.ts'
import {
  type CopyOutcome,
  type CopyPieces,
  mostCopiedCells,
  mostFetchedCells,
  rangeAsTsv,
} from './selection/tsv.ts'
import type { TableModel } from './TableModel.ts'
import type { TableHandle } from './types.ts'

export class TableActions implements TableHandle {
  readonly model: TableModel
  readonly view: GridView
  private copying: AbortController | null = null

  constructor(model: TableModel, view: GridView) {
    this.model = model
    this.view = view
  }

  get selection(): Selection | null {
    return this.model.selection
  }

  get firstVisibleRow(): number {
    return this.view.firstVisibleRow
  }

  subscribe = (listener: () => void): (() => void) => this.model.subscribe(listener)

  select(selection: Selection | null): void {
    this.model.select(selection)
  }

  focus(): void {
    this.container?.focus({ preventScroll: true })
  }

  private get container(): HTMLElement | null {
    return this.view.scrollElement?.closest<HTMLElement>('.bp6-table-container') ?? null
  }

  boxOf(position: GridPosition): DOMRect | null {
    return this.view.elementOf(position)?.getBoundingClientRect() ?? null
  }

  /** Moves the active cell, or with `extendsSelection` the opposite corner of the selection. */
  move(step: Step, stride: Stride = 'cell', extendsSelection = false): void {
    const selection = this.selectionOrFirst()
    if (!selection) return
    const from = extendsSelection ? selection.head : selection.active
    const to = stepFrom(from, step, stride, this.view.pageRows, this.model.size)
    this.go(extendsSelection ? extendTo(selection, to) : selectCell(to), to)
  }

  /** Moves to the first or last cell of the table. */
  moveToCorner(corner: 'start' | 'end', extendsSelection = false): void {
    const selection = this.selectionOrFirst()
    if (!selection) return
    const { rows, columns } = this.model.size
    const to = corner === 'start' ? { row: 0, column: 0 } : { row: rows - 1, column: columns - 1 }
    this.go(extendsSelection ? extendTo(selection, to) : selectCell(to), to)
  }

  selectCell(position: GridPosition): void {
    this.go(selectCell(position), position)
  }

  reveal(position: GridPosition): void {
    this.view.reveal(position)
  }

  /** Lights the shown ones of these rows, until others are lit. */
  light(rows: Iterable<number>): void {
    const lit = 'data-table-lit'
    const root = this.container
    if (!root) return
    for (const row of root.querySelectorAll(`.${lit}`)) row.classList.remove(lit)
    for (const row of rows)
      for (const column of [0, this.model.layout.frozen])
        this.view.elementOf({ row, column })?.closest('.data-table-row')?.classList.add(lit)
  }

  columnAt(place: number): number {
    return this.model.layout.order[place] ?? 0
  }

  extendTo(position: GridPosition): void {
    const selection = this.model.selection ?? selectCell(position)
    this.go(extendTo(selection, position), position)
  }

  selectAll(): void {
    if (this.model.size.rows > 0) this.model.select(selectAll(this.model.size))
  }

  selectRows(): void {
    const selection = this.selectionOrFirst()
    if (selection) this.model.select(selectRows(selection, this.model.size))
  }

  selectColumns(): void {
    const selection = this.selectionOrFirst()
    if (!selection) return
    this.model.select(selectColumns(selection.active.column, selection.head.column, this.model.size))
  }

  selectColumn(place: number, extendsSelection = false): void {
    const first = extendsSelection ? (this.model.selection?.active.column ?? place) : place
    this.model.select(selectColumns(first, place, this.model.size))
  }

  open(): void {
    const { selection, props } = this.model
    if (!selection || !this.model.isLoaded(selection.active.row)) return
    if (props.onOpen) props.onOpen(this.model.positionOf(selection.active.row, selection.active.column))
    // A figure says all it says in its cell: what opens is what can be done with it.
    else if (props.onExplain) this.openMenu()
  }

  /** Opens the menu at the active cell, as the menu key does. */
  openMenu(): void {
    this.container?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  }

  filter(): void {
    const { selection, props } = this.model
    if (selection && this.model.isLoaded(selection.active.row))
      props.onFilter?.(this.model.positionOf(selection.active.row, selection.active.column))
  }

  /** Explains the active cell; returns whether there was a cell to explain. */
  explain(): boolean {
    const { selection, props } = this.model
    if (!selection || !props.onExplain || !this.model.isLoaded(selection.active.row)) return false
    props.onExplain(this.model.positionOf(selection.active.row, selection.active.column))
    return true
  }

  /** Describes the column at the given position, else the active cell's column, else the first. */
  describe(place = this.model.selection?.active.column ?? 0): void {
    this.model.props.onDescribe?.(this.model.layout.order[place] ?? 0)
  }

  sortByActive(): void {
    if (this.model.selection) this.sort(this.model.selection.active.column)
  }

  /** Reverses the sort order; an unsorted column starts descending if right-aligned (figures), else ascending. */
  sort(place: number): void {
    const column = this.model.columns[place]
    if (!column) return
    const desc = column.sorted ? column.sorted === 'asc' : column.align === 'right'
    this.model.props.onSort?.(column.key, desc)
  }

  fitColumn(place: number): void {
    this.model.setWidth(place, this.model.fittingWidth(place))
  }

  moveColumn(place: number, by: 1 | -1): void {
    if (!this.canMove(place, by)) return
    const { columns } = this.model
    const key = columns[place]?.key
    const own = groupAt(columns, place)
    const next = groupAt(columns, by > 0 ? own.end : own.first - 1)
    this.model.moveColumn(place, by > 0 ? next.end : next.first)
    const { selection } = this.model
    const target = this.model.columns.findIndex((column) => column.key === key)
    if (selection && target >= 0) this.selectCell({ row: selection.active.row, column: target })
  }

  /** Whether the column can move by one; frozen columns are only moved among themselves. */
  canMove(place: number, by: 1 | -1): boolean {
    const { columns } = this.model
    const { first, end } = groupAt(columns, place)
    const [column, neighbour] = [columns[place], columns[by > 0 ? end : first - 1]]
    return column !== undefined && neighbour !== undefined && !column.frozen === !neighbour.frozen
  }

  /** Folds or unfolds the active cell's row. */
  fold(): void {
    const { selection, props } = this.model
    if (selection?.active.row === totalsRow) return
    const row = selection && props.tree?.toggle(selection.active.row)
    if (selection && typeof row === 'number') this.selectCell({ row, column: selection.active.column })
  }

  foldAll(): void {
    this.model.props.tree?.toggleAll()
  }

  async copy(withHeaders: boolean): Promise<void> {
    const { selection, source } = this.model
    if (!selection) {
      showMessage({ message: '请先选择要复制的单元格' })
      return
    }
    this.copying?.abort()
    const copying = new AbortController()
    this.copying = copying
    const range = rangeOf(selection)
    const fetched = this.model.piecesOf(range)
    const told = fetched && this.tellProgress(fetched, range, copying)
    const outcome = rangeAsTsv(source, range, withHeaders, copying.signal, told)
    try {
      await writeClipboard(outcome.then(textOrThrow))
      const done = await outcome
      if ('cells' in done && done.cells > 1) {
        showMessage({ message: `已复制 ${done.cells.toLocaleString('en-US')} 个单元格`, intent: 'success' })
      }
    } catch (problem) {
      this.explainCopyFailure(await outcome, problem)
    } finally {
      if (this.copying === copying) this.model.props.remote?.onCopying?.(null)
    }
  }

  private tellProgress(fetched: CopyPieces, range: GridRange, copying: AbortController): CopyPieces {
    const tell = this.model.props.remote?.onCopying
    const ofRows = range.lastRow - range.firstRow + 1
    const cancel = () => copying.abort()
    return async function* (first, end, signal) {
      tell?.({ rows: 0, ofRows, cancel })
      for await (const piece of fetched(first, end, signal)) {
        tell?.({ rows: piece.endRow - first, ofRows, cancel })
        yield piece
      }
    }
  }

  /** Called on focus: keyboard users must see an active cell. */
  focused(): void {
    if (!this.model.selection && this.model.size.rows > 0) {
      this.model.select(selectCell({ row: this.view.firstVisibleRow, column: 0 }))
    }
  }

  private go(selection: Selection, reveal: GridPosition): void {
    this.model.select(selection)
    this.view.reveal(reveal)
  }

  private selectionOrFirst(): Selection | null {
    if (this.model.size.rows === 0 || this.model.size.columns === 0) return null
    return this.model.selection ?? selectCell({ row: this.view.firstVisibleRow, column: 0 })
  }

  private explainCopyFailure(outcome: CopyOutcome, problem: unknown): void {
    if (!('refused' in outcome)) {
      showMessage({
        message: '复制失败，浏览器没有允许写入剪贴板',
        detail: problem instanceof Error ? problem.message : undefined,
        intent: 'danger',
      })
    } else if (outcome.refused === 'failed') {
      const detail = outcome.problem instanceof Error ? outcome.problem.message : undefined
      showMessage({ message: '复制失败，选中的部分行读取失败', detail, intent: 'danger' })
    } else if (outcome.refused !== 'aborted') {
      const most = outcome.refused === 'fetched' ? mostFetchedCells : mostCopiedCells
      showMessage({
        message: `选中的内容太多，最多复制 ${most.toLocaleString('en-US')} 个单元格`,
        detail: '请缩小选区，或者改用导出',
        intent: 'warning',
      })
    }
  }
}

function textOrThrow(outcome: CopyOutcome): string {
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.text
}
