// What a result's columns are in the engine's tables, from the types that they had in the query.
import type { WarehouseColumn } from '../../warehouse/types.ts'

const integers = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/
const decimal = /^DECIMAL\((\d+),\s*(\d+)\)$/
const times = /^TIMESTAMP(_S|_MS|_NS)?$/
const zoned = /^TIMESTAMP WITH TIME ZONE$/
const plain = new Set(['BOOLEAN', 'FLOAT', 'DOUBLE', 'DATE'])
/** Kept as texts, but in order by what they mean. */
const ordered = new Set(['INTERVAL', 'TIME WITH TIME ZONE', 'BIGNUM', 'BIT'])

export type Nature = 'integer' | 'decimal' | 'float' | 'boolean' | 'date' | 'time' | 'text'

export interface StoredColumn extends WarehouseColumn {
  index: number
  /** Its name in the table; titles may repeat, or be anything. */
  key: string
  storedType: string
  nature: Nature
  /** Digits after the point. */
  scale: number
}

export function storedColumns(columns: WarehouseColumn[]): StoredColumn[] {
  return columns.map((column, index) => ({ ...column, index, key: `c${index}`, ...storedAs(column) }))
}

function storedAs({ databaseType }: WarehouseColumn): Pick<StoredColumn, 'storedType' | 'nature' | 'scale'> {
  const as = (nature: Nature, storedType = databaseType, scale = 0) => ({ storedType, nature, scale })
  if (integers.test(databaseType)) return as('integer')
  const digits = decimal.exec(databaseType)
  if (digits) return as('decimal', databaseType, Number(digits[2]))
  if (times.test(databaseType)) return as('time', 'TIMESTAMP')
  if (zoned.test(databaseType)) return as('time')
  if (!plain.has(databaseType)) return as('text', 'VARCHAR')
  if (databaseType === 'BOOLEAN') return as('boolean')
  return as(databaseType === 'DATE' ? 'date' : 'float')
}

export const isNumber = ({ nature }: StoredColumn): boolean =>
  ['integer', 'decimal', 'float'].includes(nature)

/** What a column is sorted by. Texts in the order of Chinese readers. */
export function orderOf(column: StoredColumn): string {
  if (column.nature !== 'text') return column.key
  if (ordered.has(column.databaseType)) return `TRY_CAST(${column.key} AS ${column.databaseType})`
  if (column.databaseType === 'VARCHAR' || column.databaseType.startsWith('ENUM')) {
    return `${column.key} COLLATE zh`
  }
  return column.key
}

/** The cell's text as it is shown. */
export function textOf({ key, nature }: StoredColumn): string {
  if (nature === 'text') return key
  const text = `CAST(${key} AS VARCHAR)`
  return nature === 'float' ? `regexp_replace(${text}, '\\.0$', '')` : text
}
