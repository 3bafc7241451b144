// Displays a cell of an SQL result exactly. Thousands separators are visual only, never in copies, and never
// in numbers that are ids.

import { emptyWord } from '#semantic/model/valueText.ts'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import type { CellValue } from '#web/table/types.ts'
import type { ResultColumn } from '#features/code/contract.ts'

const badges: Record<ResultColumn['type'], string> = {
  boolean: 'bool',
  integer: 'int',
  number: 'num',
  string: 'str',
  date: 'date',
  datetime: 'time',
  json: 'json',
}

export const badgeOf = ({ type, databaseType }: ResultColumn): string =>
  type === 'number' && databaseType.startsWith('DECIMAL') ? 'dec' : badges[type]

export const isFigure = ({ type }: ResultColumn): boolean => type === 'integer' || type === 'number'

/** Words that end in «id» without being ids. */
const otherWords = /(?:^|[^a-z])(?:\w*(?:paid|valid|void|grid|rapid|solid|fluid|hybrid|said)|bid|mid|kid)$/i

export function isIdColumn({ type, title }: Pick<ResultColumn, 'type' | 'title'>): boolean {
  return type === 'integer' && /id$/i.test(title) && !otherWords.test(title)
}

const plainNumber = /^-?\d+(?:\.\d+)?$/

/** Decimal digits of the column's type: DECIMAL(18,2) has 2. */
function scaleOf({ databaseType }: ResultColumn): number {
  return Number(/^DECIMAL\(\d+,\s*(\d+)\)/.exec(databaseType)?.[1] ?? 0)
}

/** JSON drops trailing zeros of a decimal; they are restored, nothing is rounded. */
function padded(text: string, scale: number): string {
  if (scale === 0 || !plainNumber.test(text)) return text
  const [whole, fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(scale, '0')}`
}

/** A smaller floating-point number stays 5e-324: nobody counts so many zeros. */
const mostPlaces = 20

/** JavaScript writes 0.0000001 as 1e-7. */
function writtenOut(text: string, mostZeros: number): string {
  const [, sign, first, rest = '', power] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? []
  if (power === undefined || Number(power) > mostZeros) return text
  return `${sign}0.${'0'.repeat(Number(power) - 1)}${first}${rest}`
}

/** The exact text of a value; used by copies. */
export function exactText(column: ResultColumn): (value: CellValue) => string {
  const scale = scaleOf(column)
  if (scale > 0) return (value) => (value === null ? '' : padded(writtenOut(String(value), scale), scale))
  if (column.type === 'number') {
    return (value) => (value === null ? '' : writtenOut(String(value), mostPlaces))
  }
  return (value) => (value === null ? '' : String(value))
}

/** The displayed text. */
export function shownText(column: ResultColumn): (value: CellValue) => string {
  const exact = exactText(column)
  if (!isFigure(column) || isIdColumn(column)) return (value) => (value === '' ? emptyWord : exact(value))
  return (value) => {
    const text = exact(value)
    return plainNumber.test(text) ? groupThousands(text) : text
  }
}
