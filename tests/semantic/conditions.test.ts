// Conditions as a tree: traversed, put into words, written into addresses and read back.
import { describe, expect, it } from 'vitest'
import { readConditions, readFilter, writeConditions } from '#semantic/model/address/filterCode.ts'
import {
  conjunctsOf,
  dimsIn,
  hasPoints,
  leavesOf,
  mapLeaves,
  mostConditions,
  onDimensions,
  pointsIn,
  withoutOpen,
} from '#semantic/model/conditions.ts'
import { conditionText } from '#semantic/model/conditionText.ts'
import { exchangeIds, referencedIds, withoutIds } from '#semantic/model/references.ts'
import type { ReportCondition, ReportFilter } from '#semantic/model/types.ts'

const platform: ReportFilter = { dim: 3, op: 'in', values: ['ios', null] }
const open: ReportFilter = { dim: 4, op: 'in', values: [] }
const paid: ReportFilter = { point: 11, op: 'gt', values: [100] }
const refunded: ReportFilter = { point: 11, op: 'gt', values: [], than: { point: 12, times: 1.2 } }
const grown: ReportFilter = { point: 13, op: 'lt', values: [], than: { past: 'week' } }
const nested: ReportCondition = { any: [platform, { all: [paid, { any: [refunded, grown] }] }] }

describe('the leaves of conditions', () => {
  it('are found in every group, with all that they name', () => {
    expect(leavesOf([open, nested])).toEqual([open, platform, paid, refunded, grown])
    expect(dimsIn([open, nested])).toEqual([4, 3])
    expect(pointsIn([nested])).toEqual([11, 11, 12, 13])
    expect(hasPoints([nested])).toBe(true)
    expect(conjunctsOf([{ all: [platform, { all: [paid, nested] }] }])).toEqual([platform, paid, nested])
    expect(onDimensions([{ all: [platform, paid] }, nested])).toEqual([platform])
    expect(withoutOpen([open, { any: [open, { all: [open] }] }, { any: [open, platform] }])).toEqual([
      { any: [platform] },
    ])
    expect(mapLeaves([nested], (filter) => (filter.point === undefined ? filter : null))).toEqual([
      { any: [platform] },
    ])
  })

  it('are told, exchanged and taken out where they name what goes', () => {
    const info = { dims: [1], points: [11], filters: [nested] }
    expect([...referencedIds(info).points].sort()).toEqual([11, 12, 13])
    const exchanged = exchangeIds(info, { dim: (id) => id + 10, point: (id) => (id === 12 ? 99 : id) })
    expect(exchanged.filters).toEqual([
      {
        any: [
          { ...platform, dim: 13 },
          { all: [paid, { any: [{ ...refunded, than: { point: 99, times: 1.2 } }, grown] }] },
        ],
      },
    ])
    const left = withoutIds(info, { dims: new Set([3]), points: new Set([12]) })
    expect(left.filters).toEqual([{ any: [{ all: [paid, { any: [grown] }] }] }])
    expect(
      withoutIds({ ...info, filters: [{ any: [platform] }] }, { dims: new Set([3]), points: new Set() }),
    ).toEqual({
      dims: [1],
      points: [11],
      filters: [],
    })
  })

  it('read as a sentence, groups within groups in parentheses', () => {
    const names = {
      dimension: () => '平台',
      point: (id: number) => ({ 11: '充值', 12: '退款', 13: '活跃' })[id] ?? '',
      value: (value: string) => value.toUpperCase(),
      most: 3,
    }
    expect(conditionText(nested, names)).toBe(
      '平台 等于 IOS、– 或 （充值 大于 100 且 （充值 大于 退款 × 1.2 或 活跃 小于 上周同日））',
    )
  })
})

describe('conditions in an address', () => {
  it('hold who was lost and who came, in words too', () => {
    for (const [op, word] of [
      ['isNull', '流失（过去有、本期没有）'],
      ['isNotNull', '新增（过去没有、本期有）'],
    ] as const) {
      const filter: ReportCondition = { point: 11, op, values: [], than: { past: 'week' } }
      expect(readConditions(writeConditions([filter]))).toEqual([filter])
      const names = { dimension: () => '', point: () => '充值', most: 3 }
      expect(conditionText(filter, names)).toBe(`充值 较上周同日 ${word}`)
    }
  })

  it('come back as they were', () => {
    const texts = writeConditions([open, nested])
    expect(texts).toEqual(['d4~in', 'any(d3~in~ios,!n;all(p11~gt~!d100;any(p11~gt-p12~1.2;p13~lt-week)))'])
    expect(readConditions(texts)).toEqual([open, nested])
    expect(readConditions([''])).toEqual([])
    expect(writeConditions([])).toEqual([''])
    // Of a formula of the report's own.
    const own: ReportFilter = { point: -2, op: 'gte', values: [], than: { point: -1 } }
    expect(readConditions(writeConditions([{ any: [own] }]))).toEqual([{ any: [own] }])
  })

  it('carry any text, within groups too', () => {
    const texts = [
      '',
      '(',
      ')',
      ';',
      'any(',
      '!o',
      '!!o',
      '!',
      ',',
      '~',
      'a)b;c(d',
      '\ud83d',
      '😀',
      '!e!s',
      'any(d1~in)',
    ]
    for (const text of texts) {
      const made: ReportCondition[] = [
        { dim: 1, op: 'in', values: [text] },
        {
          any: [
            { dim: 1, op: 'contains', values: [text, 'x'] },
            { all: [{ dim: 2, op: 'notIn', values: [text] }] },
          ],
        },
      ]
      expect(readConditions(writeConditions(made)), JSON.stringify(text)).toEqual(made)
    }
  })

  it.each([
    'any()',
    'any(',
    'any(d1~in~x',
    'any(d1~in~x))',
    'any(d1~in~x)y',
    'any(d1~in~x;)',
    'any(;)',
    'some(d1~in~x)',
    'any(any(any(any(d1~in~x))))',
    'd1~in-week',
    'p1~gt-decade',
    'p1~gt-p0',
    'p1~gt-p2~0',
    'p1~gt-p2~-1',
    'p1~gt-p2~1e9',
    'p1~gt-p2~NaN',
    'd-1~in~x',
    'any(d1~in~!x)',
    'd99999999999999999999~in',
    `${'any('.repeat(10_000)}`,
    `any(${'d1~in;'.repeat(mostConditions)}d1~in)`,
  ])('%s makes no sense', (text) => {
    expect(readConditions([text])).toBeUndefined()
  })

  it('are no more than a report may have, all groups together', () => {
    const wide = `any(${Array.from({ length: 60 }, () => 'd1~in~x').join(';')})`
    expect(readConditions([wide])).toHaveLength(1)
    expect(readConditions([wide, wide])).toBeUndefined()
    expect(readFilter('any(d1~in~x)')).toBeUndefined()
  })
})
