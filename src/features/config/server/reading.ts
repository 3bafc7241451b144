// All definitions in the store, reloaded only after changes: reading 10,000 points takes longer than any
// question about them.
import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import type { Metadata } from '#server/metadata/types.ts'
import { readDefinitions } from './repo.ts'

export type ReadDefinitions = Awaited<ReturnType<typeof readDefinitions>>

interface Kept {
  print: string
  definitions: ReadDefinitions
}
const kept = new WeakMap<Metadata, Kept>()

/**
 * `db`: the store, or the transaction to read in. Don't modify the result. Changes in place without a new
 * revision need an explicit invalidation.
 */
export async function presentDefinitions(metadata: Metadata, db: Kysely<Database>): Promise<ReadDefinitions> {
  const print = await printOf(db)
  const last = kept.get(metadata)
  if (last?.print === print) return last.definitions
  return readDefinitions(db)
}

/**
 * Like presentDefinitions, and caches the result. Only outside transactions, whose writes may be rolled back.
 */
export async function keptDefinitions(metadata: Metadata): Promise<ReadDefinitions> {
  const print = await printOf(metadata.db)
  const last = kept.get(metadata)
  if (last?.print === print) return last.definitions
  const definitions = await readDefinitions(metadata.db)
  // A definition may have been saved during the read.
  if ((await printOf(metadata.db)) === print) kept.set(metadata, { print, definitions })
  return definitions
}

export function forgetDefinitions(metadata: Metadata): void {
  kept.delete(metadata)
}

/** After a successful transaction: caches its definitions under its fingerprint. */
export function keepDefinitions(metadata: Metadata, print: string, definitions: ReadDefinitions): void {
  kept.set(metadata, { print, definitions })
}

/**
 * Changes with each change: row counts, highest ids and sums of revisions together never repeat, because ids
 * and revisions only grow.
 */
export async function printOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<Record<string, unknown>>`
    select 1 as place, count(*) as rows, max(id) as last, sum(revision) as changes from point
    union all select 2, count(*), max(id), sum(revision) from dimension
    union all select 3, count(*), max(id), sum(revision) from point_table
    union all select 4, count(*), max(id), sum(revision) from dimension_table
    union all select 5, count(*), max(id), sum(revision) from category
    union all select 6, count(*), max(id), sum(revision + computations) from segment
    order by 1`.execute(db)
  return JSON.stringify(rows)
}
