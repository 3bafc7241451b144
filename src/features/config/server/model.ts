// The report engine's model of this installation: definitions from the metadata store, columns from the warehouse.
import { sql } from 'kysely'
import { memberColumns, segmentTable } from '#semantic/model/segments.ts'
import type { Dimension, DimensionTable, Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Warehouse } from '#server/warehouse/types.ts'
import type { PersonalColumn } from '#shared/personal.ts'
import { duplicateKeys } from './duplicateKeys.ts'
import { readMarks } from './personal/marks.ts'
import { forgetDefinitions, keptDefinitions } from './reading.ts'

/** Another process may change the definitions (an import): an older model is reloaded. */
const freshMs = 1000

type Source = Pick<Deps, 'metadata' | 'warehouse'>

interface Kept {
  at: number
  version: string
  /** The store's version when it was read; null where unknown. */
  storeVersion: number | null
  model: Promise<Model>
}
const kept = new WeakMap<Metadata, Kept>()

/** The present model: at most a second behind the store, and never behind the warehouse's publications. */
export async function readModel(source: Source): Promise<Model> {
  const version = source.warehouse.version()
  const last = kept.get(source.metadata)
  const isPublished = last?.version === version
  if (last && isPublished && performance.now() - last.at < freshMs) return last.model
  const storeVersion = await versionOfStore(source.metadata)
  if (last && isPublished && storeVersion !== null && last.storeVersion === storeVersion) {
    last.at = performance.now()
    return last.model
  }
  // Something was written, perhaps without a new revision.
  if (last) forgetDefinitions(source.metadata)
  const model = load(source)
  const next: Kept = {
    at: performance.now(),
    version,
    storeVersion,
    model: last ? model.then((read) => sameOr(read, last)) : model,
  }
  kept.set(source.metadata, next)
  // A failure is not cached: the next reader tries again.
  next.model.catch(() => {
    if (kept.get(source.metadata) === next) kept.delete(source.metadata)
  })
  return next.model
}

/** Changes whenever anything is written to an embedded store; reading all definitions would cost far more. */
async function versionOfStore({ db, dialect }: Metadata): Promise<number | null> {
  if (dialect !== 'sqlite') return null
  const { rows } = await sql<{ data_version: number }>`select data_version from pragma_data_version`.execute(
    db,
  )
  return rows[0]?.data_version ?? null
}

/** An unchanged model stays the same object, so that derived caches stay valid. */
async function sameOr(model: Model, { model: before }: Kept): Promise<Model> {
  const last = await before.catch(() => null)
  if (!last || last.tables !== model.tables) return model
  for (const part of ['dimensions', 'points', 'pointTables', 'dimensionTables'] as const)
    if (!(await isSame(last[part], model[part]))) return model
  if (!(await isSame(last.segments ?? [], model.segments ?? []))) return model
  if (!(await isSame(last.personal ?? [], model.personal ?? []))) return model
  return (await isSame(last.duplicateKeys ?? [], model.duplicateKeys ?? [])) ? last : model
}

async function isSame(before: readonly object[], after: readonly object[]): Promise<boolean> {
  if (before === after) return true
  if (before.length !== after.length) return false
  for (const [place, one] of after.entries()) {
    const other = before[place]
    if (one !== other && JSON.stringify(one) !== JSON.stringify(other)) return false
    await breathe()
  }
  return true
}

/** Drops the cache; call after changing definitions in this process. */
export function forgetModel(metadata: Metadata): void {
  kept.delete(metadata)
  forgetDefinitions(metadata)
}

/** The same after a save that already has the new definitions. */
export function renewModel(metadata: Metadata): void {
  kept.delete(metadata)
}

async function load({ metadata, warehouse }: Source): Promise<Model> {
  const { dimensions, points, pointTables, dimensionTables, segments } = await keptDefinitions(metadata)
  const repeated = await Promise.all(
    dimensionTables.map(async (table) => ({
      dimTableId: table.id,
      examples: await duplicatesOf(warehouse, table),
    })),
  )
  return {
    dimensions,
    points,
    pointTables,
    dimensionTables,
    tables: warehouse.tables(),
    segments,
    duplicateKeys: repeated.filter(({ examples }) => examples.length > 0),
    personal: withSegments(await readMarks(metadata.db), dimensions),
  }
}

/** The compile itself reports missing tables and columns. */
export async function duplicatesOf(warehouse: Warehouse, table: DimensionTable): Promise<string[]> {
  const named = (name: string, wanted: string) => name.toLowerCase() === wanted.toLowerCase()
  const physical = warehouse.tables().find(({ name }) => named(name, table.table_truename))
  const hasKey = physical?.columns.some(({ name }) => named(name, table.key_column))
  return hasKey ? duplicateKeys(warehouse, table) : []
}

/** The list of a segment's players is as personal as the column that they come from. */
function withSegments(
  marks: PersonalColumn[],
  dimensions: readonly Pick<Dimension, 'info'>[],
): PersonalColumn[] {
  const ofSegments = dimensions.flatMap(({ info: { segment } }): PersonalColumn[] => {
    const players = new Set(segment?.players.map((column) => column.toLowerCase()))
    const mark = segment && marks.find(({ column }) => players.has(column))
    return mark ? [{ table: segmentTable(segment.id), column: memberColumns.player, kind: mark.kind }] : []
  })
  const known = new Set<string>()
  const isNew = ({ table }: PersonalColumn) => !known.has(table) && known.add(table)
  return [...marks, ...ofSegments.filter(isNew)]
}
