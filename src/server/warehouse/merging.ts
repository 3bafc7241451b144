// Merges the parts of tables to which rows were added, so that reading them costs what reading one file costs.
//
// Each merge rewrites rows. Parts are merged with one another first, which is cheap; with the first file, which
// may be large, only once they have grown to a share of it or hide a share of its rows. So a row is rewritten a
// few times in all, however often rows are added.
import { publish, type Writer } from './publish.ts'
import { openTable } from './snapshot/attach.ts'
import { commentTable, quoteName } from './snapshot/describe.ts'
import { type PublishedTable, partsOf, readManifest, warehouseFolder } from './snapshot/manifest.ts'
import { keepHidden, relationOf, tableParts } from './snapshot/parts.ts'

/** So many parts beside the first file are read at little cost. */
const fewParts = 8
/** Parts, or hidden rows, of this share of the first file's rows are merged with it. */
const largeShare = 0.25
/** Reading past hidden rows costs more than reading past parts. */
const hiddenShare = 0.02

/** The files to merge next, which are the table's last parts; null where reading costs little as it is. */
export function partsToMerge(table: PublishedTable): string[] | null {
  const { rowCount, added = [] } = table
  if (added.length === 0) return null
  const later = added.reduce((sum, { rows }) => sum + rows, 0)
  const hidden = added.reduce((sum, { hides }) => sum + (hides[table.file] ?? 0), 0)
  const first = Math.max(rowCount - later + hidden, 1)
  if (later >= first * largeShare || hidden >= first * hiddenShare) return partsOf(table)
  if (added.length <= fewParts) return null
  return tail(added.map(({ file, rows }) => ({ file, rows })))
}

/** The last parts, from the oldest that is not larger than all after it: sizes stay like powers of two. */
function tail(parts: readonly { file: string; rows: number }[]): string[] {
  let sum = 0
  let from = parts.length - 1
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const { rows } = parts[at] as { rows: number }
    if (rows <= 2 * sum || parts.length - at <= 2) from = at
    sum += rows
  }
  return parts.slice(from).map(({ file }) => file)
}

/** Merges parts of the tables until reading costs little; returns the tables' names. */
export async function mergeParts(dataDir: string, signal?: AbortSignal): Promise<string[]> {
  const merged = new Set<string>()
  for (;;) {
    signal?.throwIfAborted()
    const { tables } = await readManifest(warehouseFolder(dataDir))
    const next = tables.find((table) => partsToMerge(table) !== null)
    if (next === undefined) return [...merged]
    await merge(dataDir, next, partsToMerge(next) ?? [])
    merged.add(next.name)
  }
}

async function merge(dataDir: string, table: PublishedTable, files: readonly string[]): Promise<void> {
  const write = async ({ connection }: Writer) => {
    const parts = tableParts(table)
    await openTable(connection, warehouseFolder(dataDir), table.name, parts)
    await connection.run(
      `CREATE TABLE ${quoteName(table.name)} AS FROM ${relationOf(table.name, parts, files)}`,
    )
    await keepHidden(connection, parts, files)
    await commentTable(connection, table)
  }
  await publish(dataDir, write, { joins: { how: 'merge', files } })
}
