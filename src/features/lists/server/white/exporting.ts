// Exports the rows that a publication would change, as CSV.

import type { Deps } from '#server/deps.ts'
import { byteOrderMark, csvHead } from '#server/files/csv.ts'
import type { BlobReply } from '#server/http/reply.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Caller } from '#server/objects/types.ts'
import { csvText } from '#shared/csvText.ts'
import { exportFileName } from '#shared/exportName.ts'
import type { PublishedRow } from '#features/lists/contract.ts'
import { masksFor } from '../masking.ts'
import { inChunks } from './content.ts'
import { previewPublication } from './publishing.ts'

const titles = ['变化', '游戏', '类型', '值', '原因', '有效期至']

export async function exportPreview(deps: Deps, caller: Caller, signal: AbortSignal): Promise<BlobReply> {
  const { added, removed, difference } = await previewPublication(deps, caller, signal)
  await writeAudit(deps.metadata.db, {
    userId: caller.id,
    action: 'whiteList.exportPreview',
    detail: { added, removed },
  })
  const { shown } = await masksFor(deps, caller)
  const line = (change: string, { cgi, kind, value, reason, expires_on }: PublishedRow) =>
    `${[change, cgi, kind, shown(kind, value), reason, expires_on ?? ''].map(csvText).join()}\r\n`
  const lines = [csvHead(titles)]
  await inChunks(difference.removed, (row) => lines.push(line('移除', row)))
  await inChunks(difference.added, (row) => lines.push(line('新增', row)))
  return {
    fileName: exportFileName('白名单变更', new Date(), deps.settings.zone, 'csv'),
    contentType: 'text/csv; charset=utf-8',
    body: Buffer.concat([byteOrderMark, Buffer.from(lines.join(''))]),
  }
}
