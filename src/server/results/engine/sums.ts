// Exact sums: integers and decimals are summed in parts that can't overflow an engine type, then joined here.
import { isNumber, type StoredColumn } from './columnTypes.ts'
import { decimalOf, dividedText, pointed } from './decimals.ts'
import type { Cell, Work } from './work.ts'

const part = 10n ** 19n

interface Sum {
  /** Cells that are not null. */
  count: number
  sum: Total | null
}

/** A sum of numbers: in units of a scale, or a double where the values are doubles. */
type Total = { units: bigint; scale: number } | { double: number }

/** Sums of several columns over the rows of a statement. */
export async function sumsOf(work: Work, columns: StoredColumn[], rows: string): Promise<Sum[]> {
  const parts = columns.flatMap((column) => [`count(${column.key})`, ...partsOf(column)])
  const cells = parts.length > 0 ? await work.row(`SELECT ${parts.join(', ')} FROM ${rows}`) : []
  let at = 0
  return columns.map((column) => {
    const count = Number(cells[at])
    const own = cells.slice(at + 1, at + 4)
    at += 4
    return { count, sum: count > 0 && isNumber(column) ? joined(column, own) : null }
  })
}

/** Three expressions: high part, low part, fraction; for doubles only the sum. */
function partsOf({ key, nature, databaseType, scale }: StoredColumn): string[] {
  switch (nature) {
    case 'float':
      return [`fsum(${key})`, 'NULL', 'NULL']
    case 'integer':
      // For 64-bit integers the engine's own sum is wide enough.
      if (!databaseType.endsWith('HUGEINT')) return ['0', `sum(${key})`, 'NULL']
      return halves(key, databaseType, 'NULL')
    case 'decimal': {
      if (/^DECIMAL\(1?\d,/.test(databaseType)) return ['0', '0', `CAST(sum(${key}) AS VARCHAR)`]
      const whole = `trunc(${key})`
      const fraction =
        scale > 0 ? `CAST(sum(CAST(${key} - ${whole} AS DECIMAL(38, ${scale}))) AS VARCHAR)` : 'NULL'
      return halves(`CAST(${whole} AS DECIMAL(38, 0))`, 'HUGEINT', fraction)
    }
    default:
      return ['NULL', 'NULL', 'NULL']
  }
}

const halves = (value: string, type: string, fraction: string): string[] => [
  `sum(CAST(CAST(${value} AS ${type}) // ${part} AS HUGEINT))`,
  `sum(CAST(CAST(${value} AS ${type}) % ${part} AS HUGEINT))`,
  fraction,
]

function joined({ nature, scale }: StoredColumn, [high, low, fraction]: Cell[]): Total {
  if (nature === 'float') return { double: Number(high) }
  const whole = BigInt(high as string) * part + BigInt(low as string)
  return { units: whole * 10n ** BigInt(scale) + unitsOf(fraction, scale), scale }
}

const unitsOf = (cell: Cell | undefined, scale: number): bigint =>
  typeof cell === 'string' ? (decimalOf(cell, scale)?.units ?? 0n) : 0n

export function addTotals(totals: Total[]): Total | null {
  if (totals.length === 0) return null
  const scale = Math.max(...totals.map((total) => ('scale' in total ? total.scale : 0)))
  const units = totals.reduce(
    (sum, total) => ('units' in total ? sum + total.units * 10n ** BigInt(scale - total.scale) : sum),
    0n,
  )
  const doubles = totals.flatMap((total) => ('double' in total ? [total.double] : []))
  if (doubles.length === 0) return { units, scale }
  return { double: doubles.reduce((sum, value) => sum + value, Number(pointed(units, scale))) }
}

export function totalText(total: Total): string {
  return 'double' in total ? String(total.double) : pointed(total.units, total.scale)
}

export function averageText(total: Total, count: number): string {
  return 'double' in total ? String(total.double / count) : dividedText(total.units, total.scale, count)
}
