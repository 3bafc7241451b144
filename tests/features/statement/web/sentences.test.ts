// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { QueryDimension, QueryPoint } from '../../../../src/features/statement/contract.ts'
import { type Meaning, meaningsOf } from '../../../../src/features/statement/web/sentences/meanings.ts'
import { changed } from '../../../../src/features/statement/web/sentences/targets.ts'
import { type Vocabulary, vocabularyOf } from '../../../../src/features/statement/web/sentences/vocabulary.ts'
import { readWords } from '../../../../src/features/statement/web/sentences/words.ts'
import type { ReportInfo } from '../../../../src/semantic/model/types.ts'
import { pinyinOf } from '../../../../src/server/pinyin.ts'

const today = '2026-10-12'
const noName = () => false
const words = (text: string) => readWords(text, today, noName)

describe('words that mean something by themselves', () => {
  it.each([
    ['x 7d', { relative: 'last7' }],
    ['x 近30天', { relative: 'last30' }],
    ['x 最近 7 天', undefined],
    ['x 过去14天', { relative: 'last14' }],
    ['x 45d', { from: '2026-08-29', to: '2026-10-12' }],
    ['x 上周', { relative: 'lastWeek' }],
    ['x 上个月', { relative: 'lastMonth' }],
    ['x last month', { relative: 'lastMonth' }],
    ['x 昨天', { relative: 'yesterday' }],
    ['x sz', { relative: 'lastWeek' }],
    ['x ２０２６-１０-０１', { from: '2026-10-01', to: '2026-10-01' }],
    ['x 10-1..10-7', { from: '2026-10-01', to: '2026-10-07' }],
    ['x 全部', { relative: 'all' }],
  ])('%s names days', (text, range) => {
    expect(words(text)?.range).toEqual(range)
  })

  it('leaves first letters to names that begin so', () => {
    expect(readWords('x sz', today, (word) => word === 'sz')?.range).toBeUndefined()
  })

  it.each([
    ['充值 按周', { grain: 'week' }],
    ['充值 monthly', { grain: 'month' }],
    ['充值 环比', { compare: 'previous' }],
    ['充值 周同比', { compare: 'week' }],
    ['充值 同比', { compare: 'year' }],
    ['充值 前10', { top: 10 }],
    ['充值 top5', { top: 5 }],
  ])('%s', (text, expected) => {
    expect(words(text)).toMatchObject({ names: [{ text: '充值', by: false }], ...expected })
  })

  it('parts what is written without spaces', () => {
    expect(words('充值按渠道上周')).toEqual({
      names: [
        { text: '充值', by: false },
        { text: '渠道', by: true },
      ],
      range: { relative: 'lastWeek' },
    })
    expect(words('充值 按 ')).not.toBeNull()
    expect(words('留存近30天环比')).toMatchObject({ range: { relative: 'last30' }, compare: 'previous' })
  })

  it.each(['', ' ', '充值', 'a b c d e f', `${'很长 '.repeat(40)}`])('%j is no sentence', (text) => {
    expect(words(text)).toBeNull()
  })
})

const dimension = (id: number, name: string, types = 'string'): QueryDimension =>
  ({
    id,
    name,
    pinyin: pinyinOf(name),
    types,
    formType: types === 'date' ? 'dateRange' : 'multiSelect',
  }) as QueryDimension
const point = (id: number, name: string): QueryPoint =>
  ({ id, name, pinyin: pinyinOf(name), unit: '' }) as QueryPoint
const vocabulary: Vocabulary = vocabularyOf({
  views: ['留存报表', '新增留存分渠道', '经营日报', '充值明细'].map((name, at) => ({
    id: at + 1,
    name,
    pinyin: pinyinOf(name),
    folder: '',
  })),
  points: [point(1, '充值金额'), point(2, '充值人数'), point(3, '次日留存'), point(4, '活跃用户')],
  dimensions: [
    dimension(1, '日期', 'date'),
    dimension(2, '渠道'),
    dimension(3, '平台'),
    dimension(4, '游戏'),
  ],
  values: [
    {
      dim: 3,
      values: ['iOS', 'Android'].map((value) => ({ value: value.toLowerCase(), label: value, pinyin: '' })),
    },
    {
      dim: 2,
      values: [
        { value: 'huawei', label: '华为应用市场', pinyin: pinyinOf('华为应用市场') },
        { value: 'taptap', label: 'TapTap', pinyin: '' },
      ],
    },
    { dim: 4, values: [{ value: 'yhxt', label: '云海仙途', pinyin: pinyinOf('云海仙途') }] },
  ],
})
const said = (text: string) =>
  meaningsOf(text, vocabulary, today).map(({ subject, values, groups, points, reading }) => ({
    subject: subject.kind === 'view' ? subject.view.name : subject.point.name,
    ...(values.length > 0 && { values: values.map(({ label }) => label) }),
    ...(groups.length > 0 && { groups: groups.map(({ name }) => name) }),
    ...(points.length > 0 && { points: points.map(({ name }) => name) }),
    ...(reading.range && { range: reading.range }),
  }))

describe('what a sentence means', () => {
  it('lc ios 7d is the retention report of iOS in the last seven days', () => {
    const [first, ...others] = said('lc ios 7d')
    expect(first).toEqual({ subject: '留存报表', values: ['iOS'], range: { relative: 'last7' } })
    expect(others.map(({ subject }) => subject)).toEqual(['新增留存分渠道', '次日留存'])
  })

  it('充值 按渠道 上周 is the recharge by channel last week, as reports and as points', () => {
    const found = said('充值 按渠道 上周')
    expect(found).toContainEqual({ subject: '充值金额', groups: ['渠道'], range: { relative: 'lastWeek' } })
    expect(found.every(({ groups }) => groups?.[0] === '渠道')).toBe(true)
    expect(said('充值按渠道上周')).toEqual(found)
  })

  it('finds names in any order, by initials, several values of several dimensions', () => {
    expect(said('hw yhxt czje')[0]).toEqual({ subject: '充值金额', values: ['华为应用市场', '云海仙途'] })
    expect(said('7d huoyue')[0]).toEqual({ subject: '活跃用户', range: { relative: 'last7' } })
  })

  it('leaves nothing of the saved definition that names what is not shown any more', () => {
    const saved: ReportInfo = {
      dims: [1],
      points: [1, 2],
      order: [
        { key: 'd1', desc: true },
        { key: 'p1', desc: true },
      ],
      columns: ['d1', 'p2', 'p1'],
      pivot: [1],
    }
    const meaning = meaningsOf('充值 按渠道 上周', vocabulary, today)[0] as Meaning
    expect(changed(saved, meaning, vocabulary)).toEqual({
      dims: [2],
      points: [1, 2],
      dateRange: { relative: 'lastWeek' },
      order: [{ key: 'p1', desc: true }],
      columns: ['p2', 'p1', 'd2'],
      pivot: [],
    })
  })

  it('takes a second point along', () => {
    expect(said('充值金额 活跃用户 7d')).toContainEqual({
      subject: '充值金额',
      points: ['活跃用户'],
      range: { relative: 'last7' },
    })
  })

  it.each(['lc', 'lc zzzz', '留存', 'ios 7d', '上周 本周'])('%s is none', (text) => {
    expect(said(text)).toEqual([])
  })

  it('is quick over a large vocabulary and hostile texts', () => {
    const many = vocabularyOf({
      views: Array.from({ length: 5000 }, (_, id) => ({
        id,
        name: `报表${id}`,
        pinyin: 'bao biao',
        folder: '',
      })),
      points: [],
      dimensions: [],
      values: [],
    })
    for (const text of ['bb 7d', '报表 上周 '.repeat(5), '%'.repeat(300), '\u0000 \u202e', '(((( [[[[ **'])
      expect(Array.isArray(meaningsOf(text, many, today))).toBe(true)
  })
})
