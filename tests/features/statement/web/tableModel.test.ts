// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { markAt } from '#web/table/columnLayout.ts'
import { columnOrder } from '#features/statement/web/report/table/columns.ts'
import { tableModelOf } from '#features/statement/web/report/table/reportTableModel.ts'
import { column, tableOf } from './figures.ts'

const table = tableOf(
  [
    column('d1', { type: 'date', title: '日期' }),
    column('d2', { dictId: 9 }),
    column('p3'),
    column('p4', { format: 'percent', unit: '%', kind: 'computed' }),
  ],
  [
    ['2026-10-12', '2026-10-11', '2026-10-10', '2026-10-01', null],
    ['ios', 'tap', '', null, 'ios'],
    [1234, 0, null, 5, 6],
    [0.5, null, 0.25, 0, 1],
  ],
  { summary: [null, null, 1245, 0.4] },
)

const settings = {
  showWeekday: true,
  highLightWeekend: true,
  labels: (dictId: number, code: string) => (dictId === 9 && code === 'ios' ? '苹果' : undefined),
  holidays: (day: string) =>
    (day === '2026-10-01' ? '休' : day === '2026-10-10' ? '班' : undefined) as '休' | '班' | undefined,
  today: '2026-10-12',
}
const info = { dims: [1, 2], points: [3, 4] }

describe('a result as a table', () => {
  const model = tableModelOf(table, info, settings)

  it('reads cells by column, with formats, labels and empties', () => {
    const text = (row: number, at: number) => model.columns[at]?.format(model.cellAt(row, at))
    expect([text(0, 0), text(0, 1), text(0, 2), text(0, 3)]).toEqual(['2026-10-12', '苹果', '1,234', '50.00'])
    expect([text(1, 1), text(1, 2), text(1, 3)]).toEqual(['tap', '0', '–'])
    expect([text(2, 1), text(3, 1)]).toEqual(['(空文本)', '–'])
  })

  it('tells values of one label apart by their code, and only these', () => {
    const labels = (_: number, code: string) => (code === 'tap' ? '苹果' : settings.labels(9, code))
    const apart = tableModelOf(table, info, { ...settings, labels })
    expect([0, 1, 2].map((row) => apart.columns[1]?.format(apart.cellAt(row, 1)))).toEqual([
      '苹果（ios）',
      '苹果（tap）',
      '(空文本)',
    ])
  })

  it('has its totals as the server worked them out', () => {
    expect(model.summary).toEqual(['合计', '', '1,245', '40.00'])
    const daily = tableModelOf(
      { ...table, columns: table.columns.filter(({ key }) => key !== 'd2') },
      info,
      settings,
    )
    expect(daily.summary?.[0]).toBe('合计 5 天')
  })

  it('has no totals row without dimensions, whose only row is the total', () => {
    const bare = { ...table, columns: [column('p3')], data: [[1]], rowCount: 1, summary: [1] }
    expect(tableModelOf(bare, info, settings).summary).toBeUndefined()
  })

  it('marks weekends, holidays, make-up workdays and the day that is not over', () => {
    const mark = model.rowMark
    expect(mark?.(0)).toMatchObject({ weekday: '周一', unfinished: true, tint: false })
    expect(mark?.(1)).toMatchObject({ weekday: '周日', tint: true, unfinished: false })
    expect(mark?.(2)).toMatchObject({ weekday: '周六', tint: false, holiday: '班' })
    expect(mark?.(3)).toMatchObject({ weekday: '周四', tint: true, holiday: '休' })
    expect(mark?.(4)).toBeUndefined()
  })

  it('follows the settings of weekday and weekend', () => {
    const plain = tableModelOf(table, info, { ...settings, showWeekday: false, highLightWeekend: false })
    expect(plain.rowMark?.(1)?.weekday).toBeUndefined()
    expect(plain.rowMark?.(1)?.tint).toBe(false)
  })

  it('freezes the first dimension, right-aligns figures, shows the sort', () => {
    const sorted = tableModelOf(table, { ...info, order: [{ key: 'p3', desc: true }] }, settings)
    expect(sorted.columns.map(({ frozen, align, sorted: by }) => [frozen, align, by])).toEqual([
      [true, 'left', undefined],
      [undefined, 'left', undefined],
      [undefined, 'right', 'desc'],
      [undefined, 'right', undefined],
    ])
  })

  it('keeps the reader’s order of columns, new ones at the end', () => {
    expect(columnOrder(table.columns, ['p4', 'd1', 'gone'])).toEqual([3, 0, 1, 2])
    const moved = tableModelOf(table, { ...info, columns: ['d2', 'd1', 'p4', 'p3'] }, settings)
    expect(moved.columns.map(({ key }) => key)).toEqual(['d2', 'd1', 'p4', 'p3'])
    // The date is no longer in front: its weekday stands where it is.
    expect(moved.columns[1]?.format('2026-10-12')).toBe('2026-10-12')
    expect(moved.rowMark?.(0)).toMatchObject({ weekday: expect.stringMatching(/^周/), markedColumn: 1 })
  })

  it('marks the days of every column, rows being hatched and tinted by the first', () => {
    const born = column('d5', { type: 'date', title: '注册日期', grain: 'day' })
    const [days = [], channels = [], ...figures] = table.data
    const two = tableOf(
      [...table.columns.slice(0, 2), born, ...table.columns.slice(2)],
      [days, channels, ['2026-10-01', '2026-10-10', null, '2026-10-01', '2026-10-01'], ...figures],
    )
    const { rowMark } = tableModelOf(two, { dims: [1, 2, 5], points: [3, 4] }, settings)
    expect(markAt(rowMark?.(0), 0)).toMatchObject({ weekday: '周一', unfinished: true, tint: false })
    expect(markAt(rowMark?.(0), 2)).toMatchObject({ weekday: '周四', holiday: '休' })
    expect(markAt(rowMark?.(1), 2)).toMatchObject({ weekday: '周六', holiday: '班' })
    expect(markAt(rowMark?.(2), 2)).toBeUndefined()
    // A row without the first day still has the second.
    expect([0, 2].map((at) => markAt(rowMark?.(4), at)?.weekday)).toEqual([undefined, '周四'])
  })

  it('leaves out this year in narrow windows', () => {
    const short = tableModelOf(table, info, { ...settings, shortDays: true })
    expect(short.columns[0]?.format('2026-10-12')).toBe('10-12')
    expect(short.columns[0]?.format('2025-10-12')).toBe('2025-10-12')
  })

  it('tints no weeks and hatches the running one', () => {
    const weekly = tableModelOf(table, { ...info, grain: 'week' }, settings)
    expect(weekly.rowMark?.(0)).toMatchObject({ tint: false, unfinished: true })
    expect(weekly.columns[0]?.format('2026-10-12')).toBe('2026-10-12 – 10-18')
  })
})
