// Writes a result column's cells as bytes, straight from the engine's memory. One reader per column, refilled
// by each chunk; cells are written as JSON (`rows`) or csv fields.
import { type DuckDBDataChunk, type DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { floatText } from '#server/warehouse/duckdb/cells.ts'
import {
  decimalBytes,
  fifteenDigits,
  fixedCells,
  integer128,
  isLarge64,
  isNull,
  partsOfSecond,
  safe,
  small64,
  type Validity,
  validityOf,
} from '#server/warehouse/duckdb/storage.ts'
import { plainNumber } from '#shared/csvText.ts'
import { LongTexts } from './longTexts.ts'
import { plainText } from './nested.ts'
import type { TextBuffer } from './textBuffer.ts'
import { writeDate, writeTime, type ZoneOffset } from './times.ts'

export interface ColumnCells {
  load(chunk: DuckDBDataChunk, column: number, count: number): void
  /** Approximate bytes of the cell. */
  size(row: number): number
  json(row: number, out: TextBuffer): void
  csv(row: number, out: TextBuffer): void
}

const types = DuckDBTypeId
/** Enough room for any non-text cell: a far date, a double, 128 bits, quotes. */
const room = 64
const quote = 0x22

type Write = (out: TextBuffer, data: DataView, at: number) => void
/** Whether a cell must be a JSON string: always, or where a JSON number would lose digits. */
type Quoted = boolean | ((data: DataView, at: number) => boolean)

/** `longest`: bytes beyond which a text is truncated, in `rows`. */
export function columnCells(type: DuckDBType, zone: ZoneOffset, longest = longestCell): ColumnCells {
  switch (type.typeId) {
    case types.BOOLEAN:
      return new FixedCells(1, (out, data, at) => out.ascii(data.getUint8(at) ? 'true' : 'false'), false)
    case types.TINYINT:
      return new FixedCells(1, (out, data, at) => out.integer(data.getInt8(at)), false)
    case types.UTINYINT:
      return new FixedCells(1, (out, data, at) => out.integer(data.getUint8(at)), false)
    case types.SMALLINT:
      return new FixedCells(2, (out, data, at) => out.integer(data.getInt16(at, true)), false)
    case types.USMALLINT:
      return new FixedCells(2, (out, data, at) => out.integer(data.getUint16(at, true)), false)
    case types.INTEGER:
      return new FixedCells(4, (out, data, at) => out.integer(data.getInt32(at, true)), false)
    case types.UINTEGER:
      return new FixedCells(4, (out, data, at) => out.integer(data.getUint32(at, true)), false)
    case types.BIGINT:
      return new FixedCells(8, writeInteger64, isLarge64)
    case types.UBIGINT:
      return new FixedCells(8, writeUnsigned64, (data, at) => data.getUint32(at + 4, true) >= 0x20_0000)
    case types.HUGEINT:
      return wholeNumbers((data, at) => integer128(data, at))
    case types.UHUGEINT:
      return wholeNumbers((data, at) => BigInt.asUintN(128, integer128(data, at)))
    case types.FLOAT:
      return new FixedCells(
        4,
        (out, data, at) => writeDouble(out, data.getFloat32(at, true), floatText),
        isOdd32,
      )
    case types.DOUBLE:
      return new FixedCells(
        8,
        (out, data, at) => writeDouble(out, data.getFloat64(at, true), String),
        isOdd64,
      )
    case types.DECIMAL:
      return decimals(type as DuckDBDecimalType)
    case types.DATE:
      return new FixedCells(4, (out, data, at) => writeDate(out, data.getInt32(at, true)), true)
    case types.TIMESTAMP:
    case types.TIMESTAMP_S:
    case types.TIMESTAMP_MS:
    case types.TIMESTAMP_NS:
      return times(partsOfSecond[type.typeId])
    case types.TIMESTAMP_TZ:
      return times(partsOfSecond[type.typeId], zone)
    case types.VARCHAR:
      return new TextCells(longest)
    default:
      return new OtherCells(longest)
  }
}

function times(perSecond: number, zone?: ZoneOffset): ColumnCells {
  return new FixedCells(8, (out, data, at) => writeTime(out, data, at, perSecond, zone), true)
}

class FixedCells implements ColumnCells {
  readonly #width: number
  readonly #write: Write
  readonly #quoted: Quoted
  #data: DataView = new DataView(new ArrayBuffer(0))
  #validity: Validity = null

  constructor(width: number, write: Write, quoted: Quoted) {
    this.#width = width
    this.#write = write
    this.#quoted = quoted
  }

  load(chunk: DuckDBDataChunk, column: number, count: number): void {
    const { data, validity } = fixedCells(chunk, column, count, this.#width)
    this.#data = data
    this.#validity = validity
  }

  size(): number {
    return 12
  }

  json(row: number, out: TextBuffer): void {
    out.reserve(room)
    if (isNull(this.#validity, row)) {
      out.ascii('null')
      return
    }
    const at = row * this.#width
    const quoted = typeof this.#quoted === 'boolean' ? this.#quoted : this.#quoted(this.#data, at)
    if (quoted) out.byte(quote)
    this.#write(out, this.#data, at)
    if (quoted) out.byte(quote)
  }

  csv(row: number, out: TextBuffer): void {
    out.reserve(room)
    if (!isNull(this.#validity, row)) this.#write(out, this.#data, row * this.#width)
  }
}

function writeInteger64(out: TextBuffer, data: DataView, at: number): void {
  if (isLarge64(data, at)) out.ascii(data.getBigInt64(at, true).toString())
  else out.integer(small64(data, at))
}

function writeUnsigned64(out: TextBuffer, data: DataView, at: number): void {
  out.ascii(data.getBigUint64(at, true).toString())
}

function wholeNumbers(read: (data: DataView, at: number) => bigint): ColumnCells {
  return new FixedCells(
    16,
    (out, data, at) => out.ascii(read(data, at).toString()),
    (data, at) => {
      const value = read(data, at)
      return value > safe || value < -safe
    },
  )
}

const isOdd32 = (data: DataView, at: number) => !Number.isFinite(data.getFloat32(at, true))
const isOdd64 = (data: DataView, at: number) => !Number.isFinite(data.getFloat64(at, true))

function writeDouble(out: TextBuffer, value: number, print: (value: number) => string): void {
  // Most doubles in reports are integers.
  if (value === Math.trunc(value) && value < 1e15 && value > -1e15) {
    if (value === 0 && 1 / value < 0) out.byte(45)
    out.integer(value)
  } else out.ascii(Number.isFinite(value) ? print(value) : String(value))
}

function decimals(type: DuckDBDecimalType): ColumnCells {
  const { scale } = type
  const digits = 10 ** scale
  const bytes = decimalBytes(type)
  if (bytes === 2)
    return new FixedCells(2, (o, d, at) => writeDecimal(o, d.getInt16(at, true), scale, digits), false)
  if (bytes === 4)
    return new FixedCells(4, (o, d, at) => writeDecimal(o, d.getInt32(at, true), scale, digits), false)
  const read =
    bytes === 8
      ? (data: DataView, at: number) => data.getBigInt64(at, true)
      : (data: DataView, at: number) => integer128(data, at)
  return new FixedCells(
    bytes,
    (out, data, at) => {
      const value = read(data, at)
      if (value < fifteenDigits && value > -fifteenDigits && scale <= 9)
        writeDecimal(out, Number(value), scale, digits)
      else writeLongDecimal(out, value, scale)
    },
    (data, at) => {
      const value = read(data, at)
      return value >= fifteenDigits || value <= -fifteenDigits
    },
  )
}

function writeDecimal(out: TextBuffer, value: number, scale: number, digits: number): void {
  if (scale === 0) {
    out.integer(value)
    return
  }
  const rest = Math.abs(value)
  if (value < 0) out.byte(45)
  const whole = Math.floor(rest / digits)
  out.integer(whole)
  out.byte(46)
  out.padded(rest - whole * digits, scale)
}

function writeLongDecimal(out: TextBuffer, value: bigint, scale: number): void {
  const text = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  if (value < 0n) out.byte(45)
  out.ascii(scale === 0 ? text : `${text.slice(0, text.length - scale)}.${text.slice(text.length - scale)}`)
}

/** Cells beyond this are truncated, in `rows`. */
export const longestCell = 1024 * 1024
/** The longest truncated cell, with its note. */
export const longestCutCell = longestCell + 256

/** The note that marks a truncated cell. */
export const cutWords = '…（内容过长，此处只保留前 1 MiB'

function cutNote(bytes: number): string {
  return `${cutWords}，共 ${bytes} 字节）`
}

const isLineEnd = (byte: number | undefined): boolean => byte === 10 || byte === 13

/** ＝ ＋ － ＠ in UTF-8: EF BC, then one of these. */
const wideSigns = [0x9d, 0x8b, 0x8d, 0xa0]

/** Whether a spreadsheet would read text that begins here as a formula. */
function isSign(source: Uint8Array, at: number): boolean {
  const byte = source[at]
  if (byte === 0xef) return source[at + 1] === 0xbc && wideSigns.includes(source[at + 2] as number)
  return byte === 0x3d || byte === 0x2b || byte === 0x2d || byte === 0x40
}

/** Whether a text gets a leading apostrophe; must agree with csvText. */
function leads(source: Uint8Array, from: number, to: number): boolean {
  if (from === to) return false
  if (isSign(source, from)) {
    return to - from > 40 || !plainNumber.test(Buffer.from(source.subarray(from, to)).toString('latin1'))
  }
  return source[from] === 9 || isLineEnd(source[from]) || hasFormulaLine(source, from, to)
}

/** Whether a later line begins like a formula. */
function hasFormulaLine(source: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to - 1; at += 1) if (isLineEnd(source[at]) && isSign(source, at + 1)) return true
  return false
}

function writeJsonText(out: TextBuffer, source: Uint8Array, from: number, to: number, whole: number): void {
  out.reserve((to - from) * 6 + 2)
  out.byte(quote)
  out.escaped(source, from, to)
  if (whole > to - from) out.text(cutNote(whole))
  out.reserve(1)
  out.byte(quote)
}

/** Writes a text as a csv field. */
export function writeField(out: TextBuffer, bytes: Uint8Array, from = 0, to = bytes.length): void {
  out.reserve((to - from) * 2 + 4)
  out.field(bytes, from, to, leads(bytes, from, to))
}

/** Where to truncate an over-long text: never within a character. */
function cutAt(source: Uint8Array, from: number, to: number, longest: number): number {
  if (to - from <= longest) return to
  let end = from + longest
  while (((source[end] as number) & 0xc0) === 0x80) end -= 1
  return end
}

class TextCells implements ColumnCells {
  readonly #texts = new LongTexts()
  readonly #longest: number
  #validity: Validity = null

  constructor(longest: number) {
    this.#longest = longest
  }

  load(chunk: DuckDBDataChunk, column: number, count: number): void {
    const vector = duckdb.data_chunk_get_vector(chunk.chunk, column)
    this.#validity = validityOf(vector, count)
    this.#texts.load(duckdb.vector_get_data(vector, count * 16), count, (row) => isNull(this.#validity, row))
  }

  size(row: number): number {
    return isNull(this.#validity, row) ? 5 : Math.min(this.#texts.lengthOf(row), this.#longest) + 3
  }

  json(row: number, out: TextBuffer): void {
    if (isNull(this.#validity, row)) {
      out.reserve(4)
      out.ascii('null')
      return
    }
    const texts = this.#texts
    const length = texts.lengthOf(row)
    texts.find(row, this.#longest + 1)
    const end = cutAt(texts.bytes, texts.from, texts.to, this.#longest)
    writeJsonText(out, texts.bytes, texts.from, end, length)
  }

  csv(row: number, out: TextBuffer): void {
    if (isNull(this.#validity, row)) return
    const texts = this.#texts
    texts.find(row, Number.POSITIVE_INFINITY)
    writeField(out, texts.bytes, texts.from, texts.to)
  }
}

/** Types that are rare in reports, read through the engine's own values. */
class OtherCells implements ColumnCells {
  readonly #longest: number
  #read: (row: number) => Buffer | null = () => null
  /** Cells whose size was requested and that are not written yet. */
  readonly #known = new Map<number, Buffer | null>()

  constructor(longest: number) {
    this.#longest = longest
  }

  load(chunk: DuckDBDataChunk, column: number): void {
    const vector = chunk.getColumnVector(column)
    this.#known.clear()
    this.#read = (row) => {
      const value = vector.getItem(row)
      return value === null ? null : Buffer.from(plainText(value))
    }
  }

  #take(row: number): Buffer | null {
    const known = this.#known.get(row)
    this.#known.delete(row)
    return known === undefined ? this.#read(row) : known
  }

  size(row: number): number {
    const bytes = this.#read(row)
    this.#known.set(row, bytes)
    return Math.min(bytes?.length ?? 2, this.#longest) + 3
  }

  json(row: number, out: TextBuffer): void {
    const bytes = this.#take(row)
    if (bytes) writeJsonText(out, bytes, 0, cutAt(bytes, 0, bytes.length, this.#longest), bytes.length)
    else {
      out.reserve(4)
      out.ascii('null')
    }
  }

  csv(row: number, out: TextBuffer): void {
    const bytes = this.#take(row)
    if (bytes) writeField(out, bytes)
  }
}
