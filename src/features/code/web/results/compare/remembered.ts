// Counts of comparisons, stored in this browser: the results contain only differences, not the number of
// equal rows.

import { isRecord, readJson, writeJson } from '#web/shell/storage.ts'
import type { ResultComparison } from '#features/code/contract.ts'

const key = 'result-comparisons'
const mostKept = 50

function isComparison(value: unknown): value is ResultComparison {
  const lists = ['onlyLeft', 'onlyRight'] as const
  const counts = ['added', 'removed', 'changed', 'same', 'repeatedKeys'] as const
  return (
    isRecord(value) &&
    typeof value.queryId === 'string' &&
    counts.every((name) => typeof value[name] === 'number') &&
    lists.every((name) => Array.isArray(value[name]))
  )
}

const isList = (value: unknown): value is ResultComparison[] =>
  Array.isArray(value) && value.every(isComparison)

export function rememberComparison(comparison: ResultComparison): void {
  const others = (readJson(key, isList) ?? []).filter(({ queryId }) => queryId !== comparison.queryId)
  writeJson(key, [comparison, ...others].slice(0, mostKept))
}

export const comparisonOf = (queryId: string): ResultComparison | undefined =>
  readJson(key, isList)?.find((one) => one.queryId === queryId)
