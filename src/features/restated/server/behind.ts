// The points behind those that a report shows: computed points are told at their parts.
import { idNamed, namesIn } from '#semantic/model/formulaText.ts'
import type { Model, Point } from '#semantic/model/types.ts'

export function pointsBehind(ids: readonly number[], { points }: Pick<Model, 'points'>): Point[] {
  const byId = new Map(points.map((point) => [point.id, point]))
  const byName = new Map(points.map((point) => [point.name, point]))
  const found = new Map<number, Point>()
  const follow = (point: Point | undefined) => {
    if (!point || found.has(point.id)) return
    found.set(point.id, point)
    if (point.types !== 'computed') return
    for (const name of namesIn(point.name_sql)) {
      const id = idNamed(name)
      follow(id === null ? byName.get(name) : byId.get(id))
    }
  }
  for (const id of ids) follow(byId.get(id))
  return [...found.values()].filter(({ types }) => types !== 'computed')
}
