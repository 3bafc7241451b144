// Replaces a point in formulas.
import { parseExpression } from '#semantic/model/expression/parse.ts'
import { type NameLeaf, namesIn } from '#semantic/model/expression/tree.ts'
import type { Model, Point } from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import { formulaNames } from '../using/formulas.ts'

/** A formula that can't be parsed has no references. */
function leavesOf({ types, name_sql }: Point): NameLeaf[] {
  if (types !== 'computed') return []
  try {
    return namesIn(parseExpression(name_sql))
  } catch {
    return []
  }
}

/** The point and everything its formula depends on; an ambiguous name may mean any of its points. */
async function below(points: readonly Point[], id: number): Promise<Set<number>> {
  const byId = new Map(points.map((point) => [point.id, point]))
  const byName = Map.groupBy(points, ({ name }) => name)
  const found = new Set([id])
  // A Set iterates over elements added during the loop.
  for (const known of found) {
    await breathe()
    const point = byId.get(known)
    for (const name of point ? formulaNames(point) : []) {
      for (const one of byName.get(name) ?? []) found.add(one.id)
      const numbered = /^#(\d+)$/.exec(name)?.[1]
      if (numbered !== undefined && byId.has(Number(numbered))) found.add(Number(numbered))
    }
  }
  return found
}

/**
 * Computed points with changed formulas. The replacement's own formula and its dependencies stay unchanged:
 * they would become recursive.
 */
export async function changedFormulas({ points }: Model, from: number, to: Point): Promise<Point[]> {
  const left = await below(points, to.id)
  const isAmbiguous = points.filter(({ name }) => name === to.name).length > 1
  const named = isAmbiguous || /[[\]]/.test(to.name) ? `[#${to.id}]` : `[${to.name}]`
  const goes = points.find(({ id }) => id === from)
  const names = new Set([`#${from}`, ...(goes ? [goes.name] : [])])
  const changed: Point[] = []
  for (const point of points) {
    await breathe()
    if (left.has(point.id) || !formulaNames(point).some((name) => names.has(name))) continue
    const leaves = leavesOf(point).filter(({ name }) => names.has(name))
    changed.push({ ...point, name_sql: replaced(point.name_sql, leaves, named) })
  }
  return changed
}

/** From the end, so that earlier offsets stay valid. */
const replaced = (text: string, leaves: NameLeaf[], named: string): string =>
  leaves
    .toSorted((one, other) => other.at.offset - one.at.offset)
    .reduce((rest, { at }) => rest.slice(0, at.offset) + named + rest.slice(at.offset + at.length), text)
