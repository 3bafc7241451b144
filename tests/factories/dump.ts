// Reads a small metadata store into one object, for comparisons.
import { dumpParts, loadMetadata as loadParts } from '#server/backup/dump.ts'
import type { DumpPart, Row } from '#server/backup/parts.ts'
import type { Metadata } from '#server/metadata/open.ts'

export interface MetadataDump {
  migrations: string[]
  tables: Record<string, Row[]>
}

export async function dumpMetadata(metadata: Metadata): Promise<MetadataDump> {
  return metadata.snapshot(async (snapshot) => {
    const dump: MetadataDump = { migrations: [], tables: {} }
    let rows: Row[] = []
    for await (const part of dumpParts(snapshot, metadata.tables)) {
      if ('migrations' in part) dump.migrations = part.migrations
      else if ('table' in part) {
        rows = []
        dump.tables[part.table] = rows
      } else rows.push(part.row)
    }
    return dump
  })
}

export const loadMetadata = (metadata: Metadata, dump: MetadataDump) => loadParts(metadata, partsOf(dump))

async function* partsOf({ migrations, tables }: MetadataDump): AsyncGenerator<DumpPart> {
  yield { migrations }
  for (const [table, rows] of Object.entries(tables)) {
    yield { table }
    for (const row of rows) yield { row }
  }
}
