// Writes one .xls in a process of its own, so that the server answers others meanwhile. Lines on standard input:
// first the head, then chunks of rows by columns, then {"end":true}. The file is written aside, synced, renamed.
import { open, rename } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Workbook, type WorkbookCell, type WorkbookColumn } from './workbook.ts'

interface Head {
  path: string
  sheetName: string
  columns: WorkbookColumn[]
  /** Row of totals at the bottom; null for none. */
  summary: WorkbookCell[] | null
  /** Trace code; absent for none. */
  trace?: string
}
interface Chunk {
  rowCount: number
  columns: WorkbookCell[][]
}

async function save(path: string, bytes: Uint8Array): Promise<void> {
  const aside = `${path}.part`
  const file = await open(aside, 'w', 0o600)
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
  await rename(aside, path)
}

async function main(): Promise<void> {
  let head: Head | undefined
  let workbook: Workbook | undefined
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!head || !workbook) {
      head = JSON.parse(line) as Head
      workbook = new Workbook(head.sheetName, head.columns, head.trace)
      continue
    }
    const message = JSON.parse(line) as Chunk | { end: true }
    if ('end' in message) {
      if (head.summary) workbook.addRow(head.summary)
      const bytes = workbook.toBytes()
      await save(head.path, bytes)
      process.stdout.write(JSON.stringify({ size: bytes.length }))
      return
    }
    for (let row = 0; row < message.rowCount; row++) {
      workbook.addRow(message.columns.map((cells) => cells[row] ?? null))
    }
  }
}

await main()
