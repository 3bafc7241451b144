// Titles of columns. Columns of a report with equal names are distinguished by their tables, or by their numbers if the
// tables are equal, too.
//
//   新增用户 (of 玩家注册), 新增用户 (of 广告投放)   →  新增用户（玩家注册）, 新增用户（广告投放）
//   收入 (of 充值订单), 收入 (of 充值订单)         →  收入（#11）, 收入（#12）
import type { Lookup } from '#semantic/model/lookup.ts'
import type { Dimension, Point } from '#semantic/model/types.ts'

export type Titles = ReadonlyMap<Dimension | Point, string>

interface Named {
  of: Dimension | Point
  place: string
}

/** `taken`: titles already used by other columns. */
export function titlesApart(
  dims: readonly Dimension[],
  points: readonly Point[],
  lookup: Lookup,
  taken: readonly string[] = [],
): Titles {
  const all: Named[] = [
    ...[...new Set(dims)].map((of) => ({ of, place: placeOfDimension(of, lookup) })),
    ...[...new Set(points)].map((of) => ({ of, place: placeOfPoint(of, lookup) })),
  ]
  const wanted = all.map(({ of: { id, name }, place }) => [name, `${name}（${place}）`, `${name}（#${id}）`])
  const counts = new Map<string, number>()
  for (const title of [...taken, ...wanted.flat()]) counts.set(title, (counts.get(title) ?? 0) + 1)
  return new Map(
    all.map(({ of }, at) => {
      const titles = wanted[at] ?? []
      return [of, titles.find((title) => counts.get(title) === 1) ?? titles.at(-1) ?? of.name]
    }),
  )
}

const placeOfDimension = ({ table_id }: Dimension, { dimensionTables }: Lookup): string =>
  (table_id === null ? undefined : dimensionTables.get(table_id)?.name) ?? '维度'

function placeOfPoint({ id, table_id }: Point, { pointTables }: Lookup): string {
  if (id < 0) return '自建公式'
  return (table_id === null ? undefined : pointTables.get(table_id)?.name) ?? '公式'
}
