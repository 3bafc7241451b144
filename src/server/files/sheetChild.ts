// Turns rows into one .xlsx or .csv in a process of its own, so that the server answers others meanwhile. Lines on
// standard input: first the head, then chunks of rows by columns, then {"end":true}; the file goes to standard output.
import { once } from 'node:events'
import { byteOrderMark, csvHead, csvRows } from './csv.ts'
import { BookWriter } from './xlsx/book.ts'
import type { SheetCell, SheetColumn } from './xlsx/sheet.ts'

interface Head {
  format: 'xlsx' | 'csv'
  title: string
  columns: SheetColumn[]
}
interface Chunk {
  rowCount: number
  columns: SheetCell[][]
}
interface Writer {
  add(rowCount: number, cells: SheetCell[][]): Promise<void>
  end(): Promise<void>
}

const stride = 512

function csvWriter({ columns }: Head): Writer {
  const put = async (bytes: Buffer) => {
    if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
  }
  const types = columns.map(({ type }) => type)
  const head = put(Buffer.concat([byteOrderMark, Buffer.from(csvHead(columns.map(({ title }) => title)))]))
  return {
    add: async (rowCount, cells) => {
      await head
      for (let from = 0; from < rowCount; from += stride) {
        await put(Buffer.from(csvRows(types, cells, from, Math.min(rowCount, from + stride))))
      }
    },
    end: () => head,
  }
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
  let writer: Writer | undefined
  for await (const line of lines()) {
    if (!writer) {
      const head = JSON.parse(line) as Head
      writer =
        head.format === 'csv' ? csvWriter(head) : new BookWriter(process.stdout, head.title, head.columns)
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
