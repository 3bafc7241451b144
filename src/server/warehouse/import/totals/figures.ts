// The figures of staged rows, read loosely: enough to see whether a row is the sum of others. The types of the
// columns are found later, without the totals.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import { type Notation, numeral } from '../values/numbers.ts'

export interface ColumnUse {
  /** `label`: says what a row is about. `number`: may be summed. `rate`: a share, which is not. */
  use: 'label' | 'date' | 'number' | 'rate'
}

const sampleRows = 2000
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
const loose: Notation = { comma: false, allPercent: false }

/** SQL: the number that a staged text is, else NULL: as columns of numbers are read. */
export const numberOf = (column: string): string =>
  `try_cast(coalesce(${(['WAN', 'PERCENT', 'DOUBLE'] as const).map((kind) => numeral(kind, column, loose)).join(', ')}) AS DOUBLE)`

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
  const named = columns.map((column, at) => `${textOf(column)} AS t${at}, ${numberOf(column)} AS n${at}`)
  const counts = columns.map((_, at) => {
    const full = (pattern: string) => `regexp_full_match(t${at}, ${quoteText(pattern)})`
    const day = `(${full(dayPattern)} AND n${at} IS NULL) OR ${full(at === 0 ? compactPeriods : compactDays)}`
    return `count(*) FILTER (t${at} <> ''), count(n${at}), count(*) FILTER (contains(t${at}, '%')),
      count(*) FILTER (${day})`
  })
  const every = Math.max(1, Math.floor(rows / sampleRows))
  const others = except.length > 0 ? `AND line NOT IN (${except.slice(0, 5000).join(', ')})` : ''
  const reader = await connection.runAndReadAll(
    `SELECT ${counts.join(', ')}
     FROM (SELECT ${named.join(', ')} FROM ${from} WHERE rowid % ${every} = 0 ${others})`,
  )
  const found = (reader.getRows()[0] ?? []).map(Number)
  return columns.map((_, at) => {
    const [filled = 0, numbers = 0, shares = 0, days = 0] = found.slice(at * 4, at * 4 + 4)
    if (filled > 0 && days >= filled * 0.8) return { use: 'date' }
    if (filled === 0 || numbers < filled * 0.8) return { use: 'label' }
    return { use: shares >= filled * 0.5 ? 'rate' : 'number' }
  })
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
  columns: readonly number[],
  lines: readonly number[],
): Promise<Sums[]> {
  const found = Array.from({ length: lines.length + 1 }, () => noSums(columns.length))
  const named = columns.map((at) => `${numberOf(`c${at}`)} AS n${at}`)
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
