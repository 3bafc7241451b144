// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { festivalDaysOf } from '#shared/days/festivals.ts'
import type { QueryDimension, QueryPoint } from '#features/statement/contract.ts'
import { meaningHere } from '#features/statement/web/sentences/here.ts'
import { type Meaning, meaningsOf, unknownWords } from '#features/statement/web/sentences/meanings.ts'
import { formulaOf, quotientName, quotientsIn } from '#features/statement/web/sentences/quotients.ts'
import { changed } from '#features/statement/web/sentences/targets.ts'
import { type Vocabulary, vocabularyOf } from '#features/statement/web/sentences/vocabulary.ts'
import { readWords } from '#features/statement/web/sentences/words.ts'

const today = '2026-10-12'
const noName = () => false
/** As the calendar announced them. */
const festivalDays = festivalDaysOf([
  {
    year: 2026,
    springFestival: '2026-02-17',
    days: [
      { day: '2026-02-14', kind: 'work', name: '春节' },
      ...['2026-02-15', '2026-02-16', '2026-02-23'].map((day) => ({
        day,
        kind: 'rest' as const,
        name: '春节',
      })),
      { day: '2026-12-31', kind: 'rest', name: '国庆节' },
    ],
  },
  { year: 2025, springFestival: '2025-01-29', days: [] },
])
const words = (text: string) => readWords(text, { today, isName: noName, festivalDays })

it.each([
  ['dau 7日均', { kind: 'average', periods: 7 }],
  ['充值 30 天平均', { kind: 'average', periods: 30 }],
  ['充值7日均', { kind: 'average', periods: 7 }],
  ['dau ma14', { kind: 'average', periods: 14 }],
  ['充值 累计', { kind: 'running' }],
  ['充值 排名 近7天', { kind: 'rank' }],
  ['充值 1日均', undefined],
])('says what is calculated: %s', (text, calculation) => {
  expect(words(text)?.calculation).toEqual(calculation)
})

it('leaves names whole that have days or more in them', () => {
  const names = ['月末余额', '双11礼包', '国庆礼包']
  const isName = (word: string) => names.includes(word)
  for (const name of names) {
    const reading = readWords(`${name} 7d`, { today, isName, festivalDays })
    expect(reading).toMatchObject({ names: [{ text: name }], range: { relative: 'last7' } })
  }
  expect(readWords('双11礼包 7d', { today, isName: noName, festivalDays })?.names).toMatchObject([
    { text: '礼包' },
  ])
})

describe('words that mean something by themselves', () => {
  it.each([
    ['x 7d', { relative: 'last7' }],
    ['x 近30天', { relative: 'last30' }],
    ['x 最近 7 天', { relative: 'last7' }],
    ['x 近 30 天', { relative: 'last30' }],
    ['x 30 天', { relative: 'last30' }],
    ['x last 7 days', { relative: 'last7' }],
    ['x 3w', { from: '2026-09-22', to: '2026-10-12' }],
    ['x 2026-9', { from: '2026-09-01', to: '2026-09-30' }],
    ['x 10.1-10.7', { from: '2026-10-01', to: '2026-10-07' }],
    ['x 10月1日到7日', { from: '2026-10-01', to: '2026-10-07' }],
    ['x 9月 到 10月', { from: '2026-09-01', to: '2026-10-12' }],
    ['x 10-1 10-7', { from: '2026-10-01', to: '2026-10-07' }],
    ['x 10月1日 - 10月7日', { from: '2026-10-01', to: '2026-10-07' }],
    ['x 2025 9月', { from: '2025-09-01', to: '2025-09-30' }],
    ['x q3 去年', { from: '2025-07-01', to: '2025-09-30' }],
    ['x 春节 2025', { from: '2025-01-28', to: '2025-02-04' }],
    ['x 2025 7d', { relative: 'last7' }],
    ['x 100', undefined],
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
    ['x 6月', { from: '2026-06-01', to: '2026-06-30' }],
    ['x 六月份', { from: '2026-06-01', to: '2026-06-30' }],
    ['x 十二月', { from: '2025-12-01', to: '2025-12-31' }],
    ['x 10月', { from: '2026-10-01', to: '2026-10-12' }],
    ['x 去年6月', { from: '2025-06-01', to: '2025-06-30' }],
    ['x 2024年2月', { from: '2024-02-01', to: '2024-02-29' }],
    ['x 2027年2月', undefined],
    ['x 13月', undefined],
    ['x 二季度', { from: '2026-04-01', to: '2026-06-30' }],
    ['x 去年Q4', { from: '2025-10-01', to: '2025-12-31' }],
    ['x 上半年', { from: '2026-01-01', to: '2026-06-30' }],
    ['x 2025年', { from: '2025-01-01', to: '2025-12-31' }],
    ['x 春节', { from: '2026-02-15', to: '2026-02-23' }],
    ['x 去年春节', { from: '2025-01-28', to: '2025-02-04' }],
    ['x 2023年春节', undefined],
    ['x 国庆', undefined],
    ['x 去年今天', { from: '2025-10-12', to: '2025-10-12' }],
    ['充值去年今天', { from: '2025-10-12', to: '2025-10-12' }],
    ['x 去年双11', { from: '2025-11-11', to: '2025-11-11' }],
    ['充值双十一', { from: '2025-11-11', to: '2025-11-11' }],
    ['充值上月底', { from: '2026-09-30', to: '2026-09-30' }],
    ['充值年初至今', { from: '2026-01-01', to: '2026-10-12' }],
    ['充值9月底', { from: '2026-09-30', to: '2026-09-30' }],
    ['x 8月初到9月底', { from: '2026-08-01', to: '2026-09-30' }],
    ['x shangzhou', { relative: 'lastWeek' }],
    ['x benyue', { relative: 'thisMonth' }],
  ])('%s names days', (text, range) => {
    expect(words(text)?.range).toEqual(range)
  })

  it('leaves first letters to names that begin so', () => {
    const isName = (word: string) => word === 'sz'
    expect(readWords('x sz', { today, isName, festivalDays })?.range).toBeUndefined()
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

  it.each([
    ['充值 vs 上周', { range: { relative: 'thisWeek' }, compare: 'week' }],
    ['充值vs上月', { range: { relative: 'thisMonth' }, compare: 'previous' }],
    ['充值 vs 昨天', { range: { relative: 'today' }, compare: 'previous' }],
    ['充值 vs 去年', { compare: 'year' }],
    ['充值 近 30 天 对比 去年同期', { range: { relative: 'last30' }, compare: 'year' }],
    ['充值 9月 vs 8月', { range: { from: '2026-09-01', to: '2026-09-30' }, compare: 'previous' }],
    ['充值 9月 vs 去年9月', { range: { from: '2026-09-01', to: '2026-09-30' }, compare: 'year' }],
    [
      '充值 9月 vs 6月',
      {
        range: { from: '2026-09-01', to: '2026-09-30' },
        compare: 'range',
        compareRange: { from: '2026-06-01', to: '2026-06-30' },
      },
    ],
  ])('%s sets one period against another', (text, expected) => {
    expect(words(text)).toEqual({ names: [{ text: '充值', by: false }], ...expected })
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

  it('parts days from what stands before and behind them', () => {
    expect(words('充值去年6月环比')).toEqual({
      names: [{ text: '充值', by: false }],
      range: { from: '2025-06-01', to: '2025-06-30' },
      compare: 'previous',
    })
    expect(words('月卡 7d')?.names).toEqual([{ text: '月卡', by: false }])
    expect(words('充值春节')?.range).toEqual({ from: '2026-02-15', to: '2026-02-23' })
    expect(words('充值 春节对齐')).toMatchObject({ compare: 'lunar', names: [{ text: '充值' }] })
  })

  it('compares a Spring Festival with the one before', () => {
    expect(words('充值 春节 同比')?.compare).toBe('lunar')
    expect(words('充值 6月 同比')?.compare).toBe('year')
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
const point = (
  id: number,
  name: string,
  synonyms: string[] = [],
  types: QueryPoint['types'] = 'additive',
): QueryPoint =>
  ({
    id,
    name,
    types,
    pinyin: pinyinOf(name),
    unit: '',
    synonyms,
    synonymsPinyin: pinyinOf(synonyms.join(' ')),
  }) as QueryPoint
const vocabulary: Vocabulary = vocabularyOf({
  views: ['留存报表', '新增留存分渠道', '经营日报', '充值明细', 'LTV 与回本', '首充漏斗', '转化漏斗'].map(
    (name, at) => ({
      id: at + 1,
      name,
      pinyin: pinyinOf(name),
      folder: '',
    }),
  ),
  points: [
    point(1, '充值金额', ['流水', 'GMV']),
    point(2, '充值人数'),
    point(3, '次日留存'),
    point(4, '活跃用户', ['DAU', '日活'], 'distinct'),
  ],
  dimensions: [
    dimension(1, '日期', 'date'),
    dimension(2, '渠道'),
    dimension(3, '平台'),
    dimension(4, '游戏'),
    dimension(5, '道具类型'),
  ],
  values: [
    { dim: 5, values: [{ value: 'gold', label: '元宝充值', pinyin: pinyinOf('元宝充值') }] },
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
type Subject = ReturnType<typeof meaningsOf>[number]['subject']
function nameOf(subject: Subject): string {
  if (subject.kind === 'view') return subject.view.name
  if (subject.kind === 'point') return subject.point.name
  if (subject.kind === 'quotient') return quotientName(subject.quotient)
  const { title, keys } = subject.activity
  return `${title} ${keys.join()}`.trim()
}
const said = (text: string) =>
  meaningsOf(text, vocabulary, today).map(({ subject, values, groups, points, reading }) => ({
    subject: nameOf(subject),
    ...(values.length > 0 && { values: values.map(({ label }) => label) }),
    ...(groups.length > 0 && { groups: groups.map(({ name }) => name) }),
    ...(points.length > 0 && { points: points.map(({ name }) => name) }),
    ...(reading.range && { range: reading.range }),
  }))

describe('what a sentence means for the report in view', () => {
  const here = (text: string) => {
    const meaning = meaningHere(text, { title: '核心指标' }, vocabulary, today)
    if (!meaning) return null
    const { groups, values, reading } = meaning
    const { names: _, ...read } = reading
    return {
      ...read,
      ...(groups.length > 0 && { groups: groups.map(({ name }) => name) }),
      ...(values.length > 0 && { values: values.map(({ label }) => label) }),
    }
  }

  it.each([
    ['9月 vs 8月', { range: { from: '2026-09-01', to: '2026-09-30' }, compare: 'previous' }],
    ['9月vs8月', { range: { from: '2026-09-01', to: '2026-09-30' }, compare: 'previous' }],
    ['vs 去年', { compare: 'year' }],
    ['上周', { range: { relative: 'lastWeek' } }],
    ['7d', { range: { relative: 'last7' } }],
    ['上周 按日', { range: { relative: 'lastWeek' }, grain: 'day' }],
    ['按渠道 上周', { range: { relative: 'lastWeek' }, groups: ['渠道'] }],
    ['ios 7d', { range: { relative: 'last7' }, values: ['iOS'] }],
  ])('%s', (text, expected) => expect(here(text)).toEqual(expected))

  it.each(['', 'sz', '环比', 'ios', '按渠道', '经营日报 没有 上周', '充值', 'abc'])(
    '%j says nothing about it',
    (text) => expect(here(text)).toBeNull(),
  )
})

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

  it('takes a word that begins the names of figures for no value that has it somewhere within', () => {
    const [first, second] = said('渠道 充值 近7天')
    expect(first).toEqual({ subject: '充值明细', groups: ['渠道'], range: { relative: 'last7' } })
    // Where nothing else can be meant, that value is.
    expect(second).toMatchObject({ subject: '新增留存分渠道', values: ['元宝充值'] })
    expect(said('经营日报 充值')[0]).toEqual({ subject: '经营日报', values: ['元宝充值'] })
    // Begun itself, it is meant.
    expect(said('渠道 元宝 近7天')[0]).toMatchObject({ values: ['元宝充值'] })
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

  it('names the words that it does not know, where it knows others', () => {
    expect(unknownWords('充值 不存在的词 上周', vocabulary, today)).toEqual(['不存在的词'])
    expect(unknownWords('不存在的词 上周', vocabulary, today)).toEqual(['不存在的词'])
    expect(unknownWords('充值 按渠道 上周', vocabulary, today)).toEqual([])
    expect(unknownWords('qqzz xxyy', vocabulary, today)).toEqual([])
  })

  it.each(['dau 7d', '日活 近 7 天', 'rihuo 7d', 'DAU近7天', 'rh 7d'])(
    '%s is the point by another name',
    (text) => {
      expect(said(text)[0]).toEqual({ subject: '活跃用户', range: { relative: 'last7' } })
    },
  )

  it('knows each of several names by its own readings', () => {
    expect(said('ls 上周')[0]).toEqual({ subject: '充值金额', range: { relative: 'lastWeek' } })
    expect(said('gmv 日活 上周')).toContainEqual({
      subject: '充值金额',
      points: ['活跃用户'],
      range: { relative: 'lastWeek' },
    })
  })

  it('sets two values against each other, each by itself', () => {
    expect(said('充值金额 ios vs android 7d')).toContainEqual({
      subject: '充值金额',
      values: ['iOS', 'Android'],
      groups: ['平台'],
      range: { relative: 'last7' },
    })
  })

  it('takes a second point along', () => {
    expect(said('充值金额 活跃用户 7d')).toContainEqual({
      subject: '充值金额',
      points: ['活跃用户'],
      range: { relative: 'last7' },
    })
  })

  const conditions = (text: string) => {
    const [meaning] = meaningsOf(text, vocabulary, today)
    return meaning && changed({ dims: [1], points: [1] }, meaning, vocabulary)
  }
  const [money, users] = ['充值金额', '活跃用户'].map(
    (name) => vocabulary.points(name, 1)[0]?.thing.id as number,
  )

  it('holds figures against numbers, other figures and their own past', () => {
    expect(conditions('充值金额大于1.5万 近7天')?.filters).toEqual([
      { point: money, op: 'gt', values: [15000] },
    ])
    expect(conditions('充值金额 >= 1,000')?.filters).toEqual([{ point: money, op: 'gte', values: [1000] }])
    expect(conditions('充值金额 大于 活跃用户')?.filters).toEqual([
      { point: money, op: 'gt', values: [], than: { point: users } },
    ])
    const past = (times?: number) => [
      { point: money, op: 'gt', values: [], than: { past: 'week', ...(times && { times }) } },
    ]
    expect(conditions('充值金额 高于上周')?.filters).toEqual(past())
    for (const text of ['充值金额 高于上周 1.2 倍', '充值金额高于上周1.2倍 7d', '充值金额 高于 上周的 20%'])
      expect(conditions(text)?.filters, text).toEqual(past(1.2))
    expect(conditions('dau 低于昨天 20%')?.filters).toEqual([
      { point: users, op: 'lt', values: [], than: { past: 'previous', times: 0.8 } },
    ])
    // What is no number and no name is none.
    expect(said('充值金额 大于 zzzz')).toEqual([])
  })

  it('finds who was lost, by a past that is said, or by the period before', () => {
    const lost = (past: string) => [{ point: money, op: 'isNull', values: [], than: { past } }]
    expect(conditions('充值金额 流失')?.filters).toEqual(lost('previous'))
    for (const text of [
      '充值金额 较上周流失',
      '充值金额 上周流失的 7d',
      '充值金额 上周 流失',
      '充值金额 比去年同日流失',
    ])
      expect(conditions(text)?.filters, text).toEqual(lost(text.includes('去年') ? 'year' : 'week'))
  })

  it('takes any of several conditions where it says 或', () => {
    const both = [
      { point: money, op: 'gt', values: [100] },
      { point: users, op: 'lt', values: [10] },
    ]
    expect(conditions('充值金额大于100 活跃用户少于10')?.filters).toEqual(both)
    for (const text of [
      '充值金额大于100 或 活跃用户少于10',
      '充值金额大于100或活跃用户少于10',
      '充值金额>100 or dau<10',
    ])
      expect(conditions(text)?.filters, text).toEqual([{ any: both }])
    const [first] = said('充值金额 ios 或 android 7d')
    expect(first?.values).toEqual(['iOS', 'Android'])
    // A value beside a figure is decided on the row, which has to tell it.
    const mixed = conditions('充值金额大于100 或 ios')
    expect(mixed?.filters).toEqual([{ any: [{ dim: 3, op: 'in', values: ['ios'] }, both[0]] }])
    expect(mixed?.dims).toEqual([1, 3])
  })

  it.each(['lc', 'lc zzzz', '留存', 'ios 7d', '上周 本周'])('%s is none', (text) =>
    expect(said(text)).toEqual([]),
  )

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

  it('reads the new players of some days of a report about players', () => {
    for (const text of ['LTV 按渠道 上月新增', 'ltv 渠道 上月 新增'])
      expect(said(text)[0]).toEqual({
        subject: 'LTV 与回本',
        groups: ['渠道'],
        range: { relative: 'lastMonth' },
      })
  })

  it('reads the day of a retention, brackets of days and weeks, and weekly cohorts', () => {
    const read = (text: string) =>
      meaningsOf(text, vocabulary, today).map(({ subject, players, reading }) => ({
        view: subject.kind === 'view' && subject.view.name,
        ...players.returns,
        ...(reading.grain && { grain: reading.grain }),
      }))
    expect(read('7日留存 周')[0]).toEqual({ view: '留存报表', days: [7], grain: 'week' })
    expect(read('7日留存')[0]).toEqual({ view: '留存报表', days: [7] })
    expect(read('1-3日留存 上月')[0]).toEqual({ view: '留存报表', days: [1], untils: [3], how: 'within' })
    expect(read('4周留存 按渠道')[0]).toEqual({ view: '留存报表', days: [4], unit: 'week' })
    expect(read('7日及以后留存')[0]).toMatchObject({ days: [7], how: 'after' })
    // Days of the report, as before.
    expect(said('近7日留存')[0]).toMatchObject({ range: { relative: 'last7' } })
    const meaning = meaningsOf('7日留存 周', vocabulary, today)[0]
    const saved: ReportInfo = { kind: 'retention', dims: [1], points: [1, 2], retention: { days: [1, 3] } }
    expect(meaning && changed(saved, meaning, vocabulary)).toEqual({
      ...saved,
      grain: 'week',
      retention: { days: [7] },
    })
    expect(meaning && changed({ dims: [1], points: [1] }, meaning, vocabulary)).not.toHaveProperty(
      'retention',
    )
  })

  it('reads MAU, stickiness and lifecycles as reports of activity', () => {
    const active = (kind: string, range: string, groups?: string[]) => ({
      subject: `活跃用户 ${kind}`,
      ...(groups && { groups }),
      range: { relative: range },
    })
    expect(said('MAU 今年')[0]).toEqual(active('滚动活跃与黏性 a30', 'thisYear'))
    for (const text of ['DAU/MAU 近30天', 'dau / mau 近 30 天'])
      expect(said(text)[0]).toEqual(active('滚动活跃与黏性 h30', 'last30'))
    expect(said('生命周期 按渠道 上周')[0]).toEqual(active('生命周期', 'lastWeek', ['渠道']))
    // A point of that name is meant first, and so is a quotient of points.
    expect(said('dau 上周')[0]).toEqual({ subject: '活跃用户', range: { relative: 'lastWeek' } })
    expect(said('gmv/dau 上周')[0]).toMatchObject({ subject: '充值金额 / 活跃用户' })
    expect(said('MAU 不认得的词')).toEqual([])
  })

  it('reads the window of a funnel, and the funnel that two words name', () => {
    const read = (text: string) =>
      meaningsOf(text, vocabulary, today).map(({ subject, players, reading }) => ({
        view: subject.kind === 'view' && subject.view.name,
        ...players.within,
        ...(reading.range && { range: reading.range }),
      }))
    expect(read('首充 漏斗 24小时')[0]).toEqual({ view: '首充漏斗', count: 24, unit: 'hour' })
    expect(read('转化漏斗 30分钟内 上周')[0]).toEqual({
      view: '转化漏斗',
      count: 30,
      unit: 'minute',
      range: { relative: 'lastWeek' },
    })
    // Without a window, the days of the report, as before.
    expect(said('首充漏斗 近7天')[0]).toMatchObject({ range: { relative: 'last7' } })
    const meaning = meaningsOf('首充 漏斗 24小时', vocabulary, today)[0]
    const saved: ReportInfo = { kind: 'funnel', dims: [], points: [1, 2], funnel: { windowDays: 7 } }
    const within = { count: 24, unit: 'hour' }
    expect(meaning && changed(saved, meaning, vocabulary)).toEqual({ ...saved, funnel: { within } })
    const strict: ReportInfo = { ...saved, funnel: { within: { count: 1, unit: 'day' }, strictly: true } }
    expect(meaning && changed(strict, meaning, vocabulary).funnel).toEqual({ within, strictly: true })
  })

  it('reads one point over another, each pair under its whole name, and no day as one', () => {
    const [first, ...others] = said('充值 / 活跃 按渠道 7d')
    expect(first).toEqual({
      subject: '充值金额 / 活跃用户',
      groups: ['渠道'],
      range: { relative: 'last7' },
    })
    expect(others.map(({ subject }) => subject)).toEqual(['充值人数 / 活跃用户'])
    expect(said('gmv/dau')).toEqual([{ subject: '充值金额 / 活跃用户' }])
    expect(said('ios 流水 ÷ 日活 上周')).toEqual([
      { subject: '充值金额 / 活跃用户', values: ['iOS'], range: { relative: 'lastWeek' } },
    ])
    for (const text of [
      '充值 10/1',
      '充值 / 没有',
      '充值 / 活跃 / 留存',
      '充值 /',
      '/ 活跃',
      '充值 / 活跃 没有',
    ])
      expect([text, said(text).filter(({ subject }) => subject.includes(' / '))]).toEqual([text, []])
    const quotient = quotientsIn('流水/日活', vocabulary, today)?.found[0]
    expect(quotient && formulaOf(quotient)).toEqual({
      id: -1,
      name: '充值金额 / 活跃用户',
      formula: '[#1] / [#4]',
      format: 'decimal',
    })
  })
})
