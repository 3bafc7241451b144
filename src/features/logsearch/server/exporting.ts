// Exports matching lines, page by page at the reader's pace; each export is audited before it starts.
import { Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import { byteOrderMark, csvHead } from '#server/files/csv.ts'
import type { Asker } from '#server/http/registerCall.ts'
import type { BlobReply } from '#server/http/reply.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { csvText } from '#shared/csvText.ts'
import { exportFileName } from '#shared/exportName.ts'
import { exportedText, type LogLine, mostExported } from '../contract.ts'
import { askingOf, placeOf, type Question, sightOf } from './asked.ts'
import type { LinePlace } from './engine/orders.ts'
import { Search, type SearchSettings } from './search.ts'
import type { LogEngine, Searches } from './searching.ts'

interface ExportQuestion extends Question {
  entrance: string
  logStore: string
  order?: 'newest' | 'oldest'
  format: 'csv' | 'jsonl'
  fields?: string[]
}

const atOnce = 500

export async function exportLogs(
  deps: Deps,
  engine: LogEngine,
  searches: Searches,
  question: ExportQuestion,
  { user, signal }: Asker,
): Promise<BlobReply> {
  const { entrance, logStore, order = 'newest', format, fields = [], query = '' } = question
  const place = placeOf(deps, user, entrance, logStore)
  const asking = askingOf(question, await sightOf(deps, user, place))
  const { from = null, to = null } = question
  const detail = { entrance, logStore, query, from, to, format }
  await writeAudit(deps.metadata.db, { userId: user.id, action: 'log.export', detail })
  const { blocks, notes } = await searches.blocksOf(place, signal, user.id)
  const settings = { place, asking, bars: null, counting: false, newest: order === 'newest', line: user.id }
  const search = (after: LinePlace | null, limit: number) => {
    const given: SearchSettings = { ...settings, after, limit }
    return new Search(engine.readers, given, [...blocks], notes)
  }
  const written = format === 'csv' ? csvLine(fields) : jsonLine
  async function* pieces() {
    if (format === 'csv') yield Buffer.concat([byteOrderMark, Buffer.from(csvHead(headOf(fields)))])
    let after: LinePlace | null = null
    for (let left = mostExported; left > 0; ) {
      signal.throwIfAborted()
      const page = search(after, Math.min(atOnce, left))
      await page.finished
      const { places, next } = page.page
      const lines = await searches.tell(page, places, user.id, exportedText)
      yield Buffer.from(lines.map(written).join(''))
      left -= places.length
      if (!next) return
      after = next
    }
  }
  return {
    fileName: exportFileName(`日志 ${place.title}`, new Date(), deps.settings.zone, format),
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    body: Readable.from(pieces()),
  }
}

const headOf = (fields: readonly string[]): string[] => ['时间', ...(fields.length > 0 ? fields : ['内容'])]

const csvLine =
  (names: readonly string[]) =>
  ({ time, text, fields }: LogLine): string => {
    const cellOf = (name: string) => fields.find((field) => field.name === name)?.value ?? ''
    const cells = [time ?? '', ...(names.length > 0 ? names.map(cellOf) : [text])]
    return `${cells.map((cell) => (cell === '' ? '' : csvText(cell))).join(',')}\r\n`
  }

const jsonLine = ({ time, file, text, fields }: LogLine): string =>
  `${JSON.stringify({ time, file, text, fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])) })}\n`
