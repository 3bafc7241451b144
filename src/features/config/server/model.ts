// The report engine's model of this installation: definitions from the metadata store, columns from the warehouse.
import type { DimensionTable, Model } from '../../../semantic/model/types.ts'
import type { Deps } from '../../../server/deps.ts'
import type { Metadata } from '../../../server/metadata/open.ts'
import type { Warehouse } from '../../../server/warehouse/types.ts'
import { duplicateKeys } from './duplicateKeys.ts'
import { readDimensions, readDimensionTables, readPoints, readPointTables } from './repo.ts'

/** Another process may change the definitions (an import does): what is older than this is read anew. */
const freshMs = 1000

type Source = Pick<Deps, 'metadata' | 'warehouse'>

interface Kept {
  at: number
  version: string
  model: Promise<Model>
}
const kept = new WeakMap<Metadata, Kept>()

/** The present model: at most a second behind the store, and never behind the warehouse's publications. */
export function readModel(source: Source): Promise<Model> {
  const version = source.warehouse.version()
  const last = kept.get(source.metadata)
  if (last && last.version === version && performance.now() - last.at < freshMs) return last.model
  const next: Kept = { at: performance.now(), version, model: load(source) }
  kept.set(source.metadata, next)
  // A failure is not kept: the next reader tries again.
  next.model.catch(() => {
    if (kept.get(source.metadata) === next) kept.delete(source.metadata)
  })
  return next.model
}

/** Forgets what was read; whoever changes definitions in this process calls it afterwards. */
export function forgetModel(metadata: Metadata): void {
  kept.delete(metadata)
}

async function load({ metadata: { db }, warehouse }: Source): Promise<Model> {
  const [dimensions, points, pointTables, dimensionTables] = await Promise.all([
    readDimensions(db),
    readPoints(db),
    readPointTables(db),
    readDimensionTables(db),
  ])
  const repeated = await Promise.all(
    dimensionTables.map(async (table) => ({
      dimTableId: table.id,
      examples: await repeatedKeys(warehouse, table),
    })),
  )
  return {
    dimensions,
    points,
    pointTables,
    dimensionTables,
    tables: warehouse.tables(),
    duplicateKeys: repeated.filter(({ examples }) => examples.length > 0),
  }
}

/** Of a table or column that is gone the compile itself says so, to those who need it. */
async function repeatedKeys(warehouse: Warehouse, table: DimensionTable): Promise<string[]> {
  const named = (name: string, wanted: string) => name.toLowerCase() === wanted.toLowerCase()
  const physical = warehouse.tables().find(({ name }) => named(name, table.table_truename))
  const hasKey = physical?.columns.some(({ name }) => named(name, table.key_column))
  return hasKey ? duplicateKeys(warehouse, table) : []
}
