// Reads the cells of a DuckDB vector from the engine's memory as JSON texts. Exact: integers beyond 2^53 and
// decimals beyond 15 digits become strings; NaN and infinities become null.
import {
  type DuckDBDataChunk,
  type DuckDBDecimalType,
  type DuckDBType,
  DuckDBTypeId,
  JsonDuckDBValueConverter,
} from '@duckdb/node-api'
import type { CellType } from '../types.ts'
import { dateText, timeText } from './calendar.ts'
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
} from './storage.ts'

const types = DuckDBTypeId

const cellTypes: Partial<Record<DuckDBTypeId, CellType>> = {
  [types.BOOLEAN]: 'boolean',
  [types.TINYINT]: 'integer',
  [types.SMALLINT]: 'integer',
  [types.INTEGER]: 'integer',
  [types.BIGINT]: 'integer',
  [types.UTINYINT]: 'integer',
  [types.USMALLINT]: 'integer',
  [types.UINTEGER]: 'integer',
  [types.UBIGINT]: 'integer',
  [types.HUGEINT]: 'integer',
  [types.UHUGEINT]: 'integer',
  [types.FLOAT]: 'number',
  [types.DOUBLE]: 'number',
  [types.DECIMAL]: 'number',
  [types.DATE]: 'date',
  [types.TIMESTAMP]: 'datetime',
  [types.TIMESTAMP_S]: 'datetime',
  [types.TIMESTAMP_MS]: 'datetime',
  [types.TIMESTAMP_NS]: 'datetime',
  [types.TIMESTAMP_TZ]: 'datetime',
  [types.LIST]: 'json',
  [types.ARRAY]: 'json',
  [types.STRUCT]: 'json',
  [types.MAP]: 'json',
  [types.UNION]: 'json',
  [types.VARIANT]: 'json',
}

export function cellTypeOf(type: DuckDBType): CellType {
  return cellTypes[type.typeId] ?? 'string'
}

/** Appends the JSON text of `count` cells of a column. */
type CellReader = (chunk: DuckDBDataChunk, column: number, count: number, into: string[]) => void

/** The reader for cells of a type. */
export function cellReader(type: DuckDBType): CellReader {
  switch (type.typeId) {
    case types.BOOLEAN:
      return fixed(1, (data, index) => (data.getUint8(index) ? 'true' : 'false'))
    case types.TINYINT:
      return fixed(1, (data, index) => String(data.getInt8(index)))
    case types.UTINYINT:
      return fixed(1, (data, index) => String(data.getUint8(index)))
    case types.SMALLINT:
      return fixed(2, (data, index) => String(data.getInt16(index * 2, true)))
    case types.USMALLINT:
      return fixed(2, (data, index) => String(data.getUint16(index * 2, true)))
    case types.INTEGER:
      return fixed(4, (data, index) => String(data.getInt32(index * 4, true)))
    case types.UINTEGER:
      return fixed(4, (data, index) => String(data.getUint32(index * 4, true)))
    case types.BIGINT:
      return fixed(8, (data, index) => integer64(data, index * 8))
    case types.UBIGINT:
      return fixed(8, (data, index) => integerText(data.getBigUint64(index * 8, true)))
    case types.HUGEINT:
      return fixed(16, (data, index) => integerText(integer128(data, index * 16)))
    case types.UHUGEINT:
      return fixed(16, (data, index) => integerText(BigInt.asUintN(128, integer128(data, index * 16))))
    case types.FLOAT:
      return fixed(4, (data, index) => floatText(data.getFloat32(index * 4, true)))
    case types.DOUBLE:
      return fixed(8, (data, index) => doubleText(data.getFloat64(index * 8, true)))
    case types.DECIMAL:
      return decimals(type as DuckDBDecimalType)
    case types.DATE:
      return fixed(4, (data, index) => dateText(data.getInt32(index * 4, true)))
    case types.TIMESTAMP:
    case types.TIMESTAMP_S:
    case types.TIMESTAMP_MS:
    case types.TIMESTAMP_NS:
      return times(BigInt(partsOfSecond[type.typeId]), '')
    case types.TIMESTAMP_TZ:
      return times(BigInt(partsOfSecond[type.typeId]), '+00')
    default:
      return cellTypeOf(type) === 'json' ? nested : texts
  }
}

function fixed(width: number, read: (data: DataView, index: number) => string): CellReader {
  return (chunk, column, count, into) => {
    const { data, validity } = fixedCells(chunk, column, count, width)
    for (let index = 0; index < count; index += 1) {
      into.push(isNull(validity, index) ? 'null' : read(data, index))
    }
  }
}

function times(perSecond: bigint, zone: string): CellReader {
  return fixed(8, (data, index) => timeText(data.getBigInt64(index * 8, true), perSecond, zone))
}

const texts: CellReader = (chunk, column, count, into) => {
  const vector = chunk.getColumnVector(column)
  for (let index = 0; index < count; index += 1) {
    const value = vector.getItem(index)
    into.push(value === null ? 'null' : JSON.stringify(String(value)))
  }
}

const nested: CellReader = (chunk, column, _count, into) => {
  for (const value of chunk.convertColumnValues(column, JsonDuckDBValueConverter)) {
    into.push(value === null ? 'null' : JSON.stringify(JSON.stringify(value)))
  }
}

function integer64(data: DataView, at: number): string {
  return isLarge64(data, at) ? `"${data.getBigInt64(at, true)}"` : String(small64(data, at))
}

function integerText(value: bigint): string {
  return value <= safe && value >= -safe ? value.toString() : `"${value}"`
}

function doubleText(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null'
}

/** The shortest text that parses to the same 32-bit float: 0.1, not 0.10000000149011612. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return 'null'
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(Number(value.toPrecision(9)))
}

function decimals(type: DuckDBDecimalType): CellReader {
  const { scale } = type
  const bytes = decimalBytes(type)
  if (bytes === 2) return fixed(2, (data, index) => smallDecimal(data.getInt16(index * 2, true), scale))
  if (bytes === 4) return fixed(4, (data, index) => smallDecimal(data.getInt32(index * 4, true), scale))
  if (bytes === 8) return fixed(8, (data, index) => decimalText(data.getBigInt64(index * 8, true), scale))
  return fixed(16, (data, index) => decimalText(integer128(data, index * 16), scale))
}

function decimalText(value: bigint, scale: number): string {
  if (value < fifteenDigits && value > -fifteenDigits) return smallDecimal(Number(value), scale)
  return `"${pointed(value < 0n, (value < 0n ? -value : value).toString(), scale)}"`
}

function smallDecimal(value: number, scale: number): string {
  return scale === 0 ? String(value) : pointed(value < 0, String(Math.abs(value)), scale)
}

function pointed(negative: boolean, digits: string, scale: number): string {
  const padded = digits.padStart(scale + 1, '0')
  const whole = padded.slice(0, padded.length - scale)
  const fraction = padded.slice(padded.length - scale)
  return `${negative ? '-' : ''}${whole}${scale > 0 ? `.${fraction}` : ''}`
}
