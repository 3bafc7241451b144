// Editing a dictionary in the browser: steps and undo, the request of a save, faults, pasting.
import { expect, it } from 'vitest'
import { keptWorkOf, rebase } from '#features/dictionary/web/detail/rebasing.ts'
import { mergeRows } from '#features/dictionary/web/sheet/merging.ts'
import { pasteCells } from '#features/dictionary/web/sheet/pasting.ts'
import { Sheet } from '#features/dictionary/web/sheet/Sheet.ts'
import { readTsv } from '#features/dictionary/web/sheet/tsv.ts'

const kept = {
  id: 1,
  name: '渠道',
  formName: 'channel',
  attributes: ['代码', '名称'],
  revision: 3,
  foreign: false,
}
const sheetOf = (...rows: string[][]) =>
  new Sheet(
    kept,
    rows.map((data, at) => ({ dataId: at + 10, data })),
  )
const cellsOf = (sheet: Sheet) =>
  sheet.rows.map((_, row) => sheet.columns.map((__, place) => sheet.cell(row, place)))
const spot = (row: number, column: number) => ({ row, column, lastRow: row, lastColumn: column })

it('reads what table programs copy, quotes and line ends within them too', () => {
  expect(readTsv('a\t"x\r\ny ""z"""\r\nb\t', 100).rows).toEqual([
    ['a', 'x\ny "z"'],
    ['b', ''],
  ])
  expect(readTsv('"open\tb', 100).rows).toEqual([['"open', 'b']])
  expect(readTsv('a,"b,c"\nd', 100, ',').rows).toEqual([['a', 'b,c'], ['d']])
  expect(readTsv('a\tb\tc', 2).isCut).toBe(true)
  expect(readTsv('"'.repeat(200_000), 100).rows).toHaveLength(1)
})

it('walks back and forth through steps, and is unchanged where they are all taken back', () => {
  const sheet = sheetOf(['a', '甲'], ['b', '乙'])
  const before = cellsOf(sheet)
  pasteCells(
    sheet,
    [
      ['x', '1'],
      ['y', '2'],
      ['z', '3'],
    ],
    spot(1, 0),
  )
  sheet.addColumn('说明')
  sheet.removeRows(0, 0)
  sheet.orderColumns([1, 0, 2])
  const after = cellsOf(sheet)
  expect(sheet.changes).toEqual({ added: 2, changed: 1, removed: 1 })
  while (sheet.undo());
  expect(cellsOf(sheet)).toEqual(before)
  expect(sheet.isChanged).toBe(false)
  while (sheet.redo());
  expect(cellsOf(sheet)).toEqual(after)
})

it('sends what was touched alone, in the columns as they stand', () => {
  const sheet = sheetOf(['a', '甲'], ['b', '乙'], ['c', '丙'])
  sheet.removeRows(2, 2)
  sheet.addColumn('说明')
  pasteCells(sheet, [['新', '注']], spot(1, 1))
  const { body } = sheet.change()
  expect(body).toMatchObject({
    attributes: ['代码', '名称', '说明'],
    columns: [0, 1, -1],
    values: [{ dataId: 11, data: ['b', '新', '注'] }],
    removed: [12],
    revision: 3,
  })
})

it('is as it is kept once it is saved, and adds anew what a step brings back', () => {
  const sheet = sheetOf(['a', '甲'], ['b', '乙'])
  sheet.removeRows(1, 1)
  pasteCells(sheet, [['c', '丙']], spot(1, 0))
  const sent = sheet.change()
  sheet.settle(sent, { ...kept, revision: 4, added: [99] })
  expect(sheet.isChanged).toBe(false)
  expect(sheet.rows.map(({ dataId }) => dataId)).toEqual([10, 99])
  sheet.undo()
  sheet.undo()
  expect(cellsOf(sheet)).toEqual([
    ['a', '甲'],
    ['b', '乙'],
  ])
  expect(sheet.change().body).toMatchObject({ values: [{ dataId: -1, data: ['b', '乙'] }], removed: [99] })
})

it('knows doubled and missing codes at their cells, and leads from one to the next', () => {
  const sheet = sheetOf(['a', '甲'], ['b', '乙'], ['c', '丙'])
  pasteCells(
    sheet,
    [
      ['a', '重'],
      ['', '无'],
    ],
    spot(1, 0),
  )
  expect(sheet.problems.count).toBe(3)
  expect([sheet.nextProblem(-1), sheet.nextProblem(0), sheet.nextProblem(2)].map((one) => one?.row)).toEqual([
    0, 1, 0,
  ])
  sheet.undo()
  expect(sheet.problems.count).toBe(0)
})

it('tells games apart: one code may stand once in each', () => {
  const rows = [
    ['1', '一', 'a'],
    ['1', '壹', 'b'],
  ]
  const sheet = new Sheet(
    { ...kept, attributes: ['编号', '名称', '游戏'] },
    rows.map((data, at) => ({ dataId: at + 1, data })),
  )
  expect(sheet.problems.count).toBe(0)
  pasteCells(sheet, [['a']], spot(1, 2))
  expect(sheet.problems.count).toBe(2)
})

it('refuses a paste that is too wide, fills a selection by one cell, and follows named columns', () => {
  const sheet = sheetOf(['a', '甲'], ['b', '乙'])
  const wide = Array.from({ length: 1_000 }, (_, at) => `c${at}`)
  expect(pasteCells(sheet, [wide], spot(0, 0))).toMatchObject({
    refused: expect.stringContaining('1,000 列'),
  })
  expect(sheet.isChanged).toBe(false)
  pasteCells(sheet, [['同']], { row: 0, column: 1, lastRow: 1, lastColumn: 1 })
  expect(cellsOf(sheet).map(([, name]) => name)).toEqual(['同', '同'])
  pasteCells(
    sheet,
    [
      ['名称', '代码'],
      ['丙', 'c'],
    ],
    spot(2, 0),
  )
  expect(cellsOf(sheet)[2]).toEqual(['c', '丙'])
})

it('gives known codes of a file their new labels, and puts new ones behind', () => {
  const sheet = sheetOf(['a', '甲'], ['b', '乙'])
  mergeRows(sheet, [
    ['名称', '代码'],
    ['乙二', 'b'],
    ['丙', 'c'],
  ])
  expect(cellsOf(sheet)).toEqual([
    ['a', '甲'],
    ['b', '乙二'],
    ['c', '丙'],
  ])
})

it('takes a code of a file for the one of its game', () => {
  const sheet = new Sheet({ ...kept, attributes: ['代码', '名称', '游戏'] }, [
    { dataId: 10, data: ['1', '甲服', 'one'] },
    { dataId: 11, data: ['1', '乙服', 'two'] },
  ])
  mergeRows(sheet, [
    ['1', '乙二服', 'two'],
    ['1', '丙服', 'three'],
  ])
  expect(cellsOf(sheet)).toEqual([
    ['1', '甲服', 'one'],
    ['1', '乙二服', 'two'],
    ['1', '丙服', 'three'],
  ])
})

it('is put on what somebody else saved, columns found by their names', () => {
  const mine = sheetOf(['a', '甲'], ['b', '乙'])
  mine.renameColumn(1, '标签')
  pasteCells(mine, [['我的']], spot(0, 1))
  const theirs = new Sheet({ ...kept, attributes: ['代码', '说明', '名称'], revision: 4 }, [
    { dataId: 11, data: ['b', '注', '乙'] },
    { dataId: 10, data: ['a', '', '甲'] },
  ])
  rebase(theirs, keptWorkOf(mine), 'rows')
  expect(cellsOf(theirs)).toEqual([
    ['b', '注', '乙'],
    ['a', '', '我的'],
  ])
})
