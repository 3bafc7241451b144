// Labels of dimension values.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model } from '#semantic/model/types.ts'
import { emptyText, emptyWord } from '#semantic/model/valueText.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/objects/types.ts'
import { valueNames } from '#features/dictionary/server/index.ts'
import { type ColumnNames, columnNames, namedBy } from '#features/statement/server/index.ts'
import type { AlarmWatch } from '../contract.ts'
import type { ValueCell } from './checking/figures.ts'
import { noNames, toldDims } from './words.ts'

export type LabelOf = (dims: readonly number[], cells: readonly ValueCell[]) => string

/** From dictionaries, then from `inColumns`. Dictionaries are read once for all. */
export async function labelling(
  db: Db,
  model: Model,
  dims: Iterable<number>,
  inColumns: ColumnNames,
): Promise<LabelOf> {
  const wanted = new Set(dims)
  const listed = await valueNames(
    db,
    model.dimensions.filter(({ id }) => wanted.has(id)),
  )
  const nameOf = namedBy(listed, inColumns)
  const textOf = (cell: ValueCell, dim: number | undefined): string => {
    if (cell === null) return emptyText
    if (cell === '') return emptyWord
    return nameOf(String(cell), dim)
  }
  return (ids, cells) =>
    cells
      .map((cell, at) => textOf(cell, ids[at]))
      .join(' · ')
      .slice(0, 500)
}

/** Also reads dimension tables, so it must not run within a transaction. */
export async function labellingWithin(
  deps: Deps,
  model: Model,
  dims: readonly number[],
  scope: RowScope,
  signal: AbortSignal,
): Promise<LabelOf> {
  return labelling(deps.metadata.db, model, dims, await columnNames(deps, model, dims, scope, signal))
}

/** Labels from dimension tables for the values in these rules. Queries the warehouse. */
export const namesTold = (
  deps: Deps,
  model: Model,
  watches: readonly AlarmWatch[],
  scope: RowScope,
  signal: AbortSignal,
): Promise<ColumnNames> => columnNames(deps, model, toldDims(watches), scope, signal)

/** Lists and forms wait no longer than this for labels from a busy warehouse. */
const soonMs = 500

/** Labels that arrive in time; other values stay codes. */
export async function namesSoon(
  deps: Deps,
  model: Model,
  watches: readonly AlarmWatch[],
  scope: RowScope,
  signal?: AbortSignal,
): Promise<ColumnNames> {
  const soon = AbortSignal.timeout(soonMs)
  try {
    return await namesTold(deps, model, watches, scope, signal ? AbortSignal.any([signal, soon]) : soon)
  } catch (error) {
    if (!soon.aborted) throw error
    return noNames
  }
}
