// Our export, from column chunks as the warehouse hands them over to a file on disk.
import { tmpdir } from 'node:os'
import { writeXls } from '../../../src/server/files/xls.ts'
import { cell, columns, rowCount } from './rows.mjs'

const size = 5000
function* chunks() {
  for (let from = 0; from < rowCount; from += size) {
    const text = (_, column) =>
      JSON.stringify(Array.from({ length: size }, (_, row) => cell(from + row, column)))
    yield { rowCount: size, columns: columns.map(text) }
  }
}
const file = await writeXls({ folder: tmpdir(), sheetName: '报表', columns, chunks: chunks(), summary: null })
await file.dispose()
