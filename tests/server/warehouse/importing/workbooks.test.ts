// Workbooks as they are imported: every digit of their cells, and what a reader of the table must be told.
import { type CellObject, CFB, read as readByLibrary, utils, type WorkSheet, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chance } from '#tests/factories/chance.ts'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'
import { zip } from '#tests/factories/zip.ts'

let house: ImportHouse
beforeAll(async () => {
  house = await makeImportHouse()
})
afterAll(() => house.dispose())

let number = 0

async function imported(ending: 'xlsx' | 'xls', file: Buffer, ...args: string[]) {
  number += 1
  const table = `books${number}`
  const { lines } = await house.run([await house.file(`${table}.${ending}`, file), '--table', table, ...args])
  const { columns } = await house.published(table)
  const list = columns.map(({ name }) => `"${name}"::VARCHAR`).join(', ')
  return { lines: lines.join('\n'), rows: await house.rows(table, `SELECT ${list}`) }
}

/** What stands in a workbook beside its rows. */
interface Sheet {
  before?: string
  after?: string
  /** Formats of the styles 1, 2, … */
  formats?: string[]
  from1904?: boolean
}

/** An .xlsx file of these rows' XML. */
function book(rows: string, { before = '', after = '', formats = [], from1904 = false }: Sheet = {}): Buffer {
  const codes = formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')
  const styles = formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')
  return zip([
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="r"><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets><sheet name="表" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet><numFmts>${codes}</numFmts><cellXfs><xf numFmtId="0"/>${styles}</cellXfs></styleSheet>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    },
  ])
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const figure = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`
const at = (place: string, inner: string, rest = '') => `<c r="${place}"${rest}>${inner}</c>`
const named = (...cells: string[][]) =>
  row(text('名称'), text('数')) + cells.map((each, at) => row(text(`第 ${at}`), ...each)).join('')

/** An .xls file of one sheet. */
function oldBook(sheet: WorkSheet, from1904 = false): Buffer {
  const file = utils.book_new()
  utils.book_append_sheet(file, sheet, '表')
  file.Workbook = { WBProps: { date1904: from1904 } }
  return write(file, { type: 'buffer', bookType: 'biff8' })
}

/** The library writes no hidden rows: a record of the row is put behind that of the sheet's dimensions. */
function withHiddenRow(file: Buffer, hidden: number): Buffer {
  const [rowRecord, dimensions] = [0x0208, 0x0200]
  const container = CFB.read(file, { type: 'buffer' })
  const entry = CFB.find(container, '/Workbook')
  if (!entry) throw new Error('the file has no workbook')
  const stream = Buffer.from(entry.content as Uint8Array)
  let end = 0
  for (let record = -1; record !== dimensions; end += 4 + stream.readUInt16LE(end + 2))
    record = stream.readUInt16LE(end)
  const inserted = Buffer.alloc(20)
  inserted.writeUInt16LE(rowRecord, 0)
  inserted.writeUInt16LE(16, 2)
  inserted.writeUInt16LE(hidden, 4)
  inserted.writeUInt8(0x20, 16)
  entry.content = Buffer.concat([stream.subarray(0, end), inserted, stream.subarray(end)])
  entry.size = entry.content.length
  return CFB.write(container, { type: 'buffer' }) as Buffer
}

const columnOf = (rows: unknown[][]) => rows.map((cells) => cells[1])

describe('digits', () => {
  it.each<[string, string, string]>([
    ['sixteen digits', '99999999999999.99', '99999999999999.99'],
    ['noise of the seventeenth digit', '0.10000000000000001', '0.1'],
    ['noise of a longer expansion', '0.1000000000000000055511151231257827', '0.1'],
    ['a sum that is not quite its decimal', '0.30000000000000004', '0.30000000000000004'],
    ['seventeen digits of a double of sixteen', '99999999999999.984', '99999999999999.98'],
    ['a decimal longer than doubles', '12345678901234.567891', '12345678901234.567891'],
    ['an integer longer than doubles', '1234567890123456789', '1234567890123456789'],
    ['an integer next to a power of two', '9007199254740993', '9007199254740993'],
    ['an exponent', '1.2E-4', '0.00012'],
    ['a large exponent', '1.5E+20', '1.5e+20'],
  ])('keeps %s', async (_name, stored, shown) => {
    const { rows } = await imported('xlsx', book(named([figure(stored)], [figure(stored)])))
    expect(columnOf(rows).map(String)).toEqual([shown, shown])
  })

  it('takes percentages from their digits, not from a product', async () => {
    const shares = ['0.07', '0.28999999999999998', '0.12345678901234567', '1', '1.0E-7', '-0.5']
    const sheet = book(named(...shares.map((share) => [figure(share, 1)])), { formats: ['0.00%'] })
    const { rows } = await imported('xlsx', sheet)
    expect(columnOf(rows).map((cell) => String(cell).replace(/\.?0+$/, ''))).toEqual([
      '0.07',
      '0.29',
      '0.12345678901234567',
      '1',
      '0.0000001',
      '-0.5',
    ])
  })

  it.each(['xlsx', 'xls'] as const)('gives back any double of an .%s bit by bit', async (ending) => {
    const draw = chance()
    const values = Array.from({ length: 200 }, () => (draw() - 0.5) * 10 ** Math.floor(draw() * 16))
    const sheet = utils.aoa_to_sheet([['名称', '数'], ...values.map((value, at) => [`第 ${at}`, value])])
    const file = utils.book_new()
    utils.book_append_sheet(file, sheet, '表')
    const bytes: Buffer = write(file, { type: 'buffer', bookType: ending === 'xls' ? 'biff8' : 'xlsx' })
    const [first = ''] = readByLibrary(bytes).SheetNames
    const second = readByLibrary(bytes).Sheets[first]
    const { rows } = await imported(ending, bytes)
    expect(columnOf(rows).map(Number)).toEqual(values)
    expect(values.map((_, at) => second?.[`B${at + 2}`].v)).toEqual(values)
  })
})

describe('what a sheet does not show', () => {
  const names = ['甲', '乙', '丙', '丁', '戊']
  const figures = names.map((_, index) => 11 + index)
  const body = (hidden: readonly string[]) =>
    `<row r="1">${text('名称')}${text('数')}${text('备注')}</row>` +
    names
      .map(
        (name, index) =>
          `<row r="${index + 2}"${hidden.includes(name) ? ' hidden="1"' : ''}>${text(name)}${figure(String(figures[index]))}${text('x')}</row>`,
      )
      .join('')

  it('is imported and said: hidden rows and columns', async () => {
    const before = '<cols><col min="2" max="3" hidden="1"/><col min="7" max="16384" hidden="true"/></cols>'
    const { rows, lines } = await imported('xlsx', book(body(['乙', '丁']), { before }))
    expect(rows.map(([name]) => name)).toEqual(names)
    expect(columnOf(rows).map(Number)).toEqual(figures)
    expect(lines).toContain('隐藏的 2 行也导入了')
    expect(lines).toContain('隐藏的 2 列也导入了（B、C）')
    expect(lines).not.toContain('筛选')
  })

  it('is imported and said: rows that a filter leaves out', async () => {
    const filter = (columns: string) => `<autoFilter ref="A1:C5">${columns}</autoFilter>`
    const set = filter('<filterColumn colId="0"><filters><filter val="甲"/></filters></filterColumn>')
    const filtered = await imported('xlsx', book(body(['乙', '丙', '戊']), { after: set }))
    expect(columnOf(filtered.rows).map(Number)).toEqual(figures)
    expect(filtered.lines).toContain('被筛选掉的 2 行也导入了')
    expect(filtered.lines).toContain('隐藏的 1 行也导入了')
    const open = await imported('xlsx', book(body(['乙']), { after: filter('') }))
    expect(open.lines).toContain('隐藏的 1 行也导入了')
    expect(open.lines).not.toContain('筛选')
  })

  it('is no matter where it is empty', async () => {
    const empty = '<row r="7" hidden="1"/><row r="8" hidden="1"><c r="A8" s="0"/></row>'
    const { lines } = await imported('xlsx', book(body([]) + empty))
    expect(lines).not.toContain('隐藏')
  })

  it('is imported and said for .xls, too', async () => {
    const cells = names.map((name, index) => [name, figures[index], 'x'])
    const sheet = utils.aoa_to_sheet([['名称', '数', '备注'], ...cells])
    sheet['!cols'] = [{}, { hidden: true, wch: 8 }, {}]
    const { rows, lines } = await imported('xls', withHiddenRow(oldBook(sheet), 3))
    expect(columnOf(rows).map(Number)).toEqual(figures)
    expect(lines).toContain('隐藏的 1 行也导入了')
    expect(lines).toContain('隐藏的 1 列也导入了（B）')
  })
})

describe('cells without a value', () => {
  it('are counted where formulas have no stored result, with the first place', async () => {
    const rows = [
      `<row r="1">${text('名称')}${text('数')}${text('备注')}</row>`,
      `<row r="2">${at('A2', '<is><t>甲</t></is>', ' t="inlineStr"')}${at('B2', '<f>1+1</f>')}${at('C2', '<f>""</f><v></v>', ' t="str"')}</row>`,
      `<row r="3">${at('A3', '<is><t>乙</t></is>', ' t="inlineStr"')}${at('B3', '<f>A1</f><v/>')}</row>`,
      `<row r="4">${at('A4', '<is><t>丙</t></is>', ' t="inlineStr"')}${at('B4', '<f t="shared" si="0"/><v>7</v>')}</row>`,
      `<row r="5">${at('A5', '<is><t>丁</t></is>', ' t="inlineStr"')}${at('B5', '<f t="shared" si="0"/>')}</row>`,
    ].join('')
    const found = await imported('xlsx', book(rows))
    expect(columnOf(found.rows)).toEqual([null, null, '7', null])
    expect(found.lines).toContain('3 个公式没有存下结果（B2…），按空值导入')
  })

  it('are counted where they are errors, with their names and the first place', async () => {
    const error = (name: string) => `<c t="e"><f>x</f><v>${name}</v></c>`
    const rows = named([error('#DIV/0!')], [figure('5')], [error('#N/A')], [error('#REF!')], [error('#N/A')])
    const found = await imported('xlsx', book(rows))
    expect(columnOf(found.rows)).toEqual([null, '5', null, null, null])
    expect(found.lines).toContain('4 个单元格是错误值（#DIV/0!、#N/A、#REF!；B2…），按空值导入')
    expect(found.lines).not.toContain('公式')
  })

  it('are counted in .xls, too', async () => {
    const sheet = utils.aoa_to_sheet([
      ['名称', '数'],
      ['甲', 5],
      ['乙', 6],
      ['丙', 7],
    ])
    sheet.B3 = { t: 'e', v: 0x07 }
    const { rows, lines } = await imported('xls', oldBook(sheet))
    expect(columnOf(rows)).toEqual(['5', null, '7'])
    expect(lines).toContain('1 个单元格是错误值（#DIV/0!；B3），按空值导入')
  })
})

describe('clocks and days', () => {
  it('read durations as hours, and say so', async () => {
    const hours = [30.25, 8.5, 0.5, 1000, 1 / 3]
    const sheet = book(named(...hours.map((each) => [figure(String(each / 24), 1)])), { formats: ['[h]:mm'] })
    const { rows, lines } = await imported('xlsx', sheet)
    expect(columnOf(rows).map(Number)).toEqual(hours)
    expect(lines).toContain('5 个时长（[h]:mm，B2…）按小时数导入：30:15 为 30.25')
  })

  it.each<[string, number, string]>([
    ['[hh]:mm:ss', 90_615, '1 个时长（[h]:mm，B2）按小时数导入：25:10:15 为 25.170833333333334'],
    ['[$-804][h]"小时"mm"分"', 90_600, '1 个时长（[h]:mm，B2）按小时数导入：25:10 为 25.166666666666668'],
    ['[mm]:ss', 5415, '1 个时长（[mm]:ss，B2）按分钟数导入：90:15 为 90.25'],
    ['[s]', 75, '1 个时长（[ss]，B2）按秒数导入：75 为 75'],
  ])('read %s', async (format, seconds, said) => {
    const sheet = book(named([figure(String(seconds / 86_400), 1)]), {
      formats: [format.replaceAll('"', '&quot;')],
    })
    expect((await imported('xlsx', sheet)).lines).toContain(said)
  })

  it('keep times of day beyond a day in hours, as those before', async () => {
    const days = [8.5 / 24, 30.25 / 24, 1]
    const sheet = book(named(...days.map((each) => [figure(String(each), 1)])), { formats: ['h:mm'] })
    expect(columnOf((await imported('xlsx', sheet)).rows)).toEqual(['08:30:00', '30:15:00', '24:00:00'])
  })

  it('are asked where a column has both, durations and times of day', async () => {
    const rows = named([figure(String(8.5 / 24), 1)], [figure(String(26.5 / 24), 2)], [figure('0.5', 1)])
    const sheet = book(rows, { formats: ['h:mm', '[h]:mm'] })
    const refusal = await imported('xlsx', sheet).catch((failure: Error) => failure.message)
    expect(refusal).toContain('1 个是数：是时长吗')
    expect(refusal).toMatch(/--read '.+=hours' {2}是时长，按小时数读，数就是小时数/)
    const column = /--read '(.+)=hours'/.exec(String(refusal))?.[1] ?? ''
    const { rows: read, lines } = await imported('xlsx', sheet, '--read', `${column}=hours`)
    expect(columnOf(read).map(Number)).toEqual([8.5, 26.5, 12])
    expect(lines).toContain('B 列里有 2 个时刻（h:mm）和 1 个时长（[h]:mm）')
    const kept = await imported('xlsx', sheet, '--read', `${column}=text`)
    expect(columnOf(kept.rows)).toEqual(['08:30:00', '26.5', '12:00:00'])
  })

  /** Days counted by hand from a day that is sure, not by the import's base. */
  const dayAfter = (first: string, days: number) =>
    new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10)
  it('are right on both sides of the day that never was, and in the system of 1904', async () => {
    const serials = [1, 31, 32, 59, 61, 366, 367, 45_000]
    const expected = serials.map((serial) =>
      serial < 60 ? dayAfter('1900-01-01', serial - 1) : dayAfter('1900-03-01', serial - 61),
    )
    const rows = named(...serials.map((serial) => [figure(String(serial), 1)]))
    const from1900 = await imported('xlsx', book(rows, { formats: ['yyyy-mm-dd'] }))
    expect(columnOf(from1900.rows)).toEqual(expected)
    expect(expected.slice(2, 6)).toEqual(['1900-02-01', '1900-02-28', '1900-03-01', '1900-12-31'])
    const from1904 = await imported('xlsx', book(rows, { formats: ['yyyy-mm-dd'], from1904: true }))
    expect(columnOf(from1904.rows)).toEqual(serials.map((serial) => dayAfter('1904-01-01', serial)))
  })

  it.each([false, true])('are right in .xls (from 1904: %s)', async (from1904) => {
    const serials = [1, 59, 61, 1462, 45_000]
    const sheet = utils.aoa_to_sheet([['名称', '数'], ...serials.map((serial) => [`第 ${serial}`, serial])])
    for (const [index] of serials.entries()) (sheet[`B${index + 2}`] as CellObject).z = 'yyyy-mm-dd'
    const { rows } = await imported('xls', oldBook(sheet, from1904))
    const expected = serials.map((serial) => {
      if (from1904) return dayAfter('1904-01-01', serial)
      return serial < 60 ? dayAfter('1900-01-01', serial - 1) : dayAfter('1900-03-01', serial - 61)
    })
    expect(columnOf(rows)).toEqual(expected)
  })

  it('are nothing where they are the day 0, and it is said', async () => {
    const rows = named([figure('0', 1)], [figure('45000', 1)], [figure('0', 1)])
    const found = await imported('xlsx', book(rows, { formats: ['yyyy/m/d'] }))
    expect(found.rows.sort()).toEqual([
      ['第 0', null],
      ['第 1', '2023-03-15'],
      ['第 2', null],
    ])
    expect(found.lines).toContain('2 个日期是 0（B2…），不是哪一天，按空值导入')
  })
})
