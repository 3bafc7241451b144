// The .xls writer, checked by another program's reader.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkbookColumn } from '#server/files/workbook.ts'
import { clearExports, exportCells, exportFolder, writeXls, type XlsRequest } from '#server/files/xls.ts'
import { AppError } from '#shared/errors.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xls-'))
})
afterAll(() => rm(folder, { recursive: true }))

const text: WorkbookColumn = { title: '名称', type: 'string', format: null }
const integer: WorkbookColumn = { title: '人数', type: 'integer', format: 'integer' }

const chunk = (...columns: unknown[][]) => ({
  rowCount: columns[0]?.length ?? 0,
  columns: columns.map((cells) => JSON.stringify(cells)),
})

async function written(request: Partial<XlsRequest>) {
  const file = await writeXls({
    folder,
    sheetName: '日报',
    columns: [text],
    chunks: [],
    summary: null,
    ...request,
  })
  const bytes = await readFile(file.path)
  await file.dispose()
  expect(bytes.length).toBe(file.size)
  return XLSX.read(bytes, { cellNF: true })
}

const firstSheet = (book: XLSX.WorkBook) => book.Sheets[book.SheetNames[0] as string] as XLSX.WorkSheet

describe('writeXls', () => {
  it('writes typed numbers, percents, dates and times with their formats', async () => {
    const columns: WorkbookColumn[] = [
      { title: '日期', type: 'date', format: null },
      { title: '时间', type: 'datetime', format: null },
      { title: '付费率', type: 'number', format: 'percent' },
      integer,
    ]
    const chunks = [chunk(['2026-10-01'], ['2026-10-01 06:00:00'], [0.0427], [1234567])]
    const sheet = firstSheet(await written({ columns, chunks }))
    expect(sheet.A2).toMatchObject({ t: 'n', v: 46296, z: 'yyyy-mm-dd' })
    expect(sheet.B2).toMatchObject({ t: 'n', v: 46296.25, z: 'yyyy-mm-dd hh:mm:ss' })
    expect(sheet.C2).toMatchObject({ t: 'n', v: 0.0427, z: '0.00%' })
    expect(sheet.D2).toMatchObject({ t: 'n', v: 1234567, z: '#,##0' })
  })

  it('keeps formula-like text as text', async () => {
    const hostile = ['=1+1', '@SUM(A1)', '+86', '-1', '\t=2', "'=3"]
    const sheet = firstSheet(await written({ chunks: [chunk(hostile)] }))
    expect(hostile.map((_, row) => sheet[`A${row + 2}`])).toMatchObject(hostile.map((v) => ({ t: 's', v })))
    expect(Object.values(sheet).some((cell) => cell?.f !== undefined)).toBe(false)
  })

  it('keeps Chinese, emoji, quotes, line breaks and long texts whole', async () => {
    const texts = ['云海仙途', '玩家😀"引号",逗号', '第一行\n第二行', '长'.repeat(9000), 'a'.repeat(32_767)]
    const sheet = firstSheet(await written({ chunks: [chunk(texts)] }))
    expect(texts.map((_, row) => sheet[`A${row + 2}`].v === texts[row])).toEqual(texts.map(() => true))
  })

  it('cuts a text beyond what a cell can hold, and says so', async () => {
    const sheet = firstSheet(await written({ chunks: [chunk(['b'.repeat(1_000_000)])] }))
    expect(sheet.A2.v).toBe(`${'b'.repeat(32_766)}…`)
  })

  it('splits beyond 65,536 rows over sheets, each with the header, nothing lost', async () => {
    const rows = 140_000
    const numbers = Array.from({ length: rows }, (_, row) => row)
    const chunks = [chunk(numbers.slice(0, 70_001)), chunk(numbers.slice(70_001))]
    const book = await written({ columns: [integer], chunks, summary: [42] })
    expect(book.SheetNames).toEqual(['日报', '日报 2', '日报 3'])
    const read = book.SheetNames.flatMap((name) => {
      const cells = XLSX.utils.sheet_to_json<unknown[]>(book.Sheets[name] as XLSX.WorkSheet, { header: 1 })
      expect(cells[0]).toEqual(['人数'])
      return cells.slice(1).map(([cell]) => cell)
    })
    expect(read.length).toBe(rows + 1)
    expect(read.slice(0, rows).every((cell, row) => cell === row)).toBe(true)
    expect(read.at(-1)).toBe(42)
  })

  it('writes exact decimals as numbers and longer ones as text', async () => {
    const columns: WorkbookColumn[] = [{ title: '金额', type: 'number', format: 'decimal' }]
    const sheet = firstSheet(
      await written({ columns, chunks: [chunk(['12345.67', '12345678901234567.89'])] }),
    )
    expect(sheet.A2).toMatchObject({ t: 'n', v: 12345.67 })
    expect(sheet.A3).toMatchObject({ t: 's', v: '12345678901234567.89' })
  })

  it('names values from a dictionary and leaves empty cells out', async () => {
    const columns = [{ ...text, labels: { ios: '苹果' } }]
    const sheet = firstSheet(await written({ columns, chunks: [chunk(['ios', null, 'other'])] }))
    expect([sheet.A2?.v, sheet.A3, sheet.A4?.v]).toEqual(['苹果', undefined, 'other'])
  })

  it('writes a file with a header alone for a result without rows', async () => {
    expect(firstSheet(await written({})).A1.v).toBe('名称')
  })

  it('refuses more cells and more columns than a spreadsheet bears, and leaves no file', async () => {
    const wide = writeXls({
      folder,
      sheetName: '宽',
      columns: Array(257).fill(integer),
      chunks: [],
      summary: null,
    })
    await expect(wide).rejects.toThrow('导出最多 256 列')
    const huge = (function* () {
      for (let at = 0; at <= exportCells; at += 100_000) yield { rowCount: 100_000, columns: ['[]'] }
    })()
    const tall = writeXls({ folder, sheetName: '长', columns: [integer], chunks: huge, summary: null })
    await expect(tall).rejects.toBeInstanceOf(AppError)
    expect(await readdir(folder)).toEqual([])
  })

  it('ends the writer when the reader goes away', async () => {
    const controller = new AbortController()
    const endless = (async function* () {
      for (let at = 0; ; at++) {
        if (at === 3) controller.abort()
        yield chunk([at])
      }
    })()
    const { signal } = controller
    const aborted = writeXls({
      folder,
      sheetName: '停',
      columns: [integer],
      chunks: endless,
      summary: null,
      signal,
    })
    await expect(aborted).rejects.toMatchObject({ code: 'query_canceled' })
    expect(await readdir(folder)).toEqual([])
  })
})

describe('clearExports', () => {
  it('removes what a killed server left, and bears a folder that was never made', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'exports-'))
    await clearExports(dataDir)
    await mkdir(exportFolder(dataDir))
    await writeFile(join(exportFolder(dataDir), 'half.xls.part'), '…')
    await clearExports(dataDir)
    expect(await readdir(exportFolder(dataDir))).toEqual([])
    await rm(dataDir, { recursive: true })
  })
})
