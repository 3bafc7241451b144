// A filter's value as it was typed.
import type { ResultColumn } from '#features/code/contract.ts'
import type { FilterValue } from '../shown.ts'
import { isFigure } from '../values.ts'

/** What was typed as a value of the column; null where it is none. Figures stay text: no digit may be lost. */
export function typedValue(column: ResultColumn, typed: string): FilterValue {
  const text = typed.trim()
  if (isFigure(column)) return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? text : null
  if (column.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : null
  return typed
}
