// Writes a pivot's .xls in a process of its own: first the head, then its answers' totals and chunks of rows.
import { messagesFromInput, saveWhole } from '#server/files/writing.ts'
import { type PivotHead, type PivotMessage, PivotRefused, PivotWorkbook } from './pivotWorkbook.ts'

async function main(): Promise<void> {
  const messages = messagesFromInput<(PivotHead & { path: string }) | PivotMessage>()
  const head = (await messages.next()).value as PivotHead & { path: string }
  const book = new PivotWorkbook(head)
  for await (const message of messages as AsyncIterable<PivotMessage>) book.add(message)
  try {
    await saveWhole(head.path, book.toWorkbook().toBytes())
  } catch (error) {
    if (!(error instanceof PivotRefused)) throw error
    process.stdout.write(JSON.stringify({ refused: error.message }))
  }
}

await main()
