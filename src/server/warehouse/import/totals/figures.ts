// The figures of staged rows, read loosely: enough to see whether a row is the sum of others. The types of the
// columns are found later, without the totals.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import { type Notation, numeral, onlyComma, onlyPoint } from '../values/numbers.ts'

export interface ColumnUse {
  /** `label`: says what a row is about. `number`: may be summed. `rate`: a share, which is not. */
  use: 'label' | 'date' | 'number' | 'rate'
  /** The comma is the decimal mark. */
  comma: boolean
}

const sampleRows = 2000
/** Counted of each column. */
const measures = 6
/** Of a table with more columns of numbers, the first are enough. */
export const mostNumbers = 60

const fullWidth = '０１２３４５６７８９．，－＋％（）　\u00a0\u202f\u2212'
const plainWidth = '0123456789.,-+%()   -'
const dayPattern = String.raw`\d{2,4} ?[-/.年] ?\d{1,2}.{0,24}|\d{1,2}[-/.月]\d{1,2}.{0,24}|\d{1,2}[-/ ]?[A-Za-z]{3}.{0,16}|[A-Za-z]{3} \d{1,2}.{0,16}`
/** 20260131, and in the first column 202601 and 2026: numbers that say what a row is about. */
const compactDays = String.raw`(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])`
const compactPeriods = String.raw`(19|20)\d{2}((0[1-9]|1[0-2])([0-3]\d)?)?`

const textOf = (column: string): string =>
  `trim(translate(${column}, ${quoteText(fullWidth)}, ${quoteText(plainWidth)}))`

/** SQL: the number that a staged text is, else NULL: as columns of numbers are read. */
function numberIn(column: string, comma: boolean): string {
  const loose: Notation = { comma, allPercent: false }
  const kinds = ['WAN', 'PERCENT', 'DOUBLE'] as const
  return `try_cast(coalesce(${kinds.map((kind) => numeral(kind, column, loose)).join(', ')}) AS DOUBLE)`
}

/** SQL: the number in a column, by its place. */
export const numberOf = (uses: readonly ColumnUse[], at: number): string =>
  numberIn(`c${at}`, uses[at]?.comma ?? false)

/** SQL condition: the staged text is nothing. Nearly all texts are told by their first character. */
export const isBlank = (column: string): string =>
  `(${column} IS NULL OR ${column} = '' OR (unicode(${column}) IN (9, 10, 13, 32, 160, 8239, 12288) AND ${textOf(column)} = ''))`

/** What the columns are, by a sample of the rows that name no total. */
export async function columnUses(
  connection: DuckDBConnection,
  { from, count, rows }: { from: string; count: number; rows: number },
  except: readonly number[],
): Promise<ColumnUse[]> {
  // Each text and number is an expression of some size: named once, it is bound once.
  const columns = Array.from({ length: count }, (_, at) => `c${at}`)
  const named = columns.map(
    (column, at) => `${textOf(column)} AS t${at}, ${numberIn(column, false)} AS n${at}, ${column}`,
  )
  const counts = columns.map((column, at) => {
    const full = (pattern: string) => `regexp_full_match(t${at}, ${quoteText(pattern)})`
    const day = `(${full(dayPattern)} AND n${at} IS NULL) OR ${full(at === 0 ? compactPeriods : compactDays)}`
    return `count(*) FILTER (t${at} <> ''), count(n${at}), count(*) FILTER (contains(t${at}, '%')),
      count(*) FILTER (${day}), count(*) FILTER (${onlyComma(column)}), count(*) FILTER (${onlyPoint(column)})`
  })
  const every = Math.max(1, Math.floor(rows / sampleRows))
  const others = except.length > 0 ? `AND line NOT IN (${except.slice(0, 5000).join(', ')})` : ''
  const sample = `${from} WHERE rowid % ${every} = 0 ${others}`
  const reader = await connection.runAndReadAll(
    `SELECT ${counts.join(', ')} FROM (SELECT ${named.join(', ')} FROM ${sample})`,
  )
  const found = (reader.getRows()[0] ?? []).map(Number)
  const ownOf = (at: number) => found.slice(at * measures, (at + 1) * measures)
  const commaAt = columns.map((_, at) => {
    const [, , , , commas = 0, points = 0] = ownOf(at)
    return commas > 0 && points === 0
  })
  const withComma = await countWithComma(connection, sample, commaAt)
  return columns.map((_, at) => {
    const [filled = 0, plain = 0, shares = 0, days = 0] = ownOf(at)
    const comma = commaAt[at] === true
    const numbers = withComma[at] ?? plain
    if (filled > 0 && days >= filled * 0.8) return { use: 'date', comma }
    if (filled === 0 || numbers < filled * 0.8) return { use: 'label', comma }
    return { use: shares >= filled * 0.5 ? 'rate' : 'number', comma }
  })
}

/** How many numbers there are in columns whose decimal mark is the comma. */
async function countWithComma(
  connection: DuckDBConnection,
  sample: string,
  commaAt: readonly boolean[],
): Promise<(number | null)[]> {
  if (!commaAt.includes(true)) return []
  const counts = commaAt.map((comma, at) => (comma ? `count(${numberIn(`c${at}`, true)})` : 'NULL'))
  const reader = await connection.runAndReadAll(`SELECT ${counts.join(', ')} FROM ${sample}`)
  return (reader.getRows()[0] ?? []).map((count) => (count === null ? null : Number(count)))
}

/** Sums of some rows, by column of numbers. */
export interface Sums {
  sums: number[]
  /** How many of the numbers are not zero. */
  counts: number[]
}

export const noSums = (count: number): Sums => ({
  sums: Array<number>(count).fill(0),
  counts: Array<number>(count).fill(0),
})

export function plus(one: Sums, other: Sums): Sums {
  return {
    sums: one.sums.map((sum, at) => sum + (other.sums[at] ?? 0)),
    counts: one.counts.map((count, at) => count + (other.counts[at] ?? 0)),
  }
}

/**
 * The sums of the rows between the given lines: the first entry is what stands before the first of them, the
 * last what stands after the last.
 */
export async function sumsBetween(
  connection: DuckDBConnection,
  from: string,
  { uses, columns }: { uses: readonly ColumnUse[]; columns: readonly number[] },
  lines: readonly number[],
): Promise<Sums[]> {
  const found = Array.from({ length: lines.length + 1 }, () => noSums(columns.length))
  const named = columns.map((at) => `${numberOf(uses, at)} AS n${at}`)
  const sums = columns.map((at) => `sum(n${at}), count(*) FILTER (n${at} <> 0)`)
  const bounds = lines.length > 0 ? lines.map((line, at) => `(${line}, ${at + 1})`).join(', ') : '(-1, 0)'
  const reader = await connection.runAndReadAll(
    `WITH bounds(bound, place) AS (VALUES ${bounds})
     SELECT coalesce(place, 0), ${sums.join(', ')}
     FROM (SELECT ${['line', ...named].join(', ')} FROM ${from}) ASOF LEFT JOIN bounds ON line >= bound
     WHERE line NOT IN (SELECT bound FROM bounds) GROUP BY 1`,
  )
  for (const [place, ...values] of reader.getRows()) {
    found[Number(place)] = {
      sums: columns.map((_, at) => Number(values[at * 2] ?? 0)),
      counts: columns.map((_, at) => Number(values[at * 2 + 1] ?? 0)),
    }
  }
  return found
}
