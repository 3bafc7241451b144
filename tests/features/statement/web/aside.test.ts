// Parts that the report editor sets aside and restores.
import { expect, it } from 'vitest'
import { type ReportInfo, reportKinds } from '#semantic/model/types.ts'
import {
  asideLines,
  type Laid,
  nothingAside,
  withKind,
  withPatch,
} from '#features/statement/web/editor/aside.ts'

const whole: ReportInfo = {
  dims: [1, 2],
  points: [5, 6],
  dateRange: { relative: 'last7' },
  grain: 'week',
  filters: [
    { dim: 2, op: 'in', values: ['ios'] },
    { point: 5, op: 'gt', values: [10] },
  ],
  order: [{ key: 'p5_diff', desc: true }],
  compare: 'previous',
  shares: [6],
  top: { dim: 2, by: 5, count: 10 },
  limit: 100,
  pivot: [2],
  columns: ['d1', 'd2', 'p6', 'p5'],
  chart: { type: 'line' } as never,
}
const names = { point: (id: number) => `P${id}`, dimension: (id: number) => `D${id}` }
const laid = (info: ReportInfo): Laid => ({ info, aside: nothingAside })
const sorted = (value: object) => Object.fromEntries(Object.entries(value).sort())

it('brings each kind back as it was, by whichever others one went', () => {
  let now = laid(whole)
  for (const kind of [
    'retention',
    'ltv',
    'activity',
    'funnel',
    'distribution',
    'retention',
    'table',
  ] as const)
    now = withKind(now, kind)
  expect(sorted(now.info)).toEqual(sorted(whole))
  expect(asideLines(now.aside, names)).toEqual([])
  for (const one of reportKinds) {
    for (const other of reportKinds) {
      const before = withKind(laid({ dims: [1], points: [5, 6] }), one)
      expect(sorted(withKind(withKind(before, other), one).info), `${one} ${other}`).toEqual(
        sorted(before.info),
      )
    }
  }
})

it('keeps what one kind was told while another shows, and says what is aside', () => {
  const retention = withPatch(withKind(laid(whole), 'retention'), { retention: { days: [2, 4] } })
  expect(retention.info).toEqual({
    kind: 'retention',
    dims: [1, 2],
    points: [5, 6],
    dateRange: { relative: 'last7' },
    grain: 'week',
    filters: [{ dim: 2, op: 'in', values: ['ios'] }],
    retention: { days: [2, 4] },
  })
  const [line] = asideLines(retention.aside, names)
  for (const word of [
    '表格的',
    '1 个指标条件',
    '排序',
    '列的顺序',
    '图表',
    '透视',
    '占比',
    '前 10 名',
    '100 行',
  ])
    expect(line).toContain(word)
  const funnel = withKind(retention, 'funnel')
  expect(asideLines(funnel.aside, names).join()).toContain('留存的第 2、4 天')
  expect(withKind(funnel, 'retention').info.retention).toEqual({ days: [2, 4] })
})

it('brings back what hung on a point or a dimension that was taken out', () => {
  const without = withPatch(laid(whole), { points: [6], dims: [1] })
  expect(without.info.order).toEqual([])
  expect(without.info.top).toBeUndefined()
  expect(without.info.pivot).toEqual([])
  expect(asideLines(without.aside, names)).toEqual(['按P5的变化排序', 'D2作列', 'D2的前 10 名'])
  const back = withPatch(without, { points: [5, 6], dims: [1, 2] })
  expect(back.info.order).toEqual(whole.order)
  expect(back.info.top).toEqual(whole.top)
  expect(back.info.pivot).toEqual(whole.pivot)
  expect(asideLines(back.aside, names)).toEqual([])
})

it('takes what is said now before what was laid aside', () => {
  const without = withPatch(laid(whole), { dims: [1] })
  const other = withPatch(without, { top: { dim: 1, by: 5, count: 3 } })
  expect(withPatch(other, { dims: [1, 2] }).info.top).toEqual({ dim: 1, by: 5, count: 3 })
  expect(withPatch(laid(whole), { top: undefined } as Partial<ReportInfo>).info.top).toBeUndefined()
})
