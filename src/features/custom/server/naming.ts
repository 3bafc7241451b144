// Adds dictionary labels to the codes in a run's rows.

import type { Deps } from '#server/deps.ts'
import { labelsOfColumns } from '#features/code/server/index.ts'
import type { CustomTable } from '../contract.ts'
import type { CustomAnswer, CustomOrder } from './running.ts'

export function labelsOf(
  deps: Deps,
  { report: { sql }, scope }: CustomOrder,
  { columns, cells }: CustomAnswer,
): Promise<CustomTable['labels']> {
  const titled = columns.map(({ name: title, type }) => ({ title, type }))
  return labelsOfColumns(deps, scope, { sql, kind: 'query', columns: titled }, (column) =>
    JSON.parse(cells[column] ?? '[]'),
  )
}
