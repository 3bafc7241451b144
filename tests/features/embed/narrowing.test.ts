// A reader's conditions are added to those that the owner fixed, so they can only narrow a shared report.

import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import type { ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import { answer } from '#tests/golden/golden.ts'
import { dims, points } from '#tests/semantic/model.ts'
import { embedFiltersSchema, standardSettings } from '#features/embed/contract.ts'
import { narrowedInfo } from '#features/embed/server/narrowing.ts'

const clock = { now: new Date('2026-01-03T04:00:00Z'), zone: 'Asia/Shanghai', cutoffHour: 0 }
const only = (...values: string[]): ReportCondition => ({ dim: dims.channel, op: 'in', values })
const info: ReportInfo = { dims: [dims.channel], points: [points.revenue] }

async function shown(fixed: ReportCondition[], asked: ReportCondition[]): Promise<unknown[]> {
  const settings = { ...standardSettings, filters: fixed }
  const narrowed = narrowedInfo(info, settings, { filters: asked, days: null }, clock)
  const { rows } = await answer(null, { info: narrowed })
  return rows.map(([channel]) => channel)
}

describe('a reader of an embed', () => {
  it('sees no more by any group than the owner fixed', async () => {
    const fixed = [{ any: [only('x'), only('y')] }]
    expect((await shown(fixed, [])).toSorted()).toEqual(['x', 'y'])
    const attempts: ReportCondition[][] = [
      [{ any: [only('x'), { dim: dims.channel, op: 'notIn', values: [] }] }],
      [
        {
          any: [
            { dim: dims.channel, op: 'isNotNull', values: [] },
            { dim: dims.channel, op: 'isNull', values: [] },
          ],
        },
      ],
      [{ all: [{ any: [only('x', 'y', ''), { dim: dims.channel, op: 'isNull', values: [] }] }] }],
    ]
    for (const asked of attempts)
      for (const channel of await shown(fixed, asked)) expect(['x', 'y']).toContain(channel)
    expect(await shown(fixed, [{ any: [only('y'), only('')] }])).toEqual(['y'])
    expect(await shown([only('x')], [{ any: [only('y'), only('')] }])).toEqual([])
  })

  it('asks within groups for the report’s own dimensions alone, and for no figures', () => {
    const settings = { ...standardSettings }
    const hidden: ReportCondition = {
      any: [only('x'), { all: [{ dim: dims.status, op: 'in', values: ['paid'] }] }],
    }
    expect(() => narrowedInfo(info, settings, { filters: [hidden], days: null }, clock)).toThrow(
      '不属于这张报表的维度',
    )
    const figure = [{ any: [{ point: points.revenue, op: 'gt', values: [1] }] }]
    expect(Value.Check(embedFiltersSchema, figure)).toBe(false)
    expect(Value.Check(embedFiltersSchema, [{ any: [] }])).toBe(false)
    expect(Value.Check(embedFiltersSchema, [{ any: [only('x')], all: [only('y')] }])).toBe(false)
    expect(Value.Check(embedFiltersSchema, [{ any: [only('x'), { all: [only('y')] }] }])).toBe(true)
  })
})
