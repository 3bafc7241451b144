// Names beside the codes of a shared result: of the rows that are shown, and of no others.
import type { Deps } from '../../../../server/deps.ts'
import type { SessionUser } from '../../../../server/http/session.ts'
import { dictionariesOf } from '../../../../shared/sql/columnDictionaries.ts'
import { readModel } from '../../../config/server/index.ts'
import { labelsIn } from '../../../dictionary/server/index.ts'
import type { Run, ViewLabels } from '../../contract.ts'
import { columnUses } from '../runs/columnUses.ts'
import { visibleTables } from '../runs/scope.ts'

export async function labelsOfResult(deps: Deps, { games }: SessionUser, result: Run): Promise<ViewLabels> {
  const model = await readModel(deps)
  const uses = columnUses(model)
  const tables = visibleTables(model, games).map(({ table: { name, columns } }) => ({
    name,
    columns: columns.map(({ name: column, type }) => ({
      name: column,
      type,
      dictId: uses.get(name)?.columns.get(column)?.dictId ?? null,
    })),
  }))
  const found: ViewLabels = []
  for (const [column, dictId] of dictionariesOf(result, tables)) {
    const codes = new Set(
      (result.data[column] ?? []).flatMap((value) => (value === null ? [] : [String(value)])),
    )
    const labels = await labelsIn(deps.metadata.db, dictId, [...codes])
    const names = [...labels].map(([code, label]) => ({ code, label }))
    if (names.length > 0) found.push({ column, names })
  }
  return found
}
