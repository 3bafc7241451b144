// What a result's columns are in the engine's tables, from the types that they had in the query.
import type { WarehouseColumn } from '#server/warehouse/types.ts'

const integers = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/
const decimal = /^DECIMAL\((\d+),\s*(\d+)\)$/
const times = /^TIMESTAMP(_S|_MS|_NS)?$/
const zoned = 'TIMESTAMP WITH TIME ZONE'
const plain = new Set(['BOOLEAN', 'FLOAT', 'DOUBLE', 'DATE'])
/** Kept as texts, but in order by what they mean. */
const ordered = new Set(['INTERVAL', 'TIME WITH TIME ZONE', 'BIGNUM', 'BIT'])

export type Nature = 'integer' | 'decimal' | 'float' | 'boolean' | 'date' | 'time' | 'text'

export interface StoredColumn extends WarehouseColumn {
  index: number
  /** Its name in the table; titles may repeat, or be anything. */
  key: string
  storedType: string
  /** What it is compared by: the cell itself, or what its text means. */
  value: string
  nature: Nature
  /** Digits after the point. */
  scale: number
}

export function storedColumns(columns: WarehouseColumn[]): StoredColumn[] {
  return columns.map((column, index) => {
    const stored = { ...column, index, key: `c${index}`, ...storedAs(column) }
    return { ...stored, value: comparedBy(stored) }
  })
}

/** Times of a zone stay the texts that were shown; they are compared by the clock that stands in them. */
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

/** What a column is sorted by. Texts in the order of Chinese readers. */
export function orderOf({ nature, databaseType, value }: StoredColumn): string {
  const isPlain = databaseType === 'VARCHAR' || databaseType.startsWith('ENUM')
  return nature === 'text' && isPlain ? `${value} COLLATE zh` : value
}

/** The cell's text as it is shown, where the engine prints it otherwise. */
export function textOf({ key, nature, storedType, databaseType, scale }: StoredColumn): string {
  if (storedType === 'VARCHAR') return key
  const text = `CAST(${key} AS VARCHAR)`
  switch (nature) {
    case 'float':
      return floatText(key, text)
    case 'decimal':
      // Without a whole part the engine leaves out the zero.
      return databaseType === `DECIMAL(${scale},${scale})`
        ? `regexp_replace(${text}, '^(-?)\\.', '\\10.')`
        : text
    case 'time':
      return fractionText(text)
    default:
      return text
  }
}

/** Large doubles are shown by all their digits, infinities by their whole name. */
function floatText(key: string, text: string): string {
  const plain = `regexp_replace(${text}, '\\.0$', '')`
  return `CASE WHEN isinf(${key}) THEN if(${key} > 0, 'Infinity', '-Infinity') WHEN isnan(${key}) THEN 'NaN'
    WHEN abs(${key}) >= 1e15 AND abs(${key}) < 1e21 THEN CAST(CAST(${key} AS HUGEINT) AS VARCHAR) ELSE ${plain} END`
}

/** Fractions of a second stand by three, six or nine digits. */
function fractionText(text: string): string {
  const digits = `regexp_extract(${text}, '\\.(\\d+)$', 1)`
  return `${text} || repeat('0', CAST((3 - length(${digits}) % 3) % 3 AS INTEGER))`
}
