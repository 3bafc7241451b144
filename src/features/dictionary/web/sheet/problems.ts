// Problems of a sheet's rows: missing or duplicate codes, cells that are too long, and cells the server
// refused. Updated with each change, so that 100,000 rows need no full check on a keystroke.
import { documentDictionary, gameColumn, longestCell, longestCode } from '#features/dictionary/contract.ts'
import type { SheetColumn, SheetRow } from './types.ts'

interface Shape {
  formName: string
  columns: readonly SheetColumn[]
}

export const isBlankRow = ({ cells }: SheetRow): boolean => cells.every((cell) => !cell)

export class Problems {
  private shape: Shape = { formName: '', columns: [] }
  private code = 0
  private game = -1
  private readonly rowsByKey = new Map<string, Set<SheetRow>>()
  /** Rows with problems of their own cells. */
  private readonly wrong = new Map<SheetRow, { column: number; problem: string }>()
  private readonly refused = new Map<SheetRow, { column: number; problem: string }>()
  private readonly doubled = new Set<SheetRow>()

  get count(): number {
    return this.rows().size
  }

  rows(): Set<SheetRow> {
    return new Set([...this.doubled, ...this.wrong.keys(), ...this.refused.keys()])
  }

  /** Recomputes everything, after columns or rows were replaced. */
  reset(shape: Shape, rows: readonly SheetRow[]): void {
    this.shape = shape
    this.code = shape.columns[0]?.id ?? 0
    const place = gameColumn(
      shape.formName,
      shape.columns.map(({ name }) => name),
    )
    this.game = place > 0 ? (shape.columns[place]?.id ?? -1) : -1
    this.rowsByKey.clear()
    this.wrong.clear()
    this.refused.clear()
    this.doubled.clear()
    for (const row of rows) this.enter(row)
  }

  /** Call before a row changes or is removed. */
  leave(row: SheetRow): void {
    this.wrong.delete(row)
    this.refused.delete(row)
    this.doubled.delete(row)
    const key = this.keyOf(row)
    const same = key === null ? undefined : this.rowsByKey.get(key)
    if (key === null || !same) return
    same.delete(row)
    if (same.size === 0) this.rowsByKey.delete(key)
    if (same.size === 1) for (const last of same) this.doubled.delete(last)
  }

  /** Call after a row changed or was added. */
  enter(row: SheetRow): void {
    const found = this.cellProblem(row)
    if (found) this.wrong.set(row, found)
    const key = this.keyOf(row)
    if (key === null) return
    const same = this.rowsByKey.get(key)
    if (!same) {
      this.rowsByKey.set(key, new Set([row]))
      return
    }
    same.add(row)
    for (const one of same) this.doubled.add(one)
  }

  refuse(row: SheetRow, column: number, problem: string): void {
    this.refused.set(row, { column, problem })
  }

  /** The problem at a cell; null when there is none. */
  at(row: SheetRow, column: number): string | null {
    for (const found of [this.wrong.get(row), this.refused.get(row)])
      if (found?.column === column) return found.problem
    if (column !== this.code || !this.doubled.has(row)) return null
    return `代码「${row.cells[this.code] ?? ''}」重复`
  }

  /** Other rows with the same code. */
  twins(row: SheetRow): SheetRow[] {
    const key = this.keyOf(row)
    return key === null ? [] : [...(this.rowsByKey.get(key) ?? [])].filter((one) => one !== row)
  }

  columnOf(row: SheetRow): number {
    return (this.wrong.get(row) ?? this.refused.get(row))?.column ?? this.code
  }

  private keyOf({ cells }: SheetRow): string | null {
    const code = cells[this.code] ?? ''
    if (code === '') return null
    return this.game < 0 ? code : `${cells[this.game] ?? ''}\n${code}`
  }

  private cellProblem(row: SheetRow): { column: number; problem: string } | null {
    if (isBlankRow(row)) return null
    if (!row.cells[this.code]) return { column: this.code, problem: '代码不能为空' }
    for (const { id, name } of this.shape.columns) {
      const text = row.cells[id] ?? ''
      const isCode = id === this.code
      const most = isCode ? longestCode : longestCell
      // A text never has more characters than UTF-16 units, so the cheap check comes first.
      if (text.length > most && [...text].length > most)
        return { column: id, problem: `最多 ${most.toLocaleString('en-US')} 个字` }
      if (isCode && /[\t\n\r]/.test(text)) return { column: id, problem: '代码不能含换行或制表符' }
      const isAddress = this.shape.formName === documentDictionary && name === 'url' && text !== ''
      if (isAddress && !/^https?:\/\/\S/i.test(text))
        return { column: id, problem: '不是网页地址，应以 https:// 开头' }
    }
    return null
  }
}
