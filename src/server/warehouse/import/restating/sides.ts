// A table before and after a publication, while its new file is being written.
import type { DuckDBConnection } from '@duckdb/node-api'
import { openTable } from '#server/warehouse/snapshot/attach.ts'
import { quoteName } from '#server/warehouse/snapshot/describe.ts'
import type { PublishedTable } from '#server/warehouse/snapshot/manifest.ts'
import { besideNew, hiddenByNew, tableParts } from '#server/warehouse/snapshot/parts.ts'

export interface Sides {
  /** Relations, for use after FROM. */
  before: string
  after: string
  /** Rows that come and rows that go; absent where the whole table is replaced. */
  touched?: readonly string[]
}

const ownCatalog = async (connection: DuckDBConnection): Promise<string> => {
  const reader = await connection.runAndReadAll('SELECT current_database()')
  return quoteName(String(reader.getRows()[0]?.[0]))
}

/** Rows are added, and those listed as hidden go. */
export async function addedSides(
  connection: DuckDBConnection,
  folder: string,
  former: PublishedTable,
  { hides }: { hides: boolean },
): Promise<Sides> {
  const { name } = former
  const parts = tableParts(former)
  const before = await openTable(connection, folder, name, parts)
  const catalog = await ownCatalog(connection)
  const fresh = `${catalog}.main.${quoteName(name)}`
  if (!hides) return { before, after: `(FROM ${before} UNION ALL FROM ${fresh})`, touched: [fresh] }
  return {
    before,
    after: besideNew(name, parts, catalog),
    touched: [fresh, hiddenByNew(name, parts, catalog)],
  }
}

export async function replacedSides(
  connection: DuckDBConnection,
  folder: string,
  former: PublishedTable,
): Promise<Sides> {
  const before = await openTable(connection, folder, former.name, tableParts(former))
  return { before, after: `${await ownCatalog(connection)}.main.${quoteName(former.name)}` }
}

/** Both are published. */
export async function exchangedSides(
  connection: DuckDBConnection,
  folder: string,
  present: PublishedTable,
  former: PublishedTable,
): Promise<Sides> {
  return {
    before: await openTable(connection, folder, present.name, tableParts(present)),
    after: await openTable(connection, folder, former.name, tableParts(former)),
  }
}
