// Reads an .xls workbook (BIFF). A sheet has at most 65,536 rows and is read whole; the process's limits stop
// what a broken file might demand.
import { readFile } from 'node:fs/promises'
import { type CellObject, read, type WorkBook } from '@e965/xlsx'
import { importProblem } from '../problem.ts'
import type { SourceRecord } from '../records.ts'
import { formatOf, numberText } from './formats.ts'
import { MergedColumns } from './merges.ts'
import type { Workbook } from './xlsx.ts'

const mostBytes = 100 * 1024 * 1024

type DenseSheet = { '!data'?: (CellObject | undefined)[][]; '!merges'?: { s: Cell; e: Cell }[] }
interface Cell {
  r: number
  c: number
}

export async function openXls(path: string, name: string, size: number): Promise<Workbook> {
  if (size > mostBytes) throw importProblem(`${name} 过大：.xls 最多 100 MB；请另存为 .xlsx 或 CSV`)
  const book = parse(await readFile(path), name)
  const sheets = book.SheetNames
  const sizeOf = (sheet: string) => rowsOf(book, sheet).length
  const largest = Math.max(0, ...sheets.map(sizeOf))
  const [first] = sheets
  if (first === undefined) throw importProblem(`${name} 里没有工作表`)
  return {
    sheets,
    first: sheets.find((sheet) => sizeOf(sheet) >= largest * 0.2) ?? first,
    records: async function* (sheet) {
      if (!sheets.includes(sheet)) throw importProblem(`${name} 里没有工作表「${sheet}」`)
      const from1904 = book.Workbook?.WBProps?.date1904 ?? false
      yield* recordsOf(book.Sheets[sheet] as DenseSheet, from1904)
    },
    close: () => undefined,
  }
}

function parse(bytes: Buffer, name: string): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      bookVBA: false,
    })
  } catch (error) {
    if (/password|encrypt/i.test((error as Error).message))
      throw importProblem(`${name} 有密码；请去掉密码后再导入`)
    throw importProblem(`${name} 已损坏，或不是 Excel 工作簿；请用 Excel 打开后另存为 .xlsx`)
  }
}

const rowsOf = (book: WorkBook, sheet: string) =>
  (book.Sheets[sheet] as DenseSheet | undefined)?.['!data'] ?? []

async function* recordsOf(sheet: DenseSheet, from1904: boolean): AsyncGenerator<SourceRecord> {
  const merges = (sheet['!merges'] ?? []).map(({ s, e }) => ({ column: s.c, from: s.r, to: e.r }))
  const merged = new MergedColumns(merges)
  for (const [row, cells] of (sheet['!data'] ?? []).entries()) {
    const fields = Array.from(cells ?? [], (cell) => textOf(cell, from1904))
    merged.fill(row, fields)
    yield { line: row + 1, fields, problem: '' }
  }
}

function textOf(cell: CellObject | undefined, from1904: boolean): string | null {
  const { t, v, z } = cell ?? {}
  if (v === undefined || v === null || t === 'e' || t === 'z') return null
  if (typeof v === 'number')
    return numberText(String(v), typeof z === 'string' ? formatOf(z) : 'number', from1904)
  return String(v) || null
}
