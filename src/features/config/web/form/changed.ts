// What a change does to the compared rows of a report: changed figures stand first, and none changed is said.
import type { ChangeEffect } from '#features/config/contract.ts'

type Example = NonNullable<ChangeEffect['example']>

/** Whether any compared row or the total differs; null where nothing was compared. */
export function isOther({ rows, columns }: Example): boolean | null {
  if (rows.length === 0) return null
  return rows.some((row) => columns.some((_, place) => differs(row, place)))
}

/** Dimensions keep their places, changed figures follow, then the others. */
export function changedFirst(example: Example): Example {
  const { columns, rows } = example
  const rank = (place: number): number =>
    columns[place]?.kind === 'dimension' ? 0 : rows.some((row) => differs(row, place)) ? 1 : 2
  const places = columns.map((_, place) => place).toSorted((one, other) => rank(one) - rank(other))
  const ordered = <Item>(items: readonly Item[]): Item[] =>
    places.flatMap((place) => {
      const item = items[place]
      return item === undefined ? [] : [item]
    })
  return {
    ...example,
    columns: ordered(columns),
    rows: rows.map(({ before, after }) => ({
      before: before && ordered(before),
      after: after && ordered(after),
    })),
  }
}

const differs = ({ before, after }: Example['rows'][number], place: number): boolean =>
  (before?.[place] ?? null) !== (after?.[place] ?? null)
