// A database's rows as a Parquet file, whose columns have the types that the database declares, so that nothing
// is guessed from values. Rows are written as text while they arrive, and become Parquet when all are there.
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAll } from '../files/whole.ts'
import { engineSettings } from '../warehouse/duckdb/engineSettings.ts'
import { quoteName, quoteText } from '../warehouse/snapshot/describe.ts'
import { type FetchedFile, SourceProblem } from './connector.ts'

/** `NUMBER`: a decimal of undeclared precision. */
export type RowType =
  | 'BOOLEAN'
  | 'TINYINT'
  | 'SMALLINT'
  | 'INTEGER'
  | 'BIGINT'
  | 'UTINYINT'
  | 'USMALLINT'
  | 'UINTEGER'
  | 'UBIGINT'
  | 'FLOAT'
  | 'DOUBLE'
  | 'DATE'
  | 'TIMESTAMP'
  | 'TIMESTAMPTZ'
  | 'VARCHAR'
  | 'NUMBER'
  | `DECIMAL(${number},${number})`

export interface RowColumn {
  name: string
  type: RowType
}

export type Cell = string | null

/** The type of a declared decimal: text where the warehouse has none that is wide enough. */
export const decimalType = (precision: number, scale: number): RowType =>
  precision >= 1 && precision <= 38 && scale >= 0 && scale <= precision
    ? `DECIMAL(${precision},${scale})`
    : 'VARCHAR'

/** Zero days and those without a month or day (0000-00-00, 2026-05-00) are no dates. */
export const isNoDay = (text: string): boolean => /^\d+-(00|\d\d-00)/.test(text)
const isNoNumber = (text: string): boolean => /^-?(nan|inf)/i.test(text)

/** Which values of a column nothing can hold, by its type. */
function unheld(type: RowType): { is: (text: string) => boolean; what: string } | null {
  if (/^(DATE|TIMESTAMP)/.test(type)) return { is: isNoDay, what: '不成立的日期' }
  return /^(FLOAT|DOUBLE|NUMBER|DECIMAL)/.test(type) ? { is: isNoNumber, what: '不是数的值' } : null
}

interface Unheld {
  is: (text: string) => boolean
  what: string
  count: number
  first: string
}

/** One scale for undeclared decimals, wherever it fits: batches of one table must not differ in type. */
const usualScale = 10
const mostDigits = 38
const mostRowBytes = 64 * 2 ** 20
const writtenAtOnce = 2 ** 20
const rowGroupBytes = 32 * 2 ** 20
const usualGroupRows = 122_880

export class RowFile {
  rows = 0
  bytes = 0
  readonly #folder: string
  readonly #columns: readonly RowColumn[]
  readonly #measures: (Measure | null)[]
  readonly #unheld: (Unheld | null)[]
  #file: FileHandle | null = null
  #pending = ''
  #longest = 0

  constructor(folder: string, columns: readonly RowColumn[]) {
    this.#folder = folder
    this.#columns = columns
    this.#measures = columns.map(({ type }) => (type === 'NUMBER' ? new Measure() : null))
    this.#unheld = columns.map(({ type }) => {
      const found = unheld(type)
      return found && { ...found, count: 0, first: '' }
    })
  }

  add(cells: readonly Cell[]): void {
    let row = ''
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index] ?? null
      if (index > 0) row += ','
      if (cell === null) continue
      const unheld = this.#unheld[index]
      if (unheld?.is(cell)) {
        if (unheld.count === 0) unheld.first = cell
        unheld.count += 1
        continue
      }
      this.#measures[index]?.see(cell)
      row += `"${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"`
    }
    // A lone column has an empty field beside it: a missing value alone would be an empty line, which is no row.
    this.#pending += cells.length === 1 ? `${row},\n` : `${row}\n`
    this.rows += 1
    this.bytes += row.length + 1
    if (row.length > this.#longest) this.#longest = row.length
    if (row.length > mostRowBytes)
      throw new SourceProblem(`有一行超过 ${mostRowBytes / 2 ** 20} MB，没有载入；请在查询里去掉过长的列`)
  }

  /** Writes what has gathered; await it between rows. */
  async drain(): Promise<void> {
    if (this.#pending.length >= writtenAtOnce) await this.#flush()
  }

  /** Ends the file as Parquet. */
  async finish(signal: AbortSignal): Promise<FetchedFile> {
    await this.#flush()
    await this.close()
    const file = 'rows.parquet'
    await this.#convert(join(this.#folder, file), signal)
    await rm(this.#text, { force: true })
    const notes = this.#notes()
    const { size: bytes } = await stat(join(this.#folder, file))
    return { file, bytes, ...(notes.length > 0 && { notes }) }
  }

  #notes(): string[] {
    return this.#columns.flatMap(({ name }, at) => {
      const { count, first, what } = this.#unheld[at] ?? { count: 0 }
      return count > 0 ? [`列「${name}」有 ${count} 个${what}（如 ${first}），没有值`] : []
    })
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = null
  }

  get #text(): string {
    return join(this.#folder, 'rows.csv')
  }

  async #flush(): Promise<void> {
    const pending = this.#pending
    this.#pending = ''
    this.#file ??= await open(this.#text, 'w', 0o600)
    await writeAll(this.#file, Buffer.from(pending))
  }

  async #convert(path: string, signal: AbortSignal): Promise<void> {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const spill = join(this.#folder, 'spill')
    const settings = {
      ...engineSettings({ share: 4, spill }),
      threads: '1',
      preserve_insertion_order: 'true',
    }
    const instance = await DuckDBInstance.create(':memory:', settings)
    const connection = await instance.connect()
    const interrupt = () => connection.interrupt()
    signal.addEventListener('abort', interrupt, { once: true })
    try {
      signal.throwIfAborted()
      await connection.run(`COPY (${this.#select()}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd,
        ROW_GROUP_SIZE ${this.#groupRows()})`)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', interrupt)
      connection.closeSync()
      instance.closeSync()
      await rm(spill, { recursive: true, force: true })
    }
  }

  #groupRows(): number {
    const average = Math.max(1, this.bytes / Math.max(1, this.rows))
    return Math.max(2048, Math.min(usualGroupRows, Math.floor(rowGroupBytes / average)))
  }

  #select(): string {
    const count = this.#columns.length
    const fields = Array.from({ length: Math.max(2, count) }, (_, index) => `'c${index}': 'VARCHAR'`)
    const line = Math.max(this.#longest * 4 + 1024, 2 ** 20)
    const list = this.#columns.map(
      ({ name, type }, index) =>
        `${this.#read(`c${index}`, type, this.#measures[index] ?? null)} AS ${quoteName(name)}`,
    )
    return `SELECT ${list.join(', ')} FROM read_csv(${quoteText(this.#text)}, auto_detect = false, header = false,
      delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '', allow_quoted_nulls = false,
      parallel = false, max_line_size = ${line},
      buffer_size = ${Math.max(2 * line, 8 * 2 ** 20)}, columns = {${fields.join(', ')}})`
  }

  #read(field: string, type: RowType, measure: Measure | null): string {
    if (measure) return this.#read(field, measure.type(), null)
    if (type === 'VARCHAR') return field
    return `CAST(${field} AS ${type})`
  }
}

const zero = 48

/** How many digits stand before and after the point. */
class Measure {
  #whole = 0
  #fraction = 0

  see(text: string): void {
    const start = text.startsWith('-') ? 1 : 0
    const point = text.indexOf('.')
    const whole = (point < 0 ? text.length : point) - start
    if (point >= 0) {
      let end = text.length
      while (text.charCodeAt(end - 1) === zero) end -= 1
      this.#fraction = Math.max(this.#fraction, end - point - 1)
    }
    if (whole > this.#whole) this.#whole = whole
  }

  type(): RowType {
    const { fraction, whole } = { fraction: this.#fraction, whole: this.#whole }
    if (fraction <= usualScale && whole + usualScale <= mostDigits)
      return `DECIMAL(${mostDigits},${usualScale})`
    return fraction + whole <= mostDigits ? `DECIMAL(${mostDigits},${fraction})` : 'VARCHAR'
  }
}
