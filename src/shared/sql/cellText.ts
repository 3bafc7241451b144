// Displays a cell of an SQL result exactly. Thousands separators are visual only, never in copies, and never
// in numbers that are ids.

import { emptyWord } from '../nothing.ts'
import { groupThousands } from '../thousands.ts'

interface Column {
  title: string
  type: string
  databaseType: string
}
type CellValue = string | number | boolean | null

export const isFigure = ({ type }: Pick<Column, 'type'>): boolean => type === 'integer' || type === 'number'

/** Words that end in «id» without being ids. */
const otherEnds = /(?:paid|valid|void|grid|rapid|solid|fluid|hybrid|said)$/i
const otherWords = /(?:^|[^a-z])(?:bid|mid|kid)$/i

export function isIdColumn({ type, title }: Pick<Column, 'type' | 'title'>): boolean {
  return type === 'integer' && /id$/i.test(title) && !otherEnds.test(title) && !otherWords.test(title)
}

const plainNumber = /^-?\d+(?:\.\d+)?$/

/** Decimal digits of the column's type: DECIMAL(18,2) has 2. */
function scaleOf({ databaseType }: Column): number {
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
export function exactText(column: Column): (value: CellValue) => string {
  const scale = scaleOf(column)
  if (scale > 0) return (value) => (value === null ? '' : padded(writtenOut(String(value), scale), scale))
  if (column.type === 'number') {
    return (value) => (value === null ? '' : writtenOut(String(value), mostPlaces))
  }
  return (value) => (value === null ? '' : String(value))
}

/** The displayed text. */
export function shownText(column: Column): (value: CellValue) => string {
  const exact = exactText(column)
  if (!isFigure(column) || isIdColumn(column)) return (value) => (value === '' ? emptyWord : exact(value))
  return (value) => {
    const text = exact(value)
    return plainNumber.test(text) ? groupThousands(text) : text
  }
}
