import { describe, expect, it } from 'vitest'
import { mostCopiedCells, quoteCell, rangeAsTsv } from '#web/table/selection/tsv.ts'
import type { CellValue, TableColumn } from '#web/table/types.ts'
import { column, textColumn } from '../fixture/data.ts'

const signal = new AbortController().signal
const source = (columns: TableColumn[], rows: CellValue[][]) => ({
  columns,
  read: (row: number, at: number) => rows[row % rows.length]?.[at] ?? null,
})
const range = (lastRow: number, lastColumn: number) => ({ firstRow: 0, lastRow, firstColumn: 0, lastColumn })

describe('copied cells', () => {
  it('quotes tabs, line breaks and quotes as Excel does', () => {
    expect(quoteCell('plain')).toBe('plain')
    expect(quoteCell('a\tb')).toBe('"a\tb"')
    expect(quoteCell('a\nb')).toBe('"a\nb"')
    expect(quoteCell('say "hi"')).toBe('"say ""hi"""')
  })

  it('makes a line a row, null an empty cell, and leaves formulas as they are seen', async () => {
    const given = source(
      [textColumn('name', '名称'), column('amount', '金额', { unit: '元' })],
      [
        ['=SUM(A1)', 1234.5],
        [null, null],
      ],
    )
    expect(await rangeAsTsv(given, range(1, 1), false, signal)).toEqual({
      text: '=SUM(A1)\t1,234.5\r\n\t',
      cells: 4,
    })
    expect(await rangeAsTsv(given, range(0, 1), true, signal)).toMatchObject({
      text: '名称\t金额 (元)\r\n=SUM(A1)\t1,234.5',
    })
  })

  it('refuses more than a clipboard bears, and says which limit', async () => {
    const given = source([textColumn('name', '名称')], [['x'.repeat(1_000_000)]])
    expect(await rangeAsTsv(given, range(mostCopiedCells, 0), false, signal)).toEqual({ refused: 'cells' })
    expect(await rangeAsTsv(given, range(200, 0), false, signal)).toEqual({ refused: 'characters' })
  })

  it('stops when it is called off, and lets others run meanwhile', async () => {
    const given = source([textColumn('name', '名称')], [['x']])
    const ending = new AbortController()
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    const copied = rangeAsTsv(given, range(2_000_000, 0), false, ending.signal)
    setTimeout(() => ending.abort(), 60)
    expect(await copied).toEqual({ refused: 'aborted' })
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(1)
  })
})
