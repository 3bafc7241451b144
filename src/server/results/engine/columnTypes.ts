// How a result's columns are stored in the engine's tables, from their types in the query.
import type { WarehouseColumn } from '#server/warehouse/types.ts'

const integers = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/
const decimal = /^DECIMAL\((\d+),\s*(\d+)\)$/
const times = /^TIMESTAMP(_S|_MS|_NS)?$/
const zoned = 'TIMESTAMP WITH TIME ZONE'
const plain = new Set(['BOOLEAN', 'FLOAT', 'DOUBLE', 'DATE'])
/** Stored as texts but sorted by their value. */
const ordered = new Set(['INTERVAL', 'TIME WITH TIME ZONE', 'BIGNUM', 'BIT'])

type Nature = 'integer' | 'decimal' | 'float' | 'boolean' | 'date' | 'time' | 'text'

export interface StoredColumn extends WarehouseColumn {
  index: number
  /** The column's name in the table. Titles may repeat or contain anything. */
  key: string
  storedType: string
  /** The SQL expression to compare by: the cell itself, or the value that its text means. */
  value: string
  nature: Nature
  /** Digits after the decimal point. */
  scale: number
}

export function storedColumns(columns: WarehouseColumn[]): StoredColumn[] {
  return columns.map((column, index) => {
    const stored = { ...column, index, key: `c${index}`, ...storedAs(column) }
    return { ...stored, value: comparedBy(stored) }
  })
}

/** Times with a zone stay the displayed texts and are compared by the local time in them. */
function comparedBy({ key, databaseType, storedType }: Omit<StoredColumn, 'value'>): string {
  if (databaseType === zoned) return `CAST(regexp_replace(${key}, '[+-]\\d\\d(:\\d\\d)*$', '') AS TIMESTAMP)`
  if (storedType === 'VARCHAR' && ordered.has(databaseType)) return `TRY_CAST(${key} AS ${databaseType})`
  return key
}

function storedAs({ databaseType }: WarehouseColumn): Pick<StoredColumn, 'storedType' | 'nature' | 'scale'> {
  const as = (nature: Nature, storedType = databaseType, scale = 0) => ({ storedType, nature, scale })
  if (integers.test(databaseType)) return as('integer')
  const digits = decimal.exec(databaseType)
  if (digits) return as('decimal', databaseType, Number(digits[2]))
  if (times.test(databaseType)) return as('time')
  if (databaseType === zoned) return as('time', 'VARCHAR')
  if (!plain.has(databaseType)) return as('text', 'VARCHAR')
  if (databaseType === 'BOOLEAN') return as('boolean')
  return as(databaseType === 'DATE' ? 'date' : 'float')
}

export const isNumber = ({ nature }: StoredColumn): boolean =>
  ['integer', 'decimal', 'float'].includes(nature)

/** The SQL expression to sort by. Texts sort by Chinese collation. */
export function orderOf({ nature, databaseType, value }: StoredColumn): string {
  const isPlain = databaseType === 'VARCHAR' || databaseType.startsWith('ENUM')
  return nature === 'text' && isPlain ? `${value} COLLATE zh` : value
}

/** The SQL expression of the displayed text, where the engine would print the cell differently. */
export function textOf({ key, nature, storedType, databaseType, scale }: StoredColumn): string {
  if (storedType === 'VARCHAR') return key
  const text = `CAST(${key} AS VARCHAR)`
  switch (nature) {
    case 'float':
      return floatText(key, text)
    case 'decimal':
      // DuckDB omits the zero before the point where the type has no whole digits.
      return databaseType === `DECIMAL(${scale},${scale})`
        ? `regexp_replace(${text}, '^(-?)\\.', '\\10.')`
        : text
    case 'time':
      return fractionText(text)
    default:
      return text
  }
}

/** Large doubles are shown with all digits, infinities by name. */
function floatText(key: string, text: string): string {
  const plain = `regexp_replace(${text}, '\\.0$', '')`
  return `CASE WHEN isinf(${key}) THEN if(${key} > 0, 'Infinity', '-Infinity') WHEN isnan(${key}) THEN 'NaN'
    WHEN abs(${key}) >= 1e15 AND abs(${key}) < 1e21 THEN CAST(CAST(${key} AS HUGEINT) AS VARCHAR) ELSE ${plain} END`
}

/** Fractions of a second have three, six or nine digits. */
function fractionText(text: string): string {
  const digits = `regexp_extract(${text}, '\\.(\\d+)$', 1)`
  return `${text} || repeat('0', CAST((3 - length(${digits}) % 3) % 3 AS INTEGER))`
}
