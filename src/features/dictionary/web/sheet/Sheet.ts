// A dictionary being edited: its rows and columns, unsaved changes, problems, and undo. Independent of the
// DOM.
import type { DictionaryChange } from '#features/dictionary/contract.ts'
import { isBlankRow, Problems } from './problems.ts'
import type { CellChange, KeptHead, SheetColumn, SheetRow, Step } from './types.ts'

const mostSteps = 500

export class Sheet {
  kept: KeptHead
  name: string
  formName: string
  columns: readonly SheetColumn[]
  rows: SheetRow[]
  readonly problems = new Problems()
  /** Increases with each change, so that views know they are outdated. */
  version = 0
  /** Called with the cell of an undone or redone step, so that a view can show it. */
  onStep: (at: Step['at']) => void = () => {}
  private readonly changed = new Set<SheetRow>()
  private readonly removed = new Set<SheetRow>()
  private done: Step[] = []
  private undone: Step[] = []
  private nextRow = -1
  private nextColumn: number
  private readonly listeners = new Set<() => void>()

  constructor(kept: KeptHead, rows: readonly { dataId: number; data: readonly string[] }[]) {
    this.kept = kept
    this.name = kept.name
    this.formName = kept.formName
    this.columns = kept.attributes.map((name, place) => ({ id: place, name, from: place }))
    this.nextColumn = kept.attributes.length
    this.rows = rows.map(({ dataId, data }) => ({ dataId, cells: [...data], kept: data }))
    this.problems.reset(this, this.rows)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getVersion = (): number => this.version

  get isChanged(): boolean {
    return this.changed.size > 0 || this.removed.size > 0 || this.isReshaped
  }

  get isReshaped(): boolean {
    const { name, formName, attributes } = this.kept
    return (
      this.name !== name ||
      this.formName !== formName ||
      this.columns.length !== attributes.length ||
      this.columns.some((column, place) => column.from !== place || column.name !== attributes[place])
    )
  }

  get changes(): { changed: number; added: number; removed: number } {
    const added = [...this.changed].filter(({ dataId }) => dataId < 0).length
    return { added, changed: this.changed.size - added, removed: this.removed.size }
  }

  get canUndo(): boolean {
    return this.done.length > 0
  }

  get canRedo(): boolean {
    return this.undone.length > 0
  }

  cell(row: number, place: number): string {
    const column = this.columns[place]
    return column ? (this.rows[row]?.cells[column.id] ?? '') : ''
  }

  isRowChanged(row: number): boolean {
    const one = this.rows[row]
    return one !== undefined && this.changed.has(one)
  }

  isCellChanged(row: number, place: number): boolean {
    const one = this.rows[row]
    const column = this.columns[place]
    if (!one || !column) return false
    if (one.kept === null) return !isBlankRow(one)
    return (one.cells[column.id] ?? '') !== (one.kept[column.id] ?? '')
  }

  /** Sets cells of existing rows. */
  setCells(given: readonly CellChange[], at: Step['at']): void {
    const changes = given
      .map((change) => ({ ...change, from: change.row.cells[change.column] ?? '' }))
      .filter(({ from, to }) => from !== to)
    if (changes.length === 0) return
    const write = (side: 'from' | 'to') => {
      for (const change of changes) this.write(change.row, change.column, change[side])
    }
    this.take({ redo: () => write('to'), undo: () => write('from'), at })
  }

  /** Sets many cells at once: of existing rows, and of new rows appended after them. */
  fill(given: readonly CellChange[], added: readonly string[][], at: Step['at']): void {
    const changes = given
      .map((change) => ({ ...change, from: change.row.cells[change.column] ?? '' }))
      .filter(({ from, to }) => from !== to)
    const rows = added.map((cells): SheetRow => ({ dataId: this.nextRow--, cells, kept: null }))
    if (changes.length === 0 && rows.length === 0) return
    const place = this.rows.length
    this.take({
      redo: () => {
        for (const { row, column, to } of changes) this.write(row, column, to)
        this.insert(place, rows)
      },
      undo: () => {
        this.cut(rows)
        for (const { row, column, from } of changes) this.write(row, column, from)
      },
      at,
    })
  }

  removeRows(first: number, last: number): void {
    const rows = this.rows.slice(first, last + 1)
    if (rows.length === 0) return
    this.take({
      redo: () => this.cut(rows),
      undo: () => this.insert(first, rows),
      at: { row: first, column: 0 },
    })
  }

  addColumn(name: string): void {
    const column: SheetColumn = { id: this.nextColumn++, name, from: -1 }
    this.setColumns([...this.columns, column])
  }

  renameColumn(place: number, name: string): void {
    this.setColumns(this.columns.map((column, at) => (at === place ? { ...column, name } : column)))
  }

  removeColumn(place: number): void {
    this.setColumns(this.columns.filter((_, at) => at !== place))
  }

  orderColumns(ids: readonly number[]): void {
    const next = ids.flatMap((id) => this.columns.find((column) => column.id === id) ?? [])
    if (next.length !== this.columns.length || next.every((column, at) => column === this.columns[at])) return
    this.setColumns(next)
  }

  rename(name: string, formName: string): void {
    const before = { name: this.name, formName: this.formName }
    const set = (to: typeof before) => {
      this.name = to.name
      this.formName = to.formName
      this.problems.reset(this, this.rows)
    }
    this.take({ redo: () => set({ name, formName }), undo: () => set(before), at: null })
  }

  undo(): boolean {
    const step = this.done.pop()
    if (!step) return false
    step.undo()
    this.undone.push(step)
    this.tell()
    this.onStep(step.at)
    return true
  }

  redo(): boolean {
    const step = this.undone.pop()
    if (!step) return false
    step.redo()
    this.done.push(step)
    this.tell()
    this.onStep(step.at)
    return true
  }

  /** The request body of a save, and the rows of its values. */
  change(): { body: DictionaryChange; rows: SheetRow[] } {
    const rows = this.rows.filter((row) => this.changed.has(row))
    const body: DictionaryChange = {
      id: this.kept.id,
      name: this.name,
      formName: this.formName,
      attributes: this.columns.map(({ name }) => name),
      columns: this.columns.map(({ from }) => from),
      values: rows.map(({ dataId, cells }) => ({
        dataId: Math.max(dataId, -1),
        data: this.columns.map(({ id }) => cells[id] ?? ''),
      })),
      removed: [...this.removed].map(({ dataId }) => dataId),
      revision: this.kept.revision,
    }
    return { body, rows }
  }

  /** Marks what was sent as saved; what was typed meanwhile stays unsaved. */
  settle(
    sent: { body: DictionaryChange; rows: readonly SheetRow[] },
    saved: Omit<KeptHead, 'foreign'> & { added: readonly number[] },
  ): void {
    let next = 0
    const columns = this.columns.filter(({ from, name }) => from >= 0 || sent.body.attributes.includes(name))
    sent.rows.forEach((row, at) => {
      if (row.dataId < 0) row.dataId = saved.added[next++] ?? row.dataId
      const data = sent.body.values?.[at]?.data ?? []
      const kept: string[] = []
      columns.forEach(({ id, name }) => {
        kept[id] = data[sent.body.attributes.indexOf(name)] ?? ''
      })
      row.kept = kept
    })
    // A deleted row that undo brings back must be added again.
    const gone = new Set(sent.body.removed)
    for (const row of [...this.removed]) {
      if (!gone.has(row.dataId)) continue
      this.removed.delete(row)
      row.dataId = this.nextRow--
      row.kept = null
    }
    this.kept = { ...saved, foreign: this.kept.foreign }
    this.columns = this.columns.map((column) => ({
      ...column,
      from: sent.body.attributes.indexOf(column.name),
    }))
    for (const row of sent.rows) this.note(row)
    // Steps refer to columns by their stored position.
    if (sent.body.columns?.some((from, at) => from !== at)) this.forgetSteps()
    this.tell()
  }

  forgetSteps(): void {
    this.done = []
    this.undone = []
  }

  refuse(row: SheetRow, place: number, problem: string): void {
    const column = this.columns[place] ?? this.columns[0]
    if (column) this.problems.refuse(row, column.id, problem)
    this.tell()
  }

  /** The next row with a problem after the given row, wrapping around; null when there is none. */
  nextProblem(after: number): { row: number; column: number } | null {
    const wrong = this.problems.rows()
    if (wrong.size === 0) return null
    const { length } = this.rows
    for (let step = 1; step <= length; step++) {
      const row = (after + step) % length
      const one = this.rows[row] as SheetRow
      if (!wrong.has(one)) continue
      const id = this.problems.columnOf(one)
      return {
        row,
        column: Math.max(
          0,
          this.columns.findIndex((column) => column.id === id),
        ),
      }
    }
    return null
  }

  tell(): void {
    this.version++
    for (const listener of this.listeners) listener()
  }

  private setColumns(next: readonly SheetColumn[]): void {
    const before = this.columns
    const set = (columns: readonly SheetColumn[]) => {
      this.columns = columns
      this.problems.reset(this, this.rows)
    }
    this.take({ redo: () => set(next), undo: () => set(before), at: null })
  }

  private take(step: Step): void {
    step.redo()
    this.done.push(step)
    if (this.done.length > mostSteps) this.done.shift()
    this.undone = []
    this.tell()
  }

  private write(row: SheetRow, column: number, text: string): void {
    this.problems.leave(row)
    row.cells[column] = text
    this.problems.enter(row)
    this.note(row)
  }

  private insert(place: number, rows: readonly SheetRow[]): void {
    // Thousands of rows are too many arguments for one call.
    this.rows = [...this.rows.slice(0, place), ...rows, ...this.rows.slice(place)]
    for (const row of rows) {
      this.removed.delete(row)
      this.problems.enter(row)
      this.note(row)
    }
  }

  private cut(rows: readonly SheetRow[]): void {
    const going = new Set(rows)
    this.rows = this.rows.filter((row) => !going.has(row))
    for (const row of rows) {
      this.problems.leave(row)
      this.changed.delete(row)
      if (row.dataId > 0) this.removed.add(row)
    }
  }

  private note(row: SheetRow): void {
    const isSame =
      row.kept === null
        ? isBlankRow(row)
        : this.columns.every(({ id }) => (row.cells[id] ?? '') === (row.kept?.[id] ?? ''))
    if (isSame) this.changed.delete(row)
    else this.changed.add(row)
  }
}
