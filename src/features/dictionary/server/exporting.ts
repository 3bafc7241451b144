// Exports a dictionary as .xlsx: its columns and the rows that the reader may see; texts stay texts.
import type { Deps } from '#server/deps.ts'
import { sheetContentTypes, sheetStream } from '#server/files/sheets.ts'
import type { BlobReply } from '#server/http/reply.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { readObject } from '#server/objects/reading.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import type { ColumnChunk } from '#server/warehouse/types.ts'
import { exportFileName } from '#shared/exportName.ts'
import { columnOfGame, seesRow } from './games.ts'
import { type DictionaryObject, dictionaries } from './objectKind.ts'
import { headOf } from './repo.ts'
import { allRows } from './stored.ts'

export async function exportDictionary(
  deps: Deps,
  caller: Caller,
  id: number,
  signal: AbortSignal,
): Promise<BlobReply> {
  const { db } = deps.metadata
  const row = await readObject(db, dictionaries, caller, id)
  const { name, attributes } = headOf(row)
  await writeAudit(db, { userId: caller.id, action: 'dictionary.export', detail: { id } })
  return {
    fileName: exportFileName(name, new Date(), deps.settings.zone, 'xlsx'),
    contentType: sheetContentTypes.xlsx,
    body: sheetStream({
      format: 'xlsx',
      title: name,
      columns: attributes.map((title) => ({ title, type: 'string' as const })),
      chunks: chunksOf(db, row, caller),
      signal,
    }),
  }
}

async function* chunksOf(db: Db, row: DictionaryObject, { games }: Caller): AsyncGenerator<ColumnChunk> {
  const head = headOf(row)
  const column = columnOfGame(head)
  for await (const page of allRows(db, row.id)) {
    const rows = page.filter(({ data }) => seesRow(column, data, games))
    if (rows.length === 0) continue
    const columns = head.attributes.map((_, at) => JSON.stringify(rows.map(({ data }) => data[at] ?? '')))
    yield { rowCount: rows.length, columns }
  }
}
