// Values of dimensions as people call them.

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

/** By dictionaries, and where these name nothing by `inColumns`. Names are read once for all of them. */
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

/** What stands in the tables of dimensions is read, too: not within a transaction. */
export async function labellingWithin(
  deps: Deps,
  model: Model,
  dims: readonly number[],
  scope: RowScope,
  signal: AbortSignal,
): Promise<LabelOf> {
  return labelling(deps.metadata.db, model, dims, await columnNames(deps, model, dims, scope, signal))
}

/** What name columns call the values that are told of these, in words. Reads the warehouse, too. */
export const namesTold = (
  deps: Deps,
  model: Model,
  watches: readonly AlarmWatch[],
  scope: RowScope,
  signal: AbortSignal,
): Promise<ColumnNames> => columnNames(deps, model, toldDims(watches), scope, signal)

/** Lists and forms wait no longer for what the warehouse calls their values: it may be at work for others. */
const soonMs = 500

/** The same as far as they come at once; values whose names don't stay codes. */
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
