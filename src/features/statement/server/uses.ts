// What a report uses: points, also through formulas, and dimensions.
import { parseExpression } from '#semantic/model/expression/parse.ts'
import { namesIn } from '#semantic/model/expression/tree.ts'
import { referencedIds } from '#semantic/model/references.ts'
import type { Model, Point, ReportInfo } from '#semantic/model/types.ts'

/** The point itself and all computed points that depend on it. */
export function dependentsOf({ points }: Pick<Model, 'points'>, id: number): Set<number> {
  const references = points.map((point) => ({ id: point.id, named: namesOf(point) }))
  const names = new Map(points.map((point) => [point.id, point.name]))
  const found = new Set([id])
  // A Set iterates over elements added during the loop.
  for (const known of found) {
    const name = names.get(known)
    for (const { id, named } of references) {
      if (named.has(`#${known}`) || (name !== undefined && named.has(name))) found.add(id)
    }
  }
  return found
}

/** Names in a computed point's formula; none where it can't be parsed. */
function namesOf({ types, name_sql }: Point): Set<string> {
  if (types !== 'computed') return new Set()
  try {
    return new Set(namesIn(parseExpression(name_sql)).map(({ name }) => name))
  } catch {
    return new Set()
  }
}

export const usesPoint = (info: ReportInfo, ids: ReadonlySet<number>): boolean =>
  !referencedIds(info).points.isDisjointFrom(ids)

export const usesDimension = (info: ReportInfo, id: number): boolean => referencedIds(info).dims.has(id)
