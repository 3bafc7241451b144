// Formulas that name a point, and the same with another point in its place.
import { parseExpression } from '../../../../semantic/model/expression/parse.ts'
import { type NameLeaf, namesIn } from '../../../../semantic/model/expression/tree.ts'
import type { Model, Point } from '../../../../semantic/model/types.ts'

/** A formula that cannot be read names nothing. */
function leavesOf({ types, name_sql }: Point): NameLeaf[] {
  if (types !== 'computed') return []
  try {
    return namesIn(parseExpression(name_sql))
  } catch {
    return []
  }
}

/** Ids that a name may stand for: of several points of one name the formula itself is at fault. */
function names({ name }: NameLeaf, id: number, { points }: Model): boolean {
  return name === `#${id}` || points.some((point) => point.id === id && point.name === name)
}

/** The point and all that stand on it, through formulas. */
export function standingOn(model: Model, id: number): Set<number> {
  const leaves = model.points.map((point) => ({ id: point.id, leaves: leavesOf(point) }))
  const found = new Set([id])
  // A set hands out what is added to it while it is walked.
  for (const known of found) {
    for (const one of leaves) if (one.leaves.some((leaf) => names(leaf, known, model))) found.add(one.id)
  }
  return found
}

/**
 * Computed points with their formulas changed. The replacement's own, and those that it stands on, stay as they are:
 * they would come to name themselves.
 */
export function changedFormulas(model: Model, from: number, to: Point): Point[] {
  const below = new Set(
    model.points.filter((point) => standingOn(model, point.id).has(to.id)).map((point) => point.id),
  )
  const isAmbiguous = model.points.filter(({ name }) => name === to.name).length > 1
  const named = isAmbiguous || /[[\]]/.test(to.name) ? `[#${to.id}]` : `[${to.name}]`
  return model.points.flatMap((point) => {
    if (below.has(point.id)) return []
    const leaves = leavesOf(point).filter((leaf) => names(leaf, from, model))
    if (leaves.length === 0) return []
    return { ...point, name_sql: replaced(point.name_sql, leaves, named) }
  })
}

/** From the end, so that the places before it stay right. */
const replaced = (text: string, leaves: NameLeaf[], named: string): string =>
  leaves
    .toSorted((one, other) => other.at.offset - one.at.offset)
    .reduce((rest, { at }) => rest.slice(0, at.offset) + named + rest.slice(at.offset + at.length), text)
