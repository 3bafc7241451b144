// Which column each type of MySQL and MariaDB becomes, by the numbers of their protocol.
import type { QueryColumn } from './database.ts'
import { type Cell, decimalType, type RowType } from './rowFile.ts'

/** What the server says of a result's column. */
export interface FieldDescription {
  name: string
  columnType?: number
  columnLength?: number
  decimals?: number
  characterSet?: number
  flags: number | string[]
}

export interface MysqlColumn extends QueryColumn {
  /** How it is selected. */
  sql: string
  /** Reads the bytes of a value that is no text. */
  bytes: ((value: Buffer) => Cell) | null
  /** Reads a text; null where it is taken as it is. */
  text: ((value: string) => Cell) | null
}

interface Type {
  native: string
  type: RowType
  order: QueryColumn['order']
  bytes?: (value: Buffer) => Cell
  text?: (value: string) => Cell
}

const unsignedFlag = 32
const binarySet = 63

const whole = (native: string, type: RowType): Type => ({ native, type, order: 'number' })

const moment = (text: string): Cell => `${text}+00`

const hex = (value: Buffer): Cell => `\\x${value.toString('hex')}`
const bits = (value: Buffer): Cell => BigInt(`0x${value.toString('hex') || '0'}`).toString()

function typeOf({
  columnType = 253,
  columnLength = 0,
  decimals = 0,
  characterSet,
  flags,
}: FieldDescription): Type {
  const isUnsigned = Array.isArray(flags) ? flags.includes('UNSIGNED') : (flags & unsignedFlag) !== 0
  const u = isUnsigned ? 'U' : ''
  const said = isUnsigned ? ' unsigned' : ''
  switch (columnType) {
    case 1:
      return whole(`tinyint${said}`, `${u}TINYINT`)
    case 2:
      return whole(`smallint${said}`, `${u}SMALLINT`)
    case 3:
      return whole(`int${said}`, `${u}INTEGER`)
    case 8:
      return whole(`bigint${said}`, `${u}BIGINT`)
    case 9:
      return whole(`mediumint${said}`, `${u}INTEGER`)
    case 13:
      return whole('year', 'SMALLINT')
    case 0:
    case 246: {
      // The length counts the sign and the point.
      const digits = columnLength - (decimals > 0 ? 1 : 0) - (isUnsigned ? 0 : 1)
      return whole(`decimal(${digits},${decimals})`, decimalType(digits, decimals))
    }
    case 4:
      return whole('float', 'FLOAT')
    case 5:
      return whole('double', 'DOUBLE')
    case 10:
    case 14:
      return { native: 'date', type: 'DATE', order: 'day' }
    case 12:
      return { native: 'datetime', type: 'TIMESTAMP', order: 'time' }
    case 7:
      return { native: 'timestamp', type: 'TIMESTAMPTZ', order: 'time', text: moment }
    case 11:
      return { native: 'time', type: 'VARCHAR', order: null }
    case 16:
      return { native: `bit(${columnLength})`, type: 'UBIGINT', order: null, bytes: bits }
    case 245:
      return { native: 'json', type: 'VARCHAR', order: null }
    case 255:
      return { native: 'geometry', type: 'VARCHAR', order: null, bytes: hex }
    case 6:
      return { native: 'null', type: 'VARCHAR', order: null }
    default:
      return characterSet === binarySet
        ? { native: 'binary', type: 'VARCHAR', order: null, bytes: hex }
        : { native: 'text', type: 'VARCHAR', order: 'text' }
  }
}

export const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``

export function mysqlColumn(field: FieldDescription): MysqlColumn {
  const { name } = field
  const { native, type, order, bytes = null, text = null } = typeOf(field)
  // As text a float has six digits; as a double it has all.
  const sql = type === 'FLOAT' ? `(${quoted(name)} + 0e0) AS ${quoted(name)}` : quoted(name)
  return { name, native, type, order, bytes, text, sql }
}
