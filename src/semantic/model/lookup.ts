// The model's definitions in maps by id and name, built once per compile.
import type { Dimension, DimensionTable, Model, PhysicalTable, Point, PointTable } from './types.ts'

export interface Lookup {
  dimensions: ReadonlyMap<number, Dimension>
  points: ReadonlyMap<number, Point>
  pointsByName: ReadonlyMap<string, Point[]>
  pointTables: ReadonlyMap<number, PointTable>
  dimensionTables: ReadonlyMap<number, DimensionTable>
  /** By dimension table id: examples of key values that repeat. Absent: the key is unique. */
  duplicateKeys: ReadonlyMap<number, string[]>
  /** First day with known members, by segment id; only computed segments. */
  segments: ReadonlyMap<number, string>
  /** The warehouse's table of this name, ignoring case. */
  physicalTable(name: string): PhysicalTable | undefined
}

export function lookupOf(model: Model): Lookup {
  const pointsByName = new Map<string, Point[]>()
  for (const point of model.points) {
    const named = pointsByName.get(point.name)
    if (named === undefined) pointsByName.set(point.name, [point])
    else named.push(point)
  }
  const tables = new Map(model.tables.map((table) => [table.name.toLowerCase(), table]))
  return {
    dimensions: byId(model.dimensions),
    points: byId(model.points),
    pointsByName,
    pointTables: byId(model.pointTables),
    dimensionTables: byId(model.dimensionTables),
    duplicateKeys: new Map(model.duplicateKeys?.map((found) => [found.dimTableId, found.examples])),
    segments: new Map(model.segments?.map(({ id, keptFrom }) => [id, keptFrom])),
    physicalTable: (name) => tables.get(name.toLowerCase()),
  }
}

const kept = new WeakMap<Model, Lookup>()

/**
 * Like `lookupOf`, cached for a model that is never modified: for 10,000 points it takes longer than a
 * compile.
 */
export function keptLookup(model: Model): Lookup {
  const known = kept.get(model) ?? lookupOf(model)
  kept.set(model, known)
  return known
}

function byId<Item extends { id: number }>(items: Item[]): ReadonlyMap<number, Item> {
  return new Map(items.map((item) => [item.id, item]))
}
