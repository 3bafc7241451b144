// Collects a statement's lines into column-wise chunks.
import type { Row } from '@clickhouse/client'
import { AppError } from '#shared/errors.ts'
import type { ColumnChunk, WarehouseColumn } from '../chunks.ts'
import { type CellStyle, type CellWriter, cellTypeOf, cellWriter, type Value } from './cells.ts'

type OnColumns = ((columns: WarehouseColumn[]) => void) | undefined

/** Rows per chunk; fewer where rows are long. */
const chunkRows = 8192
const chunkCharacters = 1024 * 1024

export const brokenAnswer = () => new AppError('query_failed', '查询在读取结果的途中失败，请重试')

function valuesOf(line: Row): Value[] {
  let values: unknown
  try {
    values = line.json()
  } catch {
    throw brokenAnswer()
  }
  if (!Array.isArray(values)) throw brokenAnswer()
  return values
}

/** Lines → column-wise chunks, up to a limit. */
export class Rows {
  columns: WarehouseColumn[] = []
  rowCount = 0
  isCut = false
  isBegun = false
  readonly #zone: string
  readonly #limit: number
  readonly #style: CellStyle
  #names: string[] | null = null
  #writers: CellWriter[] = []
  #cells: string[][] = []
  #held = 0
  #characters = 0

  constructor(zone: string, limit: number | undefined, style: CellStyle = {}) {
    this.#zone = zone
    this.#style = style
    this.#limit = limit ?? Number.POSITIVE_INFINITY
  }

  *take(lines: Row[], onColumns: OnColumns): Generator<ColumnChunk> {
    for (const line of lines) {
      const values = valuesOf(line)
      // All lines have the same width; otherwise something other than ClickHouse may have answered.
      if (this.#names !== null && values.length !== this.#names.length) throw brokenAnswer()
      if (this.#names === null) this.#names = values.map(String)
      else if (!this.isBegun) this.#begin(values.map(String), onColumns)
      else if (this.rowCount >= this.#limit) {
        this.isCut = true
        return
      } else {
        this.#add(values, line.text.length)
        if (this.#held >= chunkRows || this.#characters >= chunkCharacters) yield this.rest() as ColumnChunk
      }
    }
  }

  #begin(types: string[], onColumns: OnColumns): void {
    const names = this.#names ?? []
    this.isBegun = true
    this.columns = types.map((type, index) => ({
      name: names[index] ?? '',
      type: cellTypeOf(type),
      databaseType: type,
    }))
    this.#writers = types.map((type) => cellWriter(type, this.#zone, this.#style))
    this.#cells = types.map(() => [])
    onColumns?.(this.columns)
  }

  #add(values: Value[], characters: number): void {
    for (let index = 0; index < this.#writers.length; index += 1) {
      const write = this.#writers[index] as CellWriter
      ;(this.#cells[index] as string[]).push(write(values[index] ?? null))
    }
    this.rowCount += 1
    this.#held += 1
    this.#characters += characters
  }

  /** The rows that no chunk has returned yet; null when there are none. */
  rest(): ColumnChunk | null {
    if (this.#held === 0) return null
    const chunk = { rowCount: this.#held, columns: this.#cells.map((cells) => `[${cells.join(',')}]`) }
    this.#cells = this.#cells.map(() => [])
    this.#held = 0
    this.#characters = 0
    return chunk
  }
}
