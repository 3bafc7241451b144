// Column widths and order as the reader left them, by the table's name, in this browser. What is stored may be
// broken, or of another version of the table: unknown keys are kept aside, and columns that are new come last.
import { isRecord, readJson, removeText, writeJson } from '../shell/storage.ts'
import type { TableColumn } from './types.ts'

export interface TableMemory {
  /** Pixels by column key; only those that the reader set. */
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

/** Of what shows rows, headers with it, in pixels. */
export interface ViewSize {
  width: number
  height: number
}

const sizeKey = 'tableSize'
/** Dragging a window's edge is told many times. */
const restMs = 300
let resting: ReturnType<typeof setTimeout> | undefined

const isSize = (value: unknown): value is ViewSize =>
  isRecord(value) &&
  [value.width, value.height].every((side) => typeof side === 'number' && side > 0 && side <= widestWidth)

/** Of the last table that was seen in this browser: the next one is drawn for it until it is measured. */
export const readViewSize = (): ViewSize | null => readJson(sizeKey, isSize)

export function keepViewSize(size: ViewSize): void {
  clearTimeout(resting)
  resting = setTimeout(() => writeJson(sizeKey, size), restMs)
}

/** Indices into `columns` as they are shown: frozen ones first, remembered ones in their order, new ones after. */
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

/** A column that the memory does not know stands after the nearest known one before it. */
function anchorOf(columns: readonly TableColumn[], index: number, place: Map<string, number>): number {
  for (let before = index - 1; before >= 0; before--) {
    const known = place.get(columns[before]?.key ?? '')
    if (known !== undefined) return known + 0.5
  }
  return -0.5
}
