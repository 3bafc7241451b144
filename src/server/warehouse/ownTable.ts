// Tables of the product's own, such as a segment's members: written whole each time, and put into the place of the
// former one in one step. The statements are DuckDB's on either warehouse; for a ClickHouse the rows are made beside it
// and then sent.
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { OwnPlace, OwnTable, OwnWriting } from './ownTableTypes.ts'
import { publish, unpublish } from './publish.ts'
import { quoteName, quoteText } from './snapshot/describe.ts'
import { dataFileName, readManifest, warehouseFolder } from './snapshot/manifest.ts'

/** Returns when the table was written, as the warehouse will tell it. */
export async function writeOwnTable(
  place: OwnPlace,
  own: OwnTable,
  write: (writing: OwnWriting) => Promise<void>,
): Promise<string> {
  const { writer } = place.warehouse
  if (writer) {
    const { writeOwnThere } = await import('./clickhouse/writing/own.ts')
    return writeOwnThere(place, writer, own, write)
  }
  const { dataDir } = place.settings
  const { tables } = await publish(dataDir, async ({ connection, generation, published }) => {
    own.signal.throwIfAborted()
    const former = published.find(({ name }) => name.toLowerCase() === own.name)
    if (former) {
      own.accept(former)
      const path = join(warehouseFolder(dataDir), former.file)
      await connection.run(`ATTACH ${quoteText(path)} AS former (READ_ONLY)`)
    }
    try {
      await write({ connection, generation, former: former ? `former.${quoteName(former.name)}` : null })
    } finally {
      if (former) await connection.run('DETACH former')
    }
    await describe(connection, own)
  })
  return tables[0]?.updatedAt ?? ''
}

async function describe(connection: DuckDBConnection, { name, comment, comments }: OwnTable): Promise<void> {
  await connection.run(`COMMENT ON TABLE ${quoteName(name)} IS ${quoteText(comment)}`)
  for (const [column, text] of Object.entries(comments))
    await connection.run(`COMMENT ON COLUMN ${quoteName(name)}.${quoteName(column)} IS ${quoteText(text)}`)
}

/** Whether this content is the table's. */
export async function isOwnContent(
  { settings: { dataDir }, warehouse: { writer } }: OwnPlace,
  table: string,
  generation: number,
): Promise<boolean> {
  if (writer) return (await writer.loads(table)).some(({ digest }) => digest === String(generation))
  const { tables } = await readManifest(warehouseFolder(dataDir))
  return tables.some(({ name, file }) => name === table && file === dataFileName(generation))
}

export async function dropOwnTables(
  { settings: { dataDir }, warehouse: { writer } }: OwnPlace,
  names: string[],
): Promise<void> {
  if (!writer) return unpublish(dataDir, names)
  for (const name of names) await writer.drop(name)
  await writer.present()
}
