// Which computed points reference which points.
import { parseExpression } from '#semantic/model/expression/parse.ts'
import { namesIn } from '#semantic/model/expression/tree.ts'
import type { Point } from '#semantic/model/types.ts'

/** Cached by text: each save checks thousands of formulas, few of which change. */
const read = new Map<string, readonly string[]>()
const mostRead = 20_000

/** Names in a computed point's formula, without brackets; none where it can't be parsed. */
export function formulaNames({ types, name_sql }: Point): readonly string[] {
  if (types !== 'computed') return []
  const known = read.get(name_sql)
  if (known) return known
  if (read.size >= mostRead) read.clear()
  const names = namesOf(name_sql)
  read.set(name_sql, names)
  return names
}

function namesOf(text: string): string[] {
  try {
    return [...new Set(namesIn(parseExpression(text)).map(({ name }) => name))]
  } catch {
    return []
  }
}

/** Cached per points array, which is never modified. */
const known = new WeakMap<readonly Point[], Map<string, Point[]>>()

/** Computed points by the names in them: `充值金额`, `#12`. */
function readersByName(points: readonly Point[]): Map<string, Point[]> {
  const before = known.get(points)
  if (before) return before
  const readers = new Map<string, Point[]>()
  for (const point of points) {
    for (const name of formulaNames(point)) {
      const others = readers.get(name)
      if (others) others.push(point)
      else readers.set(name, [point])
    }
  }
  known.set(points, readers)
  return readers
}

/** Each point's dependents, by id; an ambiguous name may mean any of its points. */
export function readersOf(points: readonly Point[]): (point: Pick<Point, 'id' | 'name'>) => Point[] {
  const byName = readersByName(points)
  return ({ id, name }) => [...(byName.get(name) ?? []), ...(byName.get(`#${id}`) ?? [])]
}

/** These points and all that depend on them through formulas. */
export function standingOnAny(points: readonly Point[], ids: ReadonlySet<number>): Set<number> {
  const readers = readersOf(points)
  const known = new Map(points.map((point) => [point.id, point]))
  const found = new Set(ids)
  // A Set iterates over elements added during the loop.
  for (const id of found) {
    const point = known.get(id)
    if (point) for (const reader of readers(point)) found.add(reader.id)
  }
  return found
}
