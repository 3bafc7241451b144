// Merged cells, whose value the workbook stores in the first cell only. Down a column the value is repeated,
// so that each row is complete; across columns it stays where it is, because headers are read that way.

export interface Merge {
  column: number
  /** Rows from 0, both inclusive. */
  from: number
  to: number
}

export class MergedColumns {
  readonly #byRow = new Map<number, Merge[]>()
  #open: { column: number; to: number; value: string | null }[] = []

  constructor(merges: readonly Merge[]) {
    for (const merge of merges) {
      if (merge.to <= merge.from) continue
      const same = this.#byRow.get(merge.from) ?? []
      same.push(merge)
      this.#byRow.set(merge.from, same)
    }
  }

  /** Fills the cells of a row that belong to a merge from above. */
  fill(row: number, cells: (string | null)[]): void {
    this.#open = this.#open.filter(({ to }) => to >= row)
    for (const { column, value } of this.#open) {
      while (cells.length <= column) cells.push(null)
      cells[column] ??= value
    }
    for (const { column, to } of this.#byRow.get(row) ?? [])
      this.#open.push({ column, to, value: cells[column] ?? null })
  }
}

/** A1:B3 → the rows of the first column. */
export function mergeOf(reference: string): Merge | null {
  const [, letters = '', from, to] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(reference) ?? []
  return letters ? { column: columnOf(letters), from: Number(from) - 1, to: Number(to) - 1 } : null
}

/** A1:B3 → its rows below the first one, in which the filter stands; null for other texts. */
export function rowsOfFilter(reference: string): { from: number; to: number } | null {
  const area = mergeOf(reference)
  return area && { from: area.from + 1, to: area.to }
}

/** AB → 27. */
export function columnOf(letters: string): number {
  let column = 0
  for (let at = 0; at < letters.length; at += 1) {
    const code = letters.charCodeAt(at)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}
