// All definitions as the store holds them, read anew only when they have changed: reading 10,000 points takes longer than
// whatever is asked about them.
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
 * `db` is the store, or the transaction to read them in. Nobody changes what it gives. What is changed in place without
 * a new revision is found by whoever forgets it afterwards.
 */
export async function presentDefinitions(metadata: Metadata, db: Kysely<Database>): Promise<ReadDefinitions> {
  const print = await printOf(db)
  const last = kept.get(metadata)
  if (last?.print === print) return last.definitions
  return readDefinitions(db)
}

/** As presentDefinitions; what is read is kept. Outside of transactions alone: what they have written may be taken back. */
export async function keptDefinitions(metadata: Metadata): Promise<ReadDefinitions> {
  const print = await printOf(metadata.db)
  const last = kept.get(metadata)
  if (last?.print === print) return last.definitions
  const definitions = await readDefinitions(metadata.db)
  // Somebody may have saved one while they were read.
  if ((await printOf(metadata.db)) === print) kept.set(metadata, { print, definitions })
  return definitions
}

export function forgetDefinitions(metadata: Metadata): void {
  kept.delete(metadata)
}

/** After a transaction has ended well: what it has made of the definitions, under the print that it left. */
export function keepDefinitions(metadata: Metadata, print: string, definitions: ReadDefinitions): void {
  kept.set(metadata, { print, definitions })
}

/**
 * Another after each change: numbers of rows, highest ids and sums of revisions together never come back to what they
 * were, as ids and revisions only grow.
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
