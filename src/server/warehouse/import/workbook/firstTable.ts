// Which sheet of a workbook a person would read first: the first with a table, not a note before it.
import { hasValues } from '../head.ts'
import type { SourceRecord } from '../records.ts'

interface SizedSheet {
  name: string
  size: number
}

/** Smaller sheets, beside the largest, are notes. */
const noteShare = 0.2
const peekedSheets = 8
const peekedRows = 60

export async function firstTable(
  sheets: readonly SizedSheet[],
  records: (sheet: string) => AsyncIterable<SourceRecord>,
): Promise<string> {
  const largest = Math.max(0, ...sheets.map(({ size }) => size))
  const likely = sheets.filter(({ size }) => size >= largest * noteShare)
  // The largest one need not be looked at: it is read where no earlier one has a table.
  for (const { name, size } of likely.slice(0, peekedSheets)) {
    if (size === largest || (await hasTable(records(name)))) return name
  }
  return likely[0]?.name ?? sheets[0]?.name ?? ''
}

/** Whether some row has values beside others. */
async function hasTable(records: AsyncIterable<SourceRecord>): Promise<boolean> {
  let seen = 0
  for await (const { fields } of records) {
    const filled = fields.filter((field) => field?.trim()).length
    if (filled > 1 && hasValues(fields)) return true
    seen += 1
    if (seen >= peekedRows) return false
  }
  return false
}
