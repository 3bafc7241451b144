// sheetjs-style alone, as its documentation has it: rows to a sheet, the sheet to a file.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import XLSX from 'sheetjs-style'
import { cell, columns, rowCount } from './rows.mjs'

const rows = [columns.map(({ title }) => title)]
for (let row = 0; row < rowCount; row++) rows.push(columns.map((_, column) => cell(row, column)))
const book = XLSX.utils.book_new()
XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), '报表')
const path = join(tmpdir(), `peer-${process.pid}.xls`)
XLSX.writeFile(book, path, { bookType: 'biff8' })
rmSync(path)
