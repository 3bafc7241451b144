// Names beside the codes of a run's rows.
import type { Deps } from '../../../server/deps.ts'
import type { CustomTable } from '../contract.ts'
import type { CustomAnswer, CustomOrder } from './running.ts'

export async function labelsOf(
  deps: Deps,
  { report: { sql }, games }: CustomOrder,
  { columns, cells }: CustomAnswer,
): Promise<CustomTable['labels']> {
  // Read with the first run that is shown, not with the server.
  const { labelsOfColumns } = await import('../../code/server/index.ts')
  const titled = columns.map(({ name: title, type }) => ({ title, type }))
  return labelsOfColumns(deps, games, { sql, kind: 'query', columns: titled }, (column) =>
    JSON.parse(cells[column] ?? '[]'),
  )
}
