// Recently seen figures, so that Back shows them at once. Limited by cells, because a result may have
// millions.
import type { Result } from '../store.ts'

const mostResults = 12
const mostCells = 4_000_000

const kept = new Map<string, Result>()
const cellsOf = ({ table, parts = [] }: Result) =>
  [table, ...parts.map((part) => part.table)].reduce(
    (sum, { rowCount, columns }) => sum + rowCount * columns.length,
    0,
  )

export function keepResult(result: Result): void {
  kept.delete(result.key)
  kept.set(result.key, result)
  let cells = [...kept.values()].reduce((sum, one) => sum + cellsOf(one), 0)
  for (const [key, oldest] of kept) {
    if (kept.size <= 1 || (kept.size <= mostResults && cells <= mostCells)) break
    kept.delete(key)
    cells -= cellsOf(oldest)
  }
}

export const keptResult = (key: string): Result | undefined => kept.get(key)
export const forgetResults = (): void => kept.clear()
export const hasResult = (key: string): boolean => kept.has(key)

/** Keeps a prefetched result only if it evicts nothing that was seen. */
export function keepIfRoom(result: Result): void {
  const cells = [...kept.values()].reduce((sum, one) => sum + cellsOf(one), cellsOf(result))
  if (kept.size < mostResults && cells <= mostCells) kept.set(result.key, result)
}
