// The .xlsx and .csv writer, checked by another program's reader.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import XLSX from 'sheetjs-style'
import { describe, expect, it, vi } from 'vitest'
import { type SheetRequest, sheetStream } from '#server/files/sheets.ts'
import { columnName, type SheetColumn, serialOf } from '#server/files/xlsx/sheet.ts'
import { csvText } from '#shared/csvText.ts'

const text: SheetColumn = { title: '名称', type: 'string' }
const integer: SheetColumn = { title: '人数', type: 'integer' }

const chunk = (...columns: unknown[][]) => ({
  rowCount: columns[0]?.length ?? 0,
  columns: columns.map((cells) => JSON.stringify(cells)),
})
async function* chunksOf(...chunks: ReturnType<typeof chunk>[]) {
  yield* chunks
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

async function written(request: Partial<SheetRequest> & Pick<SheetRequest, 'columns' | 'chunks'>) {
  const bytes = await bytesOf(sheetStream({ format: 'xlsx', title: '日报', ...request }))
  return XLSX.read(bytes, { cellNF: true })
}
const firstSheet = (book: XLSX.WorkBook) => book.Sheets[book.SheetNames[0] as string] as XLSX.WorkSheet

function countOf(mark: string, bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) count += 1
  return count
}

describe('an .xlsx', () => {
  it('holds numbers, truths, dates and times as such', async () => {
    const columns: SheetColumn[] = [
      { title: '日期', type: 'date' },
      { title: '时间', type: 'datetime' },
      { title: '金额', type: 'number' },
      { title: '首充', type: 'boolean' },
    ]
    const chunks = chunksOf(
      chunk(['2026-10-01', null], ['2026-10-01 06:00:00', null], [12.5, null], [true, null]),
    )
    const sheet = firstSheet(await written({ columns, chunks }))
    expect(sheet.A2).toMatchObject({ t: 'n', v: 46296, z: 'yyyy-mm-dd' })
    expect(sheet.B2).toMatchObject({ t: 'n', v: 46296.25, z: 'yyyy-mm-dd hh:mm:ss' })
    expect(sheet.C2).toMatchObject({ t: 'n', v: 12.5 })
    expect(sheet.D2).toMatchObject({ t: 'b', v: true })
    expect(sheet.A3).toBeUndefined()
  })

  it('tells the empty text from none where a column does', async () => {
    const columns: SheetColumn[] = [text, { ...text, emptyText: '(空文本)' }]
    const sheet = firstSheet(await written({ columns, chunks: chunksOf(chunk(['', null], ['', null])) }))
    expect(sheet.A2?.v ?? '').toBe('')
    expect(sheet.B2).toMatchObject({ t: 's', v: '(空文本)' })
    expect(sheet.B3).toBeUndefined()
  })

  it('keeps exact what a spreadsheet can not: long integers, far dates', async () => {
    const columns: SheetColumn[] = [integer, { title: '日期', type: 'date' }]
    const chunks = chunksOf(
      chunk([9007199254740991, '9223372036854775807', 15], ['1900-02-28', '12026-01-01', '1900-03-01']),
    )
    const sheet = firstSheet(await written({ columns, chunks }))
    expect([sheet.A2.v, sheet.A3.v, sheet.A4.v]).toEqual(['9007199254740991', '9223372036854775807', 15])
    expect([sheet.B2.v, sheet.B3.v, sheet.B4.v]).toEqual(['1900-02-28', '12026-01-01', 61])
  })

  it('keeps texts whole: like formulas, Chinese, emoji, markup, control characters', async () => {
    const texts = [
      '=1+1',
      '+86',
      '@SUM',
      '云海😀',
      '<b>&"\'',
      'a\u0001b',
      '_x0041_',
      ' led',
      '一\n二',
      'a'.repeat(32_767),
    ]
    const sheet = firstSheet(await written({ columns: [text], chunks: chunksOf(chunk(texts)) }))
    const cells = texts.map((_, row) => sheet[`A${row + 2}`])
    expect(cells.some((cell) => cell.f !== undefined)).toBe(false)
    expect(cells.map((cell) => cell.t)).toEqual(texts.map(() => 's'))
    expect(cells.map((cell) => cell.v)).toEqual(texts)
  })

  it('cuts a text beyond what a cell can hold, and says so', async () => {
    const sheet = firstSheet(
      await written({ columns: [text], chunks: chunksOf(chunk(['b'.repeat(1_000_000)])) }),
    )
    expect(sheet.A2.v).toMatch(/^b+…（内容过长，Excel 单元格只能保留 32767 个字符）$/)
    expect(sheet.A2.v).toHaveLength(32_767)
  })

  it('goes on in another sheet when one is full', async () => {
    async function* many() {
      const cells = Array.from({ length: 50_000 }, (_, index) => index)
      for (let at = 0; at < 22; at += 1) yield chunk(cells)
    }
    const request = { columns: [integer], chunks: many(), title: '很长'.repeat(20) }
    const bytes = await bytesOf(sheetStream({ format: 'xlsx', ...request }))
    // The reader takes a minute for cells that nobody looks at: the heads alone, and the rows by their marks.
    const book = XLSX.read(bytes, { sheetRows: 1 })
    expect(book.SheetNames).toEqual([`${'很长'.repeat(15)}很`, `${'很长'.repeat(14)}很 2`])
    expect(book.SheetNames.map((name) => book.Sheets[name]?.A1.v)).toEqual(['人数', '人数'])
    const { FileIndex, FullPaths } = XLSX.CFB.read(bytes, { type: 'buffer' })
    const rows = FullPaths.flatMap((path, at) =>
      path.includes('worksheets/sheet') ? countOf('<row ', Buffer.from(FileIndex[at]?.content ?? [])) : [],
    )
    expect(rows).toEqual([1_048_576, 22 * 50_000 - 1_048_575 + 1])
  })

  it('holds its head alone when there are no rows', async () => {
    const book = await written({ columns: [text, text], chunks: chunksOf(), title: "a/b[c]'" })
    expect(book.SheetNames).toEqual(['a_b_c_'])
    expect(firstSheet(book)['!ref']).toBe('A1:B1')
  })

  it('refuses more columns than a sheet has', () => {
    const columns = Array.from({ length: 16_385 }, () => text)
    expect(() => sheetStream({ format: 'xlsx', title: '', columns, chunks: chunksOf() })).toThrow('16384 列')
  })
})

describe('a .csv', () => {
  const csv = async (request: Partial<SheetRequest> & Pick<SheetRequest, 'columns' | 'chunks'>) =>
    (await bytesOf(sheetStream({ format: 'csv', title: '', ...request }))).toString()

  it('begins with a mark, ends each line with CRLF, quotes what needs it', async () => {
    const chunks = chunksOf(
      chunk(['a,b', 'c"d', '一\n二', null, ''], [1, -2.5, null, true, '9223372036854775807']),
    )
    expect(await csv({ columns: [text, { title: '值,"x"', type: 'number' }], chunks })).toBe(
      '\ufeff名称,"值,""x"""\r\n"a,b",1\r\n"c""d",-2.5\r\n"一\n二",\r\n,true\r\n"",9223372036854775807\r\n',
    )
  })

  it('keeps the digits of numbers as they stand, and has a line for every row', async () => {
    const number: SheetColumn = { title: '数', type: 'number' }
    const chunks = chunksOf(
      { rowCount: 4, columns: ['[1.10,-0,null,"NaN"]'] },
      { rowCount: 0, columns: ['[]'] },
    )
    expect(await csv({ columns: [number], chunks })).toBe('\ufeff数\r\n1.10\r\n-0\r\n""\r\nNaN\r\n')
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+86 138', "'+86 138"],
    ['-1', '-1'],
    ['-1.5e3', '-1.5e3'],
    ['-cmd|x', "'-cmd|x"],
    ['\t=1', "'\t=1"],
    ['=HYPERLINK("a,b")', '"\'=HYPERLINK(""a,b"")"'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A', "'＠A"],
    ['\n=1', '"\'\n=1"'],
    ['甲\r\n=1', '"\'甲\r\n=1"'],
    ['甲\n＋乙', '"\'甲\n＋乙"'],
    ['甲\r\n\r\n乙=1', '"甲\r\n\r\n乙=1"'],
    ['！', '！'],
    ['plain', 'plain'],
  ])('keeps %j text', (given, expected) => {
    expect(csvText(given)).toBe(expected)
  })
})

describe('the stream', () => {
  it('fails with what its rows fail with', async () => {
    async function* broken() {
      yield chunk(['a'])
      throw new Error('the rows broke off')
    }
    await expect(
      bytesOf(sheetStream({ format: 'csv', title: '', columns: [text], chunks: broken() })),
    ).rejects.toThrow('the rows broke off')
  })

  it('asks for rows at the reader’s pace, and ends them when the reader leaves', async () => {
    let asked = 0
    let left = false
    async function* endless() {
      try {
        for (;;) {
          asked += 1
          yield chunk(Array.from({ length: 1000 }, () => 'x'.repeat(100)))
        }
      } finally {
        left = true
      }
    }
    const stream = sheetStream({ format: 'csv', title: '', columns: [text], chunks: endless() })
    stream.read()
    await once(stream, 'readable')
    await pause(500)
    const before = asked
    await pause(300)
    expect(asked).toBe(before)
    stream.destroy()
    await vi.waitFor(() => expect(left).toBe(true), 5000)
  })
})

it('names columns and days as spreadsheets do', () => {
  expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
  expect([serialOf('2026-10-01'), serialOf('1900-02-28'), serialOf('2026-10-01 12:00:00.500')]).toEqual([
    46296,
    null,
    46296 + 43200.5 / 86400,
  ])
})
