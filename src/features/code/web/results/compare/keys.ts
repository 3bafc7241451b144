// Which columns pair the rows of two results: those of one name, and of these the fewest that tell the rows apart.
import type { ResultCell, ResultColumn, Run } from '#features/code/contract.ts'
import { isFigure, isIdColumn } from '../values.ts'

/** Most columns that a key may have, by the contract. */
const mostKeys = 20

/** Indices into the left columns whose name the right ones have too; of names that repeat the first. */
export function sharedColumns(left: readonly ResultColumn[], right: readonly ResultColumn[]): number[] {
  const names = new Set(right.map(({ title }) => title))
  return left.flatMap(({ title }, index) =>
    names.has(title) && left.findIndex((other) => other.title === title) === index ? [index] : [],
  )
}

/** By the rows that are here: first one column that names things, then columns that do so together, never figures. */
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
