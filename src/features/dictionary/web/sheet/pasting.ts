// Where pasted cells go: over the selection and beyond it, or as new rows at the end. A header line assigns
// the columns.
import { mostRows } from '#features/dictionary/contract.ts'
import type { Sheet } from './Sheet.ts'
import type { CellChange } from './types.ts'

export const mostPastedCells = 2_000_000

interface Spot {
  row: number
  column: number
  /** Last row of the selection. */
  lastRow: number
  lastColumn: number
}

/** Chinese: what was pasted, or why nothing was. */
export type Pasted = { told: string; rows: number; columns: number } | { refused: string; detail: string }

export function pasteCells(sheet: Sheet, given: readonly string[][], spot: Spot): Pasted {
  const { rows, places, refused } = placed(sheet, given, spot)
  if (refused) return refused
  if (rows.length === 0) return { refused: '没有可以粘贴的内容', detail: '剪贴板里没有文字' }
  const over = spot.row + rows.length - mostRows
  if (over > 0)
    return {
      refused: '粘贴的行太多',
      detail: `一个字典最多 ${mostRows.toLocaleString('en-US')} 行，多出 ${over.toLocaleString('en-US')} 行`,
    }
  const changes: CellChange[] = []
  const added: string[][] = []
  rows.forEach((cells, at) => {
    const row = sheet.rows[spot.row + at]
    const fresh: string[] = []
    places.forEach((place, from) => {
      const column = sheet.columns[place]
      if (!column) return
      const to = (cells[from] ?? '').trim()
      if (row) changes.push({ row, column: column.id, to })
      else fresh[column.id] = to
    })
    if (!row && fresh.some(Boolean)) added.push(Array.from(fresh, (cell) => cell ?? ''))
  })
  sheet.fill(changes, added, { row: spot.row, column: spot.column })
  const count = rows.length.toLocaleString('en-US')
  return { told: `已粘贴 ${count} 行`, rows: rows.length, columns: Math.max(1, places.length) }
}

function placed(sheet: Sheet, given: readonly string[][], spot: Spot) {
  const head = spot.column === 0 ? headPlaces(sheet, given[0] ?? []) : null
  if (head) return { rows: given.slice(1), places: head, refused: null }
  const widest = given.reduce(
    (most, row) => Math.max(most, row.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  )
  const room = sheet.columns.length - spot.column
  if (widest > room) {
    const refused: Pasted = {
      refused: `粘贴的内容有 ${widest.toLocaleString('en-US')} 列，从这里起只有 ${room} 列`,
      detail: '请先加列，或从更左的单元格粘贴；首行写着列名时按列名对应',
    }
    return { rows: [], places: [], refused }
  }
  const [only] = given
  const isOne = given.length === 1 && only?.length === 1
  if (isOne) return spread(only?.[0] ?? '', spot)
  const places = Array.from({ length: Math.max(widest, 1) }, (_, at) => spot.column + at)
  return { rows: given, places, refused: null }
}

/** A single cell fills the whole selection. */
function spread(text: string, spot: Spot) {
  const rows = Array.from({ length: spot.lastRow - spot.row + 1 }, () =>
    Array.from({ length: spot.lastColumn - spot.column + 1 }, () => text),
  )
  const places = (rows[0] ?? []).map((_, at) => spot.column + at)
  return { rows, places, refused: null }
}

/** The column index for each pasted column by its header; null when the first line is no header. */
export function headPlaces(sheet: Sheet, first: readonly string[]): number[] | null {
  const names = sheet.columns.map(({ name }) => name)
  const filled = first.slice(0, first.findLastIndex((cell) => cell.trim() !== '') + 1)
  if (filled.length < 2 && names.length > 1) return null
  const places = filled.map((cell) => names.indexOf(cell.trim()))
  const isHead =
    filled.length > 0 && places.every((place) => place >= 0) && new Set(places).size === places.length
  return isHead && places.includes(0) ? places : null
}
