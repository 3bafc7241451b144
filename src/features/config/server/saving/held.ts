// All definitions in a save's transaction, with the warehouse's tables: the context of its checks. Saves
// never overlap, so that two changes valid alone can't be invalid together.
import { sql } from 'kysely'
import { formulaTexts } from '#semantic/model/formulaText.ts'
import type { Category, DimensionTable, Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/objects/types.ts'
import { duplicatesOf } from '../model.ts'
import type { Naming } from '../objectKinds.ts'
import { presentDefinitions } from '../reading.ts'

type Source = Pick<Deps, 'metadata' | 'warehouse'>

export interface Held {
  model: Model
  categories: Category[]
  naming: Naming
}

const lockNumber = 130_013

/** Blocks other saves of definitions until the transaction ends. SQLite has one writer anyway. */
export async function holdDefinitions({ metadata }: Source, db: Db): Promise<void> {
  if (metadata.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(db)
}

/**
 * `repeated`: dimension tables with repeated keys, looked up before the transaction, which only waits for the
 * store.
 */
export async function readHeld(
  { metadata, warehouse }: Source,
  db: Db,
  repeated: NonNullable<Model['duplicateKeys']>,
): Promise<Held> {
  const { categories, ...definitions } = await presentDefinitions(metadata, db)
  const model = { ...definitions, tables: warehouse.tables(), duplicateKeys: repeated }
  return { model, categories, naming: namingOf(model, categories) }
}

export function namingOf(
  { dimensionTables, pointTables, points }: Pick<Model, 'dimensionTables' | 'pointTables' | 'points'>,
  categories: readonly Category[],
): Naming {
  const names = (list: readonly { id: number; name: string }[]) =>
    new Map(list.map(({ id, name }) => [id, name]))
  return {
    dimensionTables: names(dimensionTables),
    pointTables: names(pointTables),
    categories: names(categories),
    formula: formulaTexts(points).inNames,
  }
}

/** Repeated keys, of tables as they are or as they would be. */
export async function repeatedKeys(
  { warehouse }: Source,
  tables: readonly DimensionTable[],
): Promise<NonNullable<Model['duplicateKeys']>> {
  const found = await Promise.all(
    tables.map(async (table) => ({ dimTableId: table.id, examples: await duplicatesOf(warehouse, table) })),
  )
  return found.filter(({ examples }) => examples.length > 0)
}
