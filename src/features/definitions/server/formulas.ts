// Finds the points that a formula names, and replaces the ids in its [#12] references.
import { parseExpression } from '#semantic/model/expression/parse.ts'
import { type NameLeaf, namesIn } from '#semantic/model/expression/tree.ts'
import type { Point } from '#semantic/model/types.ts'

type Named = Pick<Point, 'types' | 'name_sql'>

/** A formula that can't be parsed names nothing. */
function namesOf({ types, name_sql }: Named): NameLeaf[] {
  if (types !== 'computed') return []
  try {
    return namesIn(parseExpression(name_sql))
  } catch {
    return []
  }
}

const idOf = (name: string): number | null => (/^#\d{1,16}$/.test(name) ? Number(name.slice(1)) : null)

export const namedPoints = <Held extends Pick<Point, 'id' | 'name'>>(
  point: Named,
  points: readonly Held[],
): Held[] =>
  namesOf(point).flatMap(({ name }) => {
    const id = idOf(name)
    return points.filter((candidate) => (id === null ? candidate.name === name : candidate.id === id))
  })

export function exchangeFormulaIds(point: Named, exchange: (id: number) => number): string {
  let text = point.name_sql
  // Replaces from the end, so that earlier positions stay valid.
  for (const { name, at } of namesOf(point).toSorted((one, other) => other.at.offset - one.at.offset)) {
    const id = idOf(name)
    if (id === null) continue
    const place = text.slice(at.offset, at.offset + at.length).replace(`#${id}`, `#${exchange(id)}`)
    text = text.slice(0, at.offset) + place + text.slice(at.offset + at.length)
  }
  return text
}
