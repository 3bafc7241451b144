// Labels for codes: those of a result's visible rows and no others, and those of whole columns for files.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { dictionariesOf } from '#shared/sql/columnDictionaries.ts'
import type { ColumnLabels } from '#shared/sql/columnLabels.ts'
import type { Run } from '#features/code/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { labelsIn, readLabels } from '#features/dictionary/server/index.ts'
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
async function dictionariesOfColumns(
  deps: Deps,
  scope: RowScope,
  result: Columns,
): Promise<ReadonlyMap<number, number>> {
  const model = await readModel(deps)
  const uses = columnUses(model)
  const tables = visibleTables(model, scope, deps.warehouse.dialect).map(({ table: { name, columns } }) => ({
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

/** Label by code, by column. */
export type WholeLabels = ReadonlyMap<number, ReadonlyMap<string, string>>

/** For files, whose rows are not known ahead: all labels of each column with a dictionary. */
export async function wholeLabels(deps: Deps, scope: RowScope, result: Columns): Promise<WholeLabels> {
  const dictionaries = await dictionariesOfColumns(deps, scope, result)
  const labels = await readLabels(deps.metadata.db, [...dictionaries.values()])
  return new Map(
    [...dictionaries].flatMap(([column, dictId]) => {
      const found = labels.get(dictId)
      return found && found.size > 0 ? [[column, found] as const] : []
    }),
  )
}

/** A column's JSON text with labels in the place of codes. */
export function namedCells(text: string, names: ReadonlyMap<string, string> | undefined): string {
  if (!names) return text
  const cells = JSON.parse(text) as (string | number | boolean | null)[]
  return JSON.stringify(
    cells.map((cell) => (cell === null ? null : (names.get(String(cell)) ?? String(cell)))),
  )
}

export const namedChunk = ({ rowCount, columns }: ColumnChunk, labels: WholeLabels): ColumnChunk => ({
  rowCount,
  columns: columns.map((text, index) => namedCells(text, labels.get(index))),
})
