// All definitions as they stand in a save's transaction, together with the warehouse's tables: what a save is checked
// against. No two saves overlap, so that two changes that are right by themselves can't be wrong together.
import { sql } from 'kysely'
import type { Category, DimensionTable, Model } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/objects/types.ts'
import type { Naming } from '../kinds.ts'
import { duplicatesOf } from '../model.ts'
import { presentDefinitions } from '../reading.ts'

export type Source = Pick<Deps, 'metadata' | 'warehouse'>

export interface Held {
  model: Model
  categories: Category[]
  naming: Naming
}

const lockNumber = 130_013

/** Until the transaction ends nobody else saves a definition. SQLite lets one transaction write at a time anyway. */
export async function holdDefinitions({ metadata }: Source, db: Db): Promise<void> {
  if (metadata.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(db)
}

/** `repeated`: dimension tables whose keys repeat, looked up before the transaction began: it waits for the store alone. */
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
  { dimensionTables, pointTables }: Pick<Model, 'dimensionTables' | 'pointTables'>,
  categories: readonly Category[],
): Naming {
  const names = (list: readonly { id: number; name: string }[]) =>
    new Map(list.map(({ id, name }) => [id, name]))
  return {
    dimensionTables: names(dimensionTables),
    pointTables: names(pointTables),
    categories: names(categories),
  }
}

/** Keys that repeat, of tables as they are or as they would be. */
export async function repeatedKeys(
  { warehouse }: Source,
  tables: readonly DimensionTable[],
): Promise<NonNullable<Model['duplicateKeys']>> {
  const found = await Promise.all(
    tables.map(async (table) => ({ dimTableId: table.id, examples: await duplicatesOf(warehouse, table) })),
  )
  return found.filter(({ examples }) => examples.length > 0)
}
