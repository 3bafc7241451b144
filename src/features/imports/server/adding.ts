// Adds the rows of an uploaded file, as the reading process has prepared them, to a table.
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { digestOfFile } from '#server/warehouse/import/adding.ts'
import type { Addition } from '#server/warehouse/import/addition.ts'
import { keptOutNotes } from '#server/warehouse/import/keepingOut.ts'
import { type Prepared, preparedFile, preparedTable } from '#server/warehouse/import/reading/orders.ts'
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import { loadRows } from '#server/warehouse/written.ts'
import { loadGuard } from '#features/checks/server/index.ts'
import { reportProposer } from '#features/config/server/index.ts'
import type { Upload } from './uploads.ts'

/** Returns what the page says of it. */
export async function addPrepared(
  { settings, metadata, warehouse }: Pick<Deps, 'settings' | 'metadata' | 'warehouse'>,
  { folder, name, path }: Upload,
  { table, addition }: { table: string; addition: Addition },
  prepared: Prepared,
  owner: SessionUser,
  signal: AbortSignal,
) {
  const { written, rows, replaced, keptOut, viewMetaId } = await loadRows(
    {
      table,
      addition,
      source: name,
      digest: await digestOfFile(path, signal),
      ways: { replace: '选择替换', again: '要再次载入请勾选「内容载入过也再次载入」' },
      dataDir: settings.dataDir,
      clock: settings,
      metadata,
      proposer: reportProposer,
      guard: loadGuard({ settings, metadata }),
      by: owner,
      signal,
      read: async (connection) => {
        await connection.run(`ATTACH ${quoteText(join(folder, preparedFile))} AS prepared (READ_ONLY)`)
        return { loaded: prepared, from: `prepared.main.${preparedTable}` }
      },
      leave: async (connection) => void (await connection.run('DETACH DATABASE IF EXISTS prepared')),
    },
    warehouse.writer,
  )
  const gone = replaced > 0 ? `，替换了原有的 ${replaced} 行` : ''
  const notes = [
    `载入 ${rows} 行${gone}，「${written.name}」现有 ${written.rowCount} 行`,
    ...keptOutNotes(keptOut),
  ]
  return { viewMetaId, table: written.name, rows, notes }
}
