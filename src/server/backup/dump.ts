// The metadata as a stream of rows, identical from SQLite and PostgreSQL, so that a backup of one restores
// into the other. Each table's declaration says what is included, how and in which order. Only a few rows are
// in memory at a time.
import type { Kysely } from 'kysely'
import type { Metadata } from '../metadata/open.ts'
import type { Database } from '../metadata/schema.ts'
import { byReference, type Table } from '../metadata/table.ts'
import type { MetadataSnapshot } from '../metadata/types.ts'
import { fillStore } from './filling.ts'
import type { DumpPart, Row } from './parts.ts'

const isDumped = ({ backup }: Table): boolean => backup === 'rows' || 'rows' in backup

export async function* dumpParts(
  snapshot: MetadataSnapshot,
  tables: readonly Table[],
): AsyncGenerator<DumpPart> {
  yield { migrations: snapshot.migrations }
  for (const table of byReference(tables).filter(isDumped)) {
    const { backup } = table
    yield { table: table.name }
    for await (const row of snapshot.rows(table)) {
      yield { row: typeof backup === 'object' && 'rows' in backup ? (backup.rows(row) as Row) : row }
    }
  }
}

/** Every row of every table, those that no backup holds, too. */
export async function* everyPart(
  snapshot: MetadataSnapshot,
  tables: readonly Table[],
): AsyncGenerator<DumpPart> {
  for (const table of byReference(tables)) {
    yield { table: table.name }
    for await (const row of snapshot.rows(table)) yield { row }
  }
}

/** Replaces everything in the store by a dump and runs `add`; a failure leaves the store as it was. */
export async function loadMetadata(
  metadata: Metadata,
  parts: AsyncIterable<DumpPart>,
  add: (db: Kysely<Database>) => Promise<void> = async () => {},
): Promise<void> {
  await metadata.transaction(async (db) => {
    await fillStore(db, metadata, parts, isDumped)
    await add(db)
  })
}
