// Column widths and order as the user left them, stored in this browser by the table's name. Stored data may be broken,
// or from another version of the table: unknown keys are kept, and new columns are placed by their neighbours.
import { isRecord, readJson, removeText, writeJson } from '../shell/storage.ts'
import type { TableColumn } from './types.ts'

export interface TableMemory {
  /** In pixels, by column key; only widths that the user set. */
  widths: Record<string, number>
  order: string[]
}

const prefix = 'table:'
const mostColumns = 5_000
export const narrowestWidth = 40
export const widestWidth = 20_000

export function readMemory(name: string | undefined): TableMemory {
  const empty: TableMemory = { widths: Object.create(null), order: [] }
  if (!name) return empty
  const stored = readJson(prefix + name, isRecord)
  if (!stored) return empty
  if (isRecord(stored.widths)) {
    for (const [key, width] of Object.entries(stored.widths).slice(0, mostColumns)) {
      if (typeof width === 'number' && width >= narrowestWidth && width <= widestWidth)
        empty.widths[key] = width
    }
  }
  if (Array.isArray(stored.order)) {
    empty.order = stored.order.filter((key) => typeof key === 'string').slice(0, mostColumns)
  }
  return empty
}

export function writeMemory(name: string | undefined, { widths, order }: TableMemory): void {
  if (!name) return
  if (Object.keys(widths).length === 0 && order.length === 0) removeText(prefix + name)
  else writeJson(`${prefix}${name}`, { widths, order })
}

/** Size of the scroll area, headers included, in pixels. */
export interface ViewSize {
  width: number
  height: number
}

const sizeKey = 'tableSize'
/** Resizing a window fires many events: the size is stored only when it rests. */
const restMs = 300
let resting: ReturnType<typeof setTimeout> | undefined

const isSize = (value: unknown): value is ViewSize =>
  isRecord(value) &&
  [value.width, value.height].every((side) => typeof side === 'number' && side > 0 && side <= widestWidth)

/** View size of the last table in this browser: the next table is drawn for it until it is measured. */
export const readViewSize = (): ViewSize | null => readJson(sizeKey, isSize)

export function keepViewSize(size: ViewSize): void {
  clearTimeout(resting)
  resting = setTimeout(() => writeJson(sizeKey, size), restMs)
}

/**
 * Indices into `columns` in display order: frozen columns first, remembered columns in their order, new columns after
 * their neighbours.
 */
export function orderColumns(columns: readonly TableColumn[], order: readonly string[]): number[] {
  const place = new Map(order.map((key, index) => [key, index]))
  const rank = (index: number) => {
    const key = columns[index]?.key ?? ''
    return place.get(key) ?? anchorOf(columns, index, place)
  }
  return columns
    .map((column, index) => ({ index, frozen: column.frozen ? 0 : 1, rank: rank(index) }))
    .sort((a, b) => a.frozen - b.frozen || a.rank - b.rank || a.index - b.index)
    .map(({ index }) => index)
}

/** A column that was not remembered is placed after the nearest remembered column before it. */
function anchorOf(columns: readonly TableColumn[], index: number, place: Map<string, number>): number {
  for (let before = index - 1; before >= 0; before--) {
    const known = place.get(columns[before]?.key ?? '')
    if (known !== undefined) return known + 0.5
  }
  return -0.5
}
