// Values of dimensions as people call them.
import type { Model } from '../../../semantic/model/types.ts'
import { emptyWord, nullWord } from '../../../semantic/model/valueText.ts'
import type { Db } from '../../../server/objects/types.ts'
import { valueNames } from '../../dictionary/server/index.ts'
import type { ValueCell } from './checking/figures.ts'

export type LabelOf = (dims: readonly number[], cells: readonly ValueCell[]) => string

/** Names are read once for all of them. */
export async function labelling(db: Db, model: Model, dims: Iterable<number>): Promise<LabelOf> {
  const wanted = new Set(dims)
  const nameOf = await valueNames(
    db,
    model.dimensions.filter(({ id }) => wanted.has(id)),
  )
  const textOf = (cell: ValueCell, dim: number | undefined): string =>
    cell === null ? nullWord : cell === '' ? emptyWord : nameOf(String(cell), dim)
  return (ids, cells) =>
    cells
      .map((cell, at) => textOf(cell, ids[at]))
      .join(' · ')
      .slice(0, 500)
}
