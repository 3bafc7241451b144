// Turns rows into one .xlsx in a process of its own, so that the server answers others meanwhile. Lines on
// standard input: first the head, then chunks of rows by columns, then {"end":true}; the file goes to standard output.
import { BookWriter } from './xlsx/book.ts'
import type { SheetCell, SheetColumn } from './xlsx/sheet.ts'

interface Head {
  title: string
  columns: SheetColumn[]
}
interface Chunk {
  rowCount: number
  columns: SheetCell[][]
}
/** One by one: the pipe fills up while a line is at work, so that the server waits (readline would read on). */
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
  let writer: BookWriter | undefined
  for await (const line of lines()) {
    if (!writer) {
      const head = JSON.parse(line) as Head
      writer = new BookWriter(process.stdout, head.title, head.columns)
      continue
    }
    const message = JSON.parse(line) as Chunk | { end: true }
    if ('end' in message) return writer.end()
    await writer.add(message.rowCount, message.columns)
  }
  // The server went away in the middle: half a file must not look like one.
  process.exitCode = 1
}

// Nobody reads any more.
process.stdout.on('error', () => process.exit(1))
await main()
