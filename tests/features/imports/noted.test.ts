// A file that the product exported, with lines about its days under the table, is imported again.
import { expect, it } from 'vitest'
import { dataMarkLines } from '#semantic/model/shown/dataMarks.ts'
import { Workbook } from '#server/files/workbook.ts'
import { makeImportsHouse } from './importsHouse.ts'

it('lines under an exported table are no rows of it', async () => {
  const house = await makeImportsHouse()
  try {
    const importer = await house.importer()
    const book = new Workbook('日报', [
      { title: '日期', type: 'date', format: null },
      { title: '充值金额', type: 'number', format: 'decimal' },
    ])
    for (let day = 1; day <= 5; day += 1) book.addRow([`2026-10-0${day}`, day * 10])
    book.addRow(['合计', 150])
    const when = () => '10-03 08:10'
    const figure = {
      point: 1,
      name: '充值金额',
      format: null,
      unit: '',
      state: 'changed',
      before: '1',
      after: '2',
    }
    const load = { between: null, at: '', how: 'days', source: 'a.csv', loads: 1 }
    const all = Array.from({ length: 9 }, (_, at) => ({ ...figure, ...load, day: `2026-10-0${at + 1}` }))
    const doubts = all.map(({ day }) => ({ day, table: '订单', name: '行数', text: '' }))
    const marks = { restated: all as never, doubts }
    const lines = dataMarkLines(marks, { dims: [1, 2] }, { when, most: 3 })
    expect(lines).toHaveLength(9)
    book.addNotes(lines)
    const id = await house.sendFile(importer, '日报.xls', Buffer.from(book.toBytes()))
    await house.read(importer, id)
    const { rows, columns, totals, bad } = await house.show(importer, id)
    expect([rows, totals.count, bad.count]).toEqual([5, 1, 0])
    expect(columns.map(({ name, role }) => [name, role])).toEqual([
      ['日期', 'date'],
      ['充值金额', 'sum'],
    ])
  } finally {
    await house.dispose()
  }
})
