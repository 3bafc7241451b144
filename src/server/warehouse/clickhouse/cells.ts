// Converts cells from ClickHouse's JSON to the cell format of all warehouses (ColumnChunk).
import type { CellType } from '../chunks.ts'
import { wallClockText } from './times.ts'

/**
 * Removes Nullable, LowCardinality and SimpleAggregateFunction, which do not affect how a cell is written.
 */
function innerType(type: string): string {
  const wrapped =
    /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(type) ??
    /^SimpleAggregateFunction\(\w+, (.*)\)$/s.exec(type)
  return wrapped?.[1] === undefined ? type : innerType(wrapped[1])
}

const cellTypes: [pattern: RegExp, type: CellType][] = [
  [/^Bool$/, 'boolean'],
  [/^U?Int(8|16|32|64|128|256)$/, 'integer'],
  [/^(Float(32|64)|BFloat16|Decimal\b)/, 'number'],
  [/^Date(32)?$/, 'date'],
  [/^DateTime(64)?\b/, 'datetime'],
  [
    /^(Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic|Point|Ring|LineString|MultiLineString|Polygon|MultiPolygon|Geometry)\b/,
    'json',
  ],
]

export function cellTypeOf(type: string): CellType {
  const inner = innerType(type)
  return cellTypes.find(([pattern]) => pattern.test(inner))?.[1] ?? 'string'
}

/** A value as JSON.parse returns it: integers of 64 bits and more, and decimals, are strings. */
export type Value = string | number | boolean | null | object

/** Returns the JSON text of a cell. */
export type CellWriter = (value: Value) => string

export interface CellStyle {
  /** The zone that the statement runs in; UTC when absent. */
  session?: string
  /** NaN and the infinities are texts, as users' SQL has them; else null. */
  namesDenormals?: boolean
}

/** The writer for cells of a type; times are wall-clock times of the zone. */
export function cellWriter(type: string, zone: string, style: CellStyle = {}): CellWriter {
  const write = writerOf(innerType(type), zone, style)
  return (value) => (value === null ? 'null' : write(value))
}

function writerOf(inner: string, zone: string, { session, namesDenormals }: CellStyle): CellWriter {
  switch (cellTypeOf(inner)) {
    case 'boolean':
      return String
    case 'integer':
      return (value) => (typeof value === 'string' ? integerText(value) : String(value))
    case 'number':
      if (namesDenormals && /Float/.test(inner))
        return (value) => denormals[String(value)] ?? floatText(Number(value))
      return (value) => (typeof value === 'string' ? decimalText(value) : floatText(value as number))
    case 'date':
      return (value) => `"${value}"`
    case 'datetime': {
      const read = wallClockText(inner, zone, session)
      return (value) => `"${read(String(value))}"`
    }
    case 'json':
      return (value) => JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value))
    default:
      return inner.startsWith('FixedString')
        ? (value) => JSON.stringify(String(value).replace(/\0+$/, ''))
        : (value) => JSON.stringify(String(value))
  }
}

const denormals: Record<string, string> = { nan: '"NaN"', inf: '"Infinity"', '-inf': '"-Infinity"' }

const floatText = (value: number): string => (Number.isFinite(value) ? String(value) : 'null')

function integerText(text: string): string {
  return text.length < 16 || Number.isSafeInteger(Number(text)) ? text : `"${text}"`
}

/** Up to fifteen digits are exact as numbers, wherever the point is. */
function decimalText(text: string): string {
  return text.replace(/^-?0*\.?0*|\./g, '').length <= 15 ? text : `"${text}"`
}
