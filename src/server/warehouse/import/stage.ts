// Stages a file with untyped rows, by the kind of its content.
import { BadLines } from './problem.ts'
import { stageText } from './readRows.ts'
import { type SourceRecord, stageRecords } from './records.ts'
import type { Source } from './source.ts'
import type { StagedRows, StagingOptions } from './stagedRows.ts'
import { StagingFile } from './staging.ts'
import { SheetNotes } from './workbook/notes.ts'
import type { Workbook } from './workbook/xlsx.ts'

interface StagedFile extends StagedRows {
  /** Names of a workbook's sheets; empty for other files. */
  sheets: string[]
  /** The sheet that was read; null without sheets. */
  sheet: string | null
}

export interface FileOptions extends StagingOptions {
  /** Name of the sheet to read; the first one with a table where absent. */
  sheet?: string | null
}

export async function stageFile(source: Source, options: FileOptions): Promise<StagedFile> {
  if (source.kind !== 'xlsx' && source.kind !== 'xls')
    return { ...(await stageText(source, options)), sheets: [], sheet: null }
  const book = await openWorkbook(source)
  try {
    return await stageSheet(source, book, options)
  } finally {
    book.close()
  }
}

/** Workbook readers are loaded on demand. */
async function openWorkbook({ kind, path, name, size }: Source): Promise<Workbook> {
  if (kind === 'xls') return (await import('./workbook/xls.ts')).openXls(path, name, size)
  return (await import('./workbook/xlsx.ts')).openXlsx(path, name)
}

async function* singly(records: AsyncIterable<SourceRecord>): AsyncGenerator<SourceRecord[]> {
  for await (const record of records) yield [record]
}

async function stageSheet(source: Source, book: Workbook, options: FileOptions): Promise<StagedFile> {
  const { path, head = null, sheet: wanted } = options
  const staging = new StagingFile(path)
  const bad = new BadLines()
  const seen = new SheetNotes()
  const sheet = wanted ?? book.first
  const faultOfText = (text: string) => (text.includes('\0') ? '含 NUL 字符' : '')
  try {
    const rules = { name: source.name, head, faultOfText, ragged: true }
    const found = await stageRecords(singly(book.records(sheet, seen)), { staging, bad }, rules)
    await staging.close()
    const notes = [
      ...(book.sheets.length > 1 ? [`工作表「${sheet}」`] : []),
      ...found.notes,
      ...seen.sentences(),
    ]
    return {
      ...found,
      path,
      rows: staging.rows,
      broken: staging.broken,
      longest: staging.longest,
      bad,
      words: staging.words.rows,
      notes,
      sheets: book.sheets,
      sheet,
    }
  } finally {
    await staging.close()
  }
}
