// Narrowing an embed: groups in the address, limits, and the choices offered by a table.
import { describe, expect, it } from 'vitest'
import type { ReportCondition } from '#semantic/model/types.ts'
import { longestEmbedFilters, mostEmbedFilters } from '#features/embed/contract.ts'
import { excessOf, readEmbedAddress, writeEmbedAddress } from '#features/statement/web/embed/address.ts'
import {
  chosenFilter,
  namesOf,
  offeredColumns,
  offeredValues,
} from '#features/statement/web/embed/offered.ts'
import type { EmbedFigures } from '#features/statement/web/embed/useEmbed.ts'
import { groupItems } from '#features/statement/web/filters/grouping.ts'

const ios: ReportCondition = { dim: 3, op: 'in', values: ['ios'] }
const web: ReportCondition = { dim: 8, op: 'notIn', values: ['web'] }
const nested = (depth: number): ReportCondition =>
  depth === 0 ? ios : depth % 2 === 0 ? { all: [nested(depth - 1)] } : { any: [nested(depth - 1)] }

const read = (search: string) => readEmbedAddress({ pathname: '/iframe/report/e1', search })

describe('the address of an embed', () => {
  it('carries groups beside the theme, and nothing where they are gone', () => {
    const address = read('?theme=dark&f=any(d3~in~ios;all(d8~notIn~web;d3~in~a))&f=d8~notIn~web')
    expect(address.whole).toBe(true)
    expect(address.filters).toEqual([
      { any: [ios, { all: [web, { dim: 3, op: 'in', values: ['a'] }] }] },
      web,
    ])
    const written = writeEmbedAddress('?theme=dark', address)
    expect(read(`?${written}`)).toEqual(address)
    expect(writeEmbedAddress(`?${written}`, { ...address, filters: [] })).toBe('theme=dark')
  })

  it.each([
    ['too deep', 'any(all(any(all(d3~in~ios))))'],
    ['too many', `any(${Array(101).fill('d3~in~ios').join(';')})`],
    ['empty', 'any()'],
    ['not closed', 'any(d3~in~ios'],
    ['of figures', 'any(d3~in~ios;p1~gt~1)'],
  ])('is not whole where a group is %s', (_, text) => {
    const address = read(`?f=${encodeURIComponent(text)}`)
    expect(address.whole).toBe(false)
  })

  it('says what is more than a server takes', () => {
    expect(excessOf([{ any: Array(mostEmbedFilters).fill(ios) }])).toBe('')
    expect(excessOf([web, { all: [{ any: Array(mostEmbedFilters + 1).fill(ios) }] }])).toContain('条件太多')
    expect(excessOf(Array(mostEmbedFilters + 1).fill(ios))).toContain('条件太多')
    const long = (value: string) => [{ any: [{ ...ios, values: [value] }] }] as ReportCondition[]
    expect(excessOf(long('x'.repeat(longestEmbedFilters)))).toContain('太长')
    // Each of these characters has nine in an address.
    expect(excessOf(long('官'.repeat(1_500)))).toContain('太长')
  })
})

it('conditions become a group while an address can say it', () => {
  const keys = (conditions: ReportCondition[]) => groupItems(conditions).map(({ key }) => key)
  expect(keys([nested(2), web])).toEqual(['gather', 'group'])
  expect(keys([nested(3), web])).toEqual(['group'])
})

const figures = {
  table: {
    columns: [
      { key: 'd1', title: '日期', kind: 'dimension', type: 'date', dictId: null },
      { key: 'd8', title: '渠道', kind: 'dimension', type: 'string', dictId: 4 },
      { key: 'p1', title: '金额', kind: 'point', type: 'number', dictId: null },
    ],
    data: [
      ['2026-10-01', '2026-10-01', '2026-10-02', null],
      ['web', 'web', '', null],
      [1, 2, 3, 6],
    ],
    others: [false, false, false, true],
    levels: null,
  },
  labels: { 4: { web: '官网' } },
  years: [],
} as unknown as EmbedFigures

it('dimensions are offered without days and figures, values under their names and without what stands for others', () => {
  const [channel, ...others] = offeredColumns(figures)
  if (!channel) throw new Error('no dimension is offered')
  expect([channel.key, others]).toEqual(['d8', []])
  expect(offeredValues(figures, channel)).toEqual(['web', ''])
  expect(['web', '', null, 'gone'].map(namesOf(figures, channel))).toEqual(['官网', '(空文本)', '–', 'gone'])
})

it('a list of values shows what is chosen of it, and nothing that says more', () => {
  const [channel] = offeredColumns(figures)
  if (!channel) throw new Error('no dimension is offered')
  const chosen: ReportCondition = { dim: 8, op: 'in', values: ['web'] }
  expect(chosenFilter([{ any: [chosen] }, web], channel)).toBeUndefined()
  expect(chosenFilter([{ any: [chosen] }, web, chosen], channel)).toBe(chosen)
})
