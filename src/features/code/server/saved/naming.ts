// Labels for the codes in a shared result's visible rows, and no others.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { dictionariesOf } from '#shared/sql/columnDictionaries.ts'
import type { ColumnLabels } from '#shared/sql/columnLabels.ts'
import type { Run } from '#features/code/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { labelsIn } from '#features/dictionary/server/index.ts'
import { columnUses } from '../runs/columnUses.ts'
import { visibleTables } from '../runs/scope.ts'

export const labelsOfResult = (deps: Deps, user: SessionUser, result: Run): Promise<ColumnLabels> =>
  labelsOfColumns(deps, user, result, (column) => result.data[column] ?? [])

interface Columns {
  sql: string
  kind: string
  columns: readonly { title: string; type: string }[]
}

/** A column with more codes is no list that people maintain, and its labels would outweigh its rows. */
const mostCodes = 5_000

/** Dictionary by column, for those that have one. `scope`: in which the rows were made. */
export async function dictionariesOfColumns(
  deps: Deps,
  scope: RowScope,
  result: Columns,
): Promise<ReadonlyMap<number, number>> {
  const model = await readModel(deps)
  const uses = columnUses(model)
  const tables = visibleTables(model, scope).map(({ table: { name, columns } }) => ({
    name,
    columns: columns.map(({ name: column, type }) => ({
      name: column,
      type,
      dictId: uses.get(name)?.columns.get(column)?.dictId ?? null,
    })),
  }))
  return dictionariesOf(result, tables)
}

/** `cellsOf` is called only for columns with a dictionary. */
export async function labelsOfColumns(
  deps: Deps,
  scope: RowScope,
  result: Columns,
  cellsOf: (column: number) => readonly unknown[],
): Promise<ColumnLabels> {
  const found: ColumnLabels = []
  for (const [column, dictId] of await dictionariesOfColumns(deps, scope, result)) {
    const codes = new Set<string>()
    for (const value of cellsOf(column)) {
      if (value !== null) codes.add(String(value))
      if (codes.size > mostCodes) break
    }
    if (codes.size > mostCodes) continue
    const labels = await labelsIn(deps.metadata.db, dictId, [...codes])
    const names = [...labels].map(([code, label]) => ({ code, label }))
    if (names.length > 0) found.push({ column, names })
  }
  return found
}
