// Reads an .xls workbook (BIFF), and what reporting tools write under this ending: a page with tables, or the
// XML of Excel 2003. A sheet is read whole; the process's limits stop what a broken file might demand.
import { readFile } from 'node:fs/promises'
import { type CellObject, read, type WorkBook } from '@e965/xlsx'
import { findEncoding, readText } from '../encoding.ts'
import { importProblem } from '../problem.ts'
import type { SourceRecord } from '../records.ts'
import { firstBytes } from '../source.ts'
import { firstTable } from './firstTable.ts'
import { formatOf, numberText } from './formats.ts'
import { MergedColumns, rowsOfFilter } from './merges.ts'
import { type Place, SheetNotes } from './notes.ts'
import type { Workbook } from './xlsx.ts'

const mostBytes = 100 * 1024 * 1024

interface DenseSheet {
  '!data'?: (CellObject | undefined)[][]
  '!merges'?: { s: Cell; e: Cell }[]
  '!rows'?: ({ hidden?: boolean } | undefined)[]
  '!cols'?: ({ hidden?: boolean } | undefined)[]
  '!autofilter'?: { ref: string }
}
interface Cell {
  r: number
  c: number
}

export async function openXls(path: string, name: string, size: number): Promise<Workbook> {
  if (size > mostBytes) throw importProblem(`${name} 过大：.xls 最多 100 MB；请另存为 .xlsx 或 CSV`)
  const page = await pageText(path, name, size)
  const book = page === null ? parse(await readFile(path), name) : parse(page, name)
  const sheets = book.SheetNames
  if (page !== null && sheets.every((sheet) => rowsOf(book, sheet).length === 0)) throw noTable(name)
  const sizeOf = (sheet: string) => rowsOf(book, sheet).length
  if (sheets.length === 0) throw importProblem(`${name} 里没有工作表`)
  const records: Workbook['records'] = async function* (sheet, notes = new SheetNotes()) {
    if (!sheets.includes(sheet)) throw importProblem(`${name} 里没有工作表「${sheet}」`)
    const from1904 = book.Workbook?.WBProps?.date1904 ?? false
    yield* recordsOf(book.Sheets[sheet] as DenseSheet, { from1904, notes })
  }
  const sized = sheets.map((sheet) => ({ name: sheet, size: sizeOf(sheet) }))
  return { sheets, first: await firstTable(sized, records), records, close: () => undefined }
}

const noTable = (name: string) =>
  importProblem(`${name} 的内容是网页或 XML，里面没有表格；请用 Excel 打开后另存为 .xlsx`)

const mostPage = 32 * 1024 * 1024

/** The text of a page or of XML; null for a workbook. */
async function pageText(path: string, name: string, size: number): Promise<string | null> {
  const beginning = await firstBytes(path, 64, name)
  if (beginning.readUInt32BE(0) === 0xd0cf11e0) return null
  if (size > mostPage) throw importProblem(`${name} 过大：网页或 XML 最多 32 MB；请另存为 .xlsx 或 CSV`)
  let text = ''
  for await (const piece of readText(path, await findEncoding(path, name))) text += piece
  return text
}

function parse(content: Buffer | string, name: string): WorkBook {
  try {
    return read(content, {
      type: typeof content === 'string' ? 'string' : 'buffer',
      // Texts of a page stay as they are: 0012 is no number.
      raw: true,
      dense: true,
      cellNF: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      // Which columns are hidden.
      cellStyles: true,
      bookVBA: false,
    })
  } catch (error) {
    if (typeof content === 'string') throw noTable(name)
    if (/password|encrypt/i.test((error as Error).message))
      throw importProblem(`${name} 有密码；请去掉密码后再导入`)
    throw importProblem(`${name} 已损坏，或不是 Excel 工作簿；请用 Excel 打开后另存为 .xlsx`)
  }
}

const rowsOf = (book: WorkBook, sheet: string) =>
  (book.Sheets[sheet] as DenseSheet | undefined)?.['!data'] ?? []

interface SheetRules {
  from1904: boolean
  notes: SheetNotes
}

async function* recordsOf(sheet: DenseSheet, rules: SheetRules): AsyncGenerator<SourceRecord> {
  const { notes } = rules
  const merges = (sheet['!merges'] ?? []).map(({ s, e }) => ({ column: s.c, from: s.r, to: e.r }))
  const merged = new MergedColumns(merges)
  const filter = rowsOfFilter(sheet['!autofilter']?.ref ?? '')
  if (filter) notes.filter(filter.from, filter.to)
  for (const [row, cells] of (sheet['!data'] ?? []).entries()) {
    const fields = Array.from(cells ?? [], (cell, column) => textOf(cell, { row, column }, rules))
    seeHidden(sheet, row, fields, notes)
    merged.fill(row, fields)
    yield { line: row + 1, fields, problem: '' }
  }
}

function seeHidden(
  sheet: DenseSheet,
  row: number,
  fields: readonly (string | null)[],
  notes: SheetNotes,
): void {
  if (sheet['!rows']?.[row]?.hidden && fields.some((field) => field !== null)) notes.hiddenRow(row)
  for (const [column, field] of fields.entries())
    if (field !== null && sheet['!cols']?.[column]?.hidden) notes.hiddenColumn(column)
}

const errorNames: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

function textOf(cell: CellObject | undefined, place: Place, rules: SheetRules): string | null {
  const { t, v, z } = cell ?? {}
  if (t === 'e') rules.notes.error(place, errorNames[Number(v)] ?? '')
  if (v === undefined || v === null || t === 'e' || t === 'z') return null
  if (typeof v === 'number')
    return numberText(String(v), typeof z === 'string' ? formatOf(z) : 'number', place, rules)
  return String(v) || null
}
