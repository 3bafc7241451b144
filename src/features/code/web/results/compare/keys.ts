// The columns that pair the rows of two results: columns common to both, and of these the fewest that
// identify the rows.
import type { ResultCell, ResultColumn, Run } from '#features/code/contract.ts'
import { isFigure, isIdColumn } from '../values.ts'

/** The contract's limit of key columns. */
const mostKeys = 20

/** Indexes of left columns whose name exists on the right; of repeated names the first. */
export function sharedColumns(left: readonly ResultColumn[], right: readonly ResultColumn[]): number[] {
  const names = new Set(right.map(({ title }) => title))
  return left.flatMap(({ title }, index) =>
    names.has(title) && left.findIndex((other) => other.title === title) === index ? [index] : [],
  )
}

/** From the loaded rows: first a single identifying column, then combinations, never measures. */
export function guessKeys(left: Run, right: Run): number[] {
  const shared = sharedColumns(left.columns, right.columns)
  const names = shared.filter((index) => {
    const column = left.columns[index]
    return column !== undefined && (!isFigure(column) || isIdColumn(column)) && column.type !== 'json'
  })
  const ids = names.filter((index) => isIdColumn(left.columns[index] as ResultColumn))
  for (const index of [...ids, ...names]) if (isUnique(left.data, [index])) return [index]
  const chosen: number[] = []
  for (const index of names.slice(0, mostKeys)) {
    chosen.push(index)
    if (isUnique(left.data, chosen)) return chosen
  }
  return chosen.length > 0 ? chosen : shared.slice(0, 1)
}

function isUnique(data: readonly (readonly ResultCell[])[], columns: readonly number[]): boolean {
  const count = data[columns[0] ?? 0]?.length ?? 0
  const seen = new Set<string>()
  for (let row = 0; row < count; row++) {
    const key = JSON.stringify(columns.map((column) => data[column]?.[row] ?? null))
    if (seen.has(key)) return false
    seen.add(key)
  }
  return count > 0
}
