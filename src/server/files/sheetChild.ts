// Writes one .xlsx in its own process, so that the server stays responsive. Standard input: first the head
// line, then chunks of column-wise rows, then {"end":true}. Standard output: the file.

import type { SheetCell, SheetColumn } from './xlsx/sheet.ts'
import { WorkbookWriter } from './xlsx/workbook.ts'

interface Head {
  title: string
  columns: SheetColumn[]
}
interface Chunk {
  rowCount: number
  columns: SheetCell[][]
}
/**
 * Reads line by line: while a line is processed the pipe fills up and the server waits (readline would read
 * on).
 */
async function* lines(): AsyncGenerator<string> {
  let parts: Buffer[] = []
  for await (const bytes of process.stdin as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      parts.push(bytes.subarray(from, end))
      yield Buffer.concat(parts).toString()
      parts = []
      from = end + 1
    }
    if (from < bytes.length) parts.push(bytes.subarray(from))
  }
}

async function main(): Promise<void> {
  let writer: WorkbookWriter | undefined
  for await (const line of lines()) {
    if (!writer) {
      const head = JSON.parse(line) as Head
      writer = new WorkbookWriter(process.stdout, head.title, head.columns)
      continue
    }
    const message = JSON.parse(line) as Chunk | { end: true }
    if ('end' in message) return writer.end()
    await writer.add(message.rowCount, message.columns)
  }
  // The server died before the end: half a file must not look whole.
  process.exitCode = 1
}

// Nobody reads the output any more.
process.stdout.on('error', () => process.exit(1))
await main()
