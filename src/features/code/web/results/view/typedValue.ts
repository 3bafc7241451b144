// Parses a typed filter value.
import type { ResultColumn } from '#features/code/contract.ts'
import type { FilterValue } from '../shown.ts'
import { isFigure } from '../values.ts'

/**
 * The typed text as a value of the column; null where invalid. Numbers stay text, so that no digit is lost.
 */
export function typedValue(column: ResultColumn, typed: string): FilterValue {
  const text = typed.trim()
  if (isFigure(column)) return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? text : null
  if (column.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : null
  return typed
}
