// Which column each type of ClickHouse becomes, and how it is selected so that its text is exact.
import type { QueryColumn } from './database.ts'
import { decimalType, type RowType } from './rowFile.ts'

export interface ClickHouseColumn extends QueryColumn {
  /** How it is selected, as text or NULL. */
  sql: string
}

export const quoted = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``

/** LowCardinality(Nullable(String)) is a String. */
function inner(native: string): string {
  const [, wrapped] = /^(?:LowCardinality|Nullable)\((.*)\)$/s.exec(native) ?? []
  return wrapped === undefined ? native : inner(wrapped)
}

interface Type {
  type: RowType
  order: QueryColumn['order']
  /** Of a quoted name; `toString` where absent. */
  text?: (name: string) => string
}

const wholes: Readonly<Record<string, RowType>> = {
  Int8: 'TINYINT',
  Int16: 'SMALLINT',
  Int32: 'INTEGER',
  Int64: 'BIGINT',
  UInt8: 'UTINYINT',
  UInt16: 'USMALLINT',
  UInt32: 'UINTEGER',
  UInt64: 'UBIGINT',
}

function typeOf(native: string): Type {
  const whole = wholes[native]
  if (whole) return { type: whole, order: 'number' }
  const [, precision, scale] = /^Decimal\((\d+), (\d+)\)$/.exec(native) ?? []
  if (precision !== undefined) return { type: decimalType(Number(precision), Number(scale)), order: 'number' }
  if (native === 'Float32') return { type: 'FLOAT', order: 'number' }
  if (native === 'Float64') return { type: 'DOUBLE', order: 'number' }
  if (native === 'Bool') return { type: 'BOOLEAN', order: null }
  if (/^Date(32)?$/.test(native)) return { type: 'DATE', order: 'day' }
  // A moment, whatever zone its column shows.
  if (/^DateTime(64)?\b/.test(native))
    return { type: 'TIMESTAMPTZ', order: 'time', text: (name) => `concat(toString(${name}, 'UTC'), '+00')` }
  if (/^(String|FixedString\(\d+\))$/.test(native)) return { type: 'VARCHAR', order: 'text' }
  const isPlain = /^(U?Int(128|256)|UUID|IPv[46]|Enum(8|16)\()/.test(native)
  return { type: 'VARCHAR', order: null, ...(!isPlain && { text: (name) => `toJSONString(${name})` }) }
}

export function clickhouseColumn(name: string, native: string): ClickHouseColumn {
  const own = inner(native)
  const { type, order, text = (of) => `toString(${of})` } = typeOf(own)
  return { name, native: own, type, order, sql: text(quoted(name)) }
}
