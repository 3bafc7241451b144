// Workbooks as they are imported: every digit of their cells, and what a reader of the table must be told.
import { read as readByLibrary, utils, write } from '@e965/xlsx'
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

async function imported(ending: 'xlsx' | 'xls', file: Buffer) {
  number += 1
  const table = `books${number}`
  const { lines } = await house.run([await house.file(`${table}.${ending}`, file), '--table', table])
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
const named = (...cells: string[][]) =>
  row(text('名称'), text('数')) + cells.map((each, at) => row(text(`第 ${at}`), ...each)).join('')

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
