// Writes one .xls in its own process: first the head, then chunks of column-wise rows.
import { Workbook, type WorkbookCell, type WorkbookColumn } from './workbook.ts'
import { messagesFromInput, saveWhole } from './writing.ts'

interface Head {
  path: string
  sheetName: string
  columns: WorkbookColumn[]
  /** Row of totals at the bottom; null for none. */
  summary: WorkbookCell[] | null
  /** Lines under the table; absent for none. */
  notes?: string[]
  /** Trace code; absent for none. */
  trace?: string
}
interface Chunk {
  rowCount: number
  columns: WorkbookCell[][]
}

async function main(): Promise<void> {
  const messages = messagesFromInput<Head | Chunk>()
  const head = (await messages.next()).value as Head
  const workbook = new Workbook(head.sheetName, head.columns, head.trace)
  for await (const message of messages as AsyncIterable<Chunk>) {
    for (let row = 0; row < message.rowCount; row++) {
      workbook.addRow(message.columns.map((cells) => cells[row] ?? null))
    }
  }
  if (head.summary) workbook.addRow(head.summary)
  workbook.addNotes(head.notes ?? [])
  await saveWhole(head.path, workbook.toBytes())
}

await main()
