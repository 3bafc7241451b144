// A report's own formulas compared with the same formulas as points, whose figures computed.test.ts checks: at each
// level, and with every option that takes a point.
import { describe, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { dims, points } from '../semantic/model.ts'
import { answer } from './golden.ts'

const formulas = [
  { id: -1, name: '人均', formula: `[#${points.revenue}] / [活跃用户]`, unit: '元' },
  { id: -2, name: '万分', formula: '[人均] / 10000', format: 'percent' as const },
]
const of = (name: string | null, info: Partial<ReportInfo>) =>
  answer(name, {
    info: { dims: [dims.day], points: [-1], formulas, ...info },
    context: { now: new Date('2026-01-10T04:00:00Z') },
  })

describe('formulas of a report', () => {
  it('are computed at each level, the total from the totals', async () => {
    const { total, rows, compiled } = await of(null, {})
    expect(total).toEqual([null, 145.75 / 5])
    expect(rows).toEqual([
      ['2026-01-02', 110 / 3],
      ['2026-01-01', 35.75 / 3],
    ])
    expect(compiled.columns[1]).toMatchObject({
      key: 'p-1',
      title: '人均',
      kind: 'computed',
      unit: '元',
      total: 'ratio',
    })
  })

  it('order, filter, rank and are compared as points are, and need not be shown for it', async () => {
    const ordered = await of(null, { order: [{ key: 'p-1', desc: false }] })
    expect(ordered.rows.map(([day]) => day)).toEqual(['2026-01-01', '2026-01-02'])
    const few = await of(null, {
      points: [points.revenue],
      filters: [{ point: -2, op: 'lt', values: [0.0012] }],
    })
    expect([few.total, few.rows]).toEqual([[null, 35.75], [['2026-01-01', 35.75]]])
    const top = await of(null, {
      dims: [dims.channel],
      points: [-1],
      top: { dim: dims.channel, count: 1, by: -2 },
    })
    const whole = await of(null, { dims: [dims.channel], points: [-1], order: [{ key: 'p-1', desc: true }] })
    expect(top.rows[0]?.slice(0, 2)).toEqual(whole.rows[0])
    const compared = await of('own-compared', {
      points: [-2],
      dateRange: { from: '2026-01-02', to: '2026-01-02' },
      compare: 'previous',
    })
    // Of a percentage the change is the difference.
    const [now, before] = [110 / 3 / 10000, 35.75 / 3 / 10000]
    expect(compared.rows[0]?.slice(0, 3)).toEqual(['2026-01-02', now, before])
    expect(compared.rows[0]?.[3]).toBeCloseTo(now - before, 12)
  })

  it('give what the same point gives', async () => {
    const info = { dims: [dims.channel, dims.day], subtotals: true }
    const own = await of(null, info)
    const point = await of(null, { ...info, points: [points.arpu] })
    expect([own.total, ...own.rows]).toEqual([point.total, ...point.rows])
  })
})
