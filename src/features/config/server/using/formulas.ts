// Which computed points name which points.
import { parseExpression } from '#semantic/model/expression/parse.ts'
import { namesIn } from '#semantic/model/expression/tree.ts'
import type { Point } from '#semantic/model/types.ts'

/** By their text: thousands of formulas are asked about at each save, and few of them change. */
const read = new Map<string, readonly string[]>()
const mostRead = 20_000

/** Names in a computed point's formula, without brackets; one that can't be read names nothing. */
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

/** By the model's list, which nobody changes in place. */
const known = new WeakMap<readonly Point[], Map<string, Point[]>>()

/** Computed points by the names that stand in them: `充值金额`, `#12`. */
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

/** Each point's readers, by id; of several points of one name a formula may mean any. */
export function readersOf(points: readonly Point[]): (point: Pick<Point, 'id' | 'name'>) => Point[] {
  const byName = readersByName(points)
  return ({ id, name }) => [...(byName.get(name) ?? []), ...(byName.get(`#${id}`) ?? [])]
}

/** These points and all that stand on them, through formulas. */
export function standingOnAny(points: readonly Point[], ids: ReadonlySet<number>): Set<number> {
  const readers = readersOf(points)
  const known = new Map(points.map((point) => [point.id, point]))
  const found = new Set(ids)
  // A set hands out what is added to it while it is walked.
  for (const id of found) {
    const point = known.get(id)
    if (point) for (const reader of readers(point)) found.add(reader.id)
  }
  return found
}
