// Values of dimensions as people call them.
import type { Dimension, Model } from '../../../semantic/model/types.ts'
import { emptyWord, nullWord } from '../../../semantic/model/valueText.ts'
import type { Db } from '../../../server/objects/types.ts'
import { readLabels } from '../../dictionary/server/index.ts'
import type { ValueCell } from './checking/figures.ts'

export type LabelOf = (dims: readonly number[], cells: readonly ValueCell[]) => string

/** Names are read once for all of them. */
export async function labelling(db: Db, model: Model, dims: Iterable<number>): Promise<LabelOf> {
  const known = new Map(model.dimensions.map((dimension) => [dimension.id, dimension]))
  const used = [...new Set(dims)].flatMap((id) => known.get(id) ?? [])
  const dictionaries = used.flatMap(({ info }) => info.dictId ?? [])
  const labels = dictionaries.length > 0 ? await readLabels(db, dictionaries) : new Map()
  const games = used.some(({ types }) => types === 'game')
    ? new Map((await db.selectFrom('game').selectAll().execute()).map(({ cgi, name }) => [cgi, name]))
    : new Map<string, string>()
  const nameOf = (dimension: Dimension | undefined, cell: ValueCell): string => {
    if (cell === null) return nullWord
    const text = String(cell)
    if (text === '') return emptyWord
    const named =
      dimension?.info.dictId === undefined ? undefined : labels.get(dimension.info.dictId)?.get(text)
    return named ?? (dimension?.types === 'game' ? games.get(text) : undefined) ?? text
  }
  return (ids, cells) =>
    cells
      .map((cell, at) => nameOf(known.get(ids[at] ?? 0), cell))
      .join(' · ')
      .slice(0, 500)
}
