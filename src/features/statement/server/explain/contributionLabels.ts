// Labels of the values that a change comes from, within the reader's scope.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import { emptyText, emptyWord } from '#semantic/model/valueText.ts'
import type { Deps } from '#server/deps.ts'
import { valueNames } from '#features/dictionary/server/index.ts'
import type { ChangeByDimension } from '#features/statement/contract.ts'
import { columnNames, namedBy } from '../valueNames.ts'

/** Two values of one label are told apart by their code. */
export async function labelled(
  deps: Deps,
  model: Model,
  found: readonly ChangeByDimension[],
  scope: RowScope,
  signal: AbortSignal,
): Promise<ChangeByDimension[]> {
  const dims = found.map(({ dim }) => dim)
  const values = found.flatMap(({ dim, rows }) =>
    rows.flatMap(({ value }): [number, string][] => (value === null ? [] : [[dim, String(value)]])),
  )
  const { games } = scope
  const listed = await valueNames(deps.metadata.db, model.dimensions, { values, games })
  const nameOf = namedBy(listed, await columnNames(deps, model, dims, scope, signal))
  return found.map((one) => {
    const labels = one.rows.map(({ value }) =>
      value === null ? emptyText : value === '' ? emptyWord : nameOf(String(value), one.dim),
    )
    return {
      ...one,
      rows: one.rows.map((row, at) => {
        const label = labels[at] ?? ''
        const isShared = labels.indexOf(label) !== labels.lastIndexOf(label)
        return { ...row, label: isShared ? `${label}（${String(row.value)}）` : label }
      }),
    }
  })
}
