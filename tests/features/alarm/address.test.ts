// The address that carries a report's figure to a new alarm rule, and back.
import { describe, expect, it } from 'vitest'
import { newAlarmAddress, type ReportFigure, readNewAlarm, seedOf } from '#features/alarm/contract/address.ts'

const figure: ReportFigure = {
  point: 7,
  role: 'value',
  figure: 1234.5,
  grain: 'day',
  reportId: 12,
  filters: [
    { dim: 3, op: 'in', values: ['iOS', '100% ~ 安卓', null, ''] },
    { point: 7, op: 'gte', values: [1] },
    { dim: 9, op: 'between', values: [1, -2.5] },
  ],
}
const back = (from: ReportFigure) => readNewAlarm(new URL(newAlarmAddress(seedOf(from)), 'http://a').search)

describe('a rule made of a figure', () => {
  it('comes back from its address as it went in, without conditions on figures', () => {
    expect(back(figure)).toEqual({
      watch: {
        points: [7],
        dims: [],
        filters: [
          { dim: 3, op: 'in', values: ['iOS', '100% ~ 安卓', null, ''] },
          { dim: 9, op: 'between', values: [1, -2.5] },
        ],
        grain: 'day',
        reportId: 12,
      },
      condition: { kind: 'change', point: 7, against: 'week', unit: 'percent', direction: 'down', value: 30 },
      figure: 1234.5,
    })
  })

  it('carries a figure of activity', () => {
    const activity = { figure: 'sticky' as const, days: 30 }
    expect(back({ ...figure, activity })?.watch.activity).toEqual(activity)
    for (const text of ['what.3', 'rolling.0', 'rolling.366', 'rolling', 'new.1.5'])
      expect(readNewAlarm(`?point=7&activity=${text}`)?.watch.activity).toBeUndefined()
  })

  it.each([
    [-0.384, 'week', { against: 'week', direction: 'down', value: 35 }],
    [0.02, 'previous', { against: 'yesterday', direction: 'up', value: 5 }],
    [2.5, 'lunar', { against: 'year', direction: 'up', value: 250 }],
    [-3, 'year52', { against: 'year', direction: 'down', value: 100 }],
    [0, 'filters', { against: 'week', direction: 'down', value: 30 }],
  ] as const)('takes a change of %d against %s for its condition', (change, compare, expected) => {
    expect(back({ ...figure, role: 'change', figure: change, compare })?.condition).toMatchObject(expected)
  })

  it('watches hours by hours, and weeks by days', () => {
    expect(back({ ...figure, grain: 'hour' })?.watch.grain).toBe('hour')
    expect(back({ ...figure, grain: 'week' })?.watch.grain).toBe('day')
  })
})

describe('an address that somebody wrote', () => {
  it.each(['', '?id=3', '?point=', '?point=-1', '?point=x', '?point=1e3'])('%s names no point', (search) => {
    expect(readNewAlarm(search)).toBeNull()
  })

  it('loses the parts that make no sense, and keeps the rest', () => {
    const search =
      '?point=7,x,8&dims=1,2,3,4,5&grain=week&report=a&when=never~sideways~-3&figure=many' +
      '&f=d3~in~a&f=3&f=dx~in~a&f=d3~like~a&f=p3~gt~1&f=d3~in~!x'
    expect(readNewAlarm(search)).toEqual({
      watch: {
        points: [7, 8],
        dims: [1, 2, 3],
        filters: [{ dim: 3, op: 'in', values: ['a'] }],
        grain: 'day',
      },
      condition: { kind: 'change', point: 7, unit: 'percent', against: 'week', direction: 'down', value: 30 },
      figure: null,
    })
  })

  it('stays within what a rule may hold', () => {
    const many = Array.from({ length: 500 }, (_, at) => at + 1)
    const read = readNewAlarm(`?point=${many}&${many.map((id) => `f=d${id}~in~a`).join('&')}`)
    expect(read?.watch.points).toHaveLength(20)
    expect(read?.watch.filters).toHaveLength(20)
  })
})
