// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { decodeValues, encodeValues } from '#semantic/model/address/textCode.ts'
import {
  type Calculation,
  chartKinds,
  comparisons,
  filterOps,
  grains,
  type ReportFilter,
  type ReportInfo,
  relativeRanges,
  reportKinds,
} from '#semantic/model/types.ts'
import {
  applyChanges,
  changesFrom,
  type ReportAddress,
  readAddress,
  writeAddress,
} from '#features/statement/web/address/address.ts'

const hostile = [
  '',
  ' ',
  ',',
  '!',
  '!!',
  '!n',
  '!c',
  '!d5',
  '!ud83d',
  'a,b!c',
  '~',
  '&f=d1~in~x',
  '?#%25%',
  '%E0%A4%A',
  '+ +',
  '__proto__',
  "Robert'); DROP TABLE--",
  '＝全角，逗号！',
  '😀',
  '\ud83d',
  '\ude00\ud83d',
  '\n\r\t\0',
  '<script>alert(1)</script>',
  '=cmd|calc',
  '云海仙途',
  '\u202e反向',
]

// A small generator with a seed: failures repeat.
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

const searchOf = (address: string) => address.slice(address.indexOf('?') + 1)

function randomAddress(next: (below: number) => number): ReportAddress {
  const id = () => 1 + next(2 ** 31)
  const ids = () => [...new Set(Array.from({ length: next(6) }, id))]
  const pointIds = () => [...ids(), ...(next(2) ? [-1, -20] : [])]
  const pick = <Item>(items: readonly Item[]) => items[next(items.length)] as Item
  const changes: ReportAddress['changes'] = {}
  const ranges = [undefined, { relative: pick(relativeRanges) }, { from: '2026-02-28', to: '2026-10-12' }]
  const dateRange = pick(ranges)
  if (dateRange) changes.dateRange = dateRange
  if (next(2)) changes.grain = pick(grains)
  if (next(2)) changes.dims = ids()
  if (next(2)) changes.points = pointIds()
  if (next(2)) changes.order = pointIds().map((one) => ({ key: `p${one}`, desc: next(2) === 1 }))
  if (next(2)) changes.columns = ['d1', `p${id()}`, 'p7_prev', 'p-7_diff', 'n', 'r30', 'n_share']
  if (next(2)) changes.limit = 1 + next(1_000_000)
  if (next(2)) changes.fillDates = next(2) === 1
  const filters = () =>
    Array.from(
      { length: next(4) },
      (): ReportFilter => ({
        ...pick<Pick<ReportFilter, 'dim' | 'point'>>([{ dim: id() }, { point: id() }, { point: -2 }]),
        op: pick(filterOps),
        values: Array.from({ length: next(5) }, () =>
          pick<string | number | null>([...hostile, null, 0, -1.5, 1e21, 2 ** 53]),
        ),
      }),
    )
  if (next(2)) changes.filters = filters()
  if (next(2)) changes.kind = pick(reportKinds)
  if (next(2)) changes.compare = pick([...comparisons, null])
  if (next(2)) changes.compareRange = { from: '2025-01-29', to: '2025-02-04' }
  if (next(2)) changes.compareFilters = filters()
  if (next(2)) changes.subtotals = next(2) === 1
  if (next(2)) changes.shares = pointIds()
  if (next(2)) {
    const draw = (): Calculation[] => [
      { number: 1 + next(999), of: id(), kind: 'rank' },
      { number: 7, of: id(), kind: 'rank', ascending: true, within: ids().concat(id()) },
      { number: 8, of: -3, kind: 'running' },
      { number: 9, of: id(), kind: pick(['average', 'sum']), periods: 2 + next(365) },
      { number: 10, of: id(), kind: 'average', periods: 7, centred: true },
      { number: 11, of: id(), kind: 'share', parent: true },
      { number: 12, of: id(), kind: 'share', within: [id()] },
      { number: 13, of: id(), kind: 'difference' },
      { number: 14, of: id(), kind: 'change', base: pick(['first', 'last']), along: id() },
      { number: 15, of: id(), kind: 'index', base: { value: pick([...hostile, null, -1.5]) } },
    ]
    changes.calculations = draw().filter(() => next(2) === 1)
  }
  if (next(2)) changes.top = pick([{ dim: id(), count: 1 + next(1000), by: pick([id(), -3]) }, null])
  if (next(2)) changes.retention = pick([{ days: [0, 1, 3, 7, 30] }, null])
  if (next(2)) changes.ltv = pick([{ days: [1, 3, 7, 730] }, null])
  if (next(2))
    changes.activity = pick([
      { show: 'flow', windows: [7] },
      { show: 'days', windows: [1, 365] },
    ])
  if (next(2)) changes.funnel = { windowDays: next(366) }
  if (next(2)) changes.distribution = { bounds: [-1.5, 0, 6, 648] }
  if (next(2)) changes.frozen = next(51)
  if (next(2)) {
    const keys = ids().map((one) => `p${one}_diff`)
    changes.chart = {
      ...(next(2) && { off: true }),
      ...(next(2) && { kind: pick(chartKinds) }),
      ...(keys.length > 0 && { keys }),
    }
  }
  if (next(2)) changes.pivot = ids()
  const texts = hostile.filter((text) => text.trim() !== '')
  if (next(2))
    changes.formulas = [-1, -2, -999].slice(next(4)).map((own) => ({
      id: own,
      name: pick(texts),
      formula: `${pick(texts)}[#${id()}] ~ ${pick(texts)}`,
      ...(next(2) && { format: pick(['integer', 'decimal', 'percent'] as const) }),
      ...(next(2) && { unit: pick(['元', '~', '!', ',', '%']) }),
    }))
  return { view: id(), report: pick([null, 0, id()]), changes }
}

describe('values in an address', () => {
  it('come back as they were, whatever they hold', () => {
    expect(decodeValues(encodeValues(hostile))).toEqual(hostile)
    expect(decodeValues(encodeValues([null, 0, -1.5, '0', 'null']))).toEqual([null, 0, -1.5, '0', 'null'])
  })

  it('are refused where they were not written by us', () => {
    for (const text of ['!', '!x', 'a!', '!d', '!dNaN', '!dInfinity', '!u12', '!nx']) {
      expect(decodeValues(text), text).toBeUndefined()
    }
  })
})

describe('the address of a report', () => {
  it('gives back every state', () => {
    const next = numbers(20261012)
    for (let round = 0; round < 2000; round++) {
      const address = randomAddress(next)
      const { address: read, problems } = readAddress(searchOf(writeAddress(address)))
      expect(problems).toEqual([])
      expect(read).toEqual(address)
    }
  })

  it('reads as people write it', () => {
    expect(
      writeAddress({
        view: 12,
        report: null,
        changes: {
          dateRange: { relative: 'last30' },
          grain: 'week',
          dims: [3, 4],
          filters: [{ dim: 3, op: 'in', values: ['iOS', 'TapTap'] }],
          order: [{ key: 'p7', desc: true }],
        },
      }),
    ).toBe('/statement/detail?id=12&range=last30&grain=week&dims=3.4&order=-p7&f=d3~in~iOS,TapTap')
  })

  it('never throws, names what it drops, and keeps the rest', () => {
    const { address, problems } = readAddress(
      'id=5&report=x&range=2026-10-12..2026-09-01&grain=minute&dims=1.a&points=-0&order=x1&f=d1~drop~x&limit=0&cols=',
    )
    expect(address).toEqual({ view: 5, report: null, changes: {} })
    expect(problems).toEqual(['子报表', '日期', '粒度', '分组', '指标', '排序', '列顺序', '行数', '筛选条件'])
  })

  it('says formulas of its own as people write them, and refuses what is none', () => {
    const formulas = [{ id: -1, name: '人均', formula: '[#11] / [#1]', unit: '元' }]
    const written = writeAddress({ view: 12, report: null, changes: { points: [11, -1], formulas } })
    expect(decodeURIComponent(written).replaceAll('+', ' ')).toBe(
      '/statement/detail?id=12&points=11.-1&own=-1~人均~[#11] / [#1]~~元',
    )
    const wrong = [
      'x',
      '-1',
      '-1~a',
      '1~a~b',
      '-1000~a~b',
      '-1~ ~b',
      '-1~a~b~money',
      '-1~a~b~~c~d',
      `-1~a~${'b'.repeat(1001)}`,
      `-1~${'a'.repeat(101)}~b`,
      '-1~a!n~b',
      '-1~a~b&own=-1~c~d',
      Array.from({ length: 21 }, (_, at) => `-${at + 1}~a~b`).join('&own='),
    ]
    for (const text of wrong)
      expect([text, readAddress(`id=1&own=${text}`).problems]).toEqual([text, ['自建公式']])
    expect(readAddress('id=1&own=').address.changes).toEqual({ formulas: [] })
  })

  it('says what is compared, shared and ranked, as people write it', () => {
    const changes: ReportAddress['changes'] = {
      compare: 'range',
      compareRange: { from: '2025-10-01', to: '2025-10-07' },
      subtotals: true,
      shares: [7, 8],
      top: { dim: 3, count: 10, by: 7 },
      frozen: 2,
    }
    expect(writeAddress({ view: 12, report: null, changes })).toBe(
      '/statement/detail?id=12&cmp=range&cmprange=2025-10-01..2025-10-07&sub=1&share=7.8&top=3.10.7&frozen=2',
    )
  })

  it('drops what makes no sense of a comparison, of ranks and of cohorts', () => {
    const { address, problems } = readAddress(
      'id=1&cmp=tomorrow&cmprange=2026-02-30..2026-03-01&sub=yes&share=1.x&top=3.0.7&days=7,3&window=366&bounds=0,,1&frozen=51&chart=2&kind=cube&cmpf=x',
    )
    expect(address.changes).toEqual({})
    expect(problems).toHaveLength(12)
  })

  it('survives any text', () => {
    const next = numbers(7)
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: next(60) }, () => String.fromCharCode(next(0x10000))).join('')
      expect(() => readAddress(text)).not.toThrow()
      expect(() => readAddress(`id=1&f=${text}&range=${text}&dims=${text}`)).not.toThrow()
    }
    for (const text of hostile) expect(() => readAddress(`?id=${text}&f=${text}`)).not.toThrow()
  })

  it('refuses days that do not exist and numbers beyond what is exact', () => {
    expect(readAddress('id=1&range=2026-02-29..2026-03-01').problems).toEqual(['日期'])
    expect(readAddress('id=1&range=2028-02-29..2028-03-01').problems).toEqual([])
    expect(readAddress('id=99999999999999999').address.view).toBeNull()
    expect(readAddress('id=1&dims=9007199254740993').problems).toEqual(['分组'])
  })

  it('does not read more than a report can hold', () => {
    const many = Array.from({ length: 501 }, (_, index) => index + 1).join('.')
    expect(readAddress(`id=1&points=${many}`).problems).toEqual(['指标'])
    expect(readAddress(`id=1&${'f=d1~in~x&'.repeat(101)}`).problems).toEqual(['筛选条件'])
  })
})

describe('changes of a saved report', () => {
  const saved: ReportInfo = {
    dims: [1],
    points: [2, 3],
    dateRange: { relative: 'last7' },
    filters: [{ dim: 4, op: 'in', values: ['a'] }],
  }

  it('are nothing when all is as saved', () => {
    expect(changesFrom(saved, saved)).toEqual({})
    expect(changesFrom(saved, { ...saved, grain: 'day', order: [], fillDates: false })).toEqual({})
  })

  it('lead back to the same definition', () => {
    const changed: ReportInfo = {
      ...saved,
      dims: [],
      grain: 'month',
      filters: [],
      order: [{ key: 'p2', desc: true }],
    }
    expect(applyChanges(saved, changesFrom(saved, changed))).toEqual(changed)
  })

  it('say what was taken away of the saved report', () => {
    const rich: ReportInfo = {
      ...saved,
      compare: 'previous',
      top: { dim: 1, count: 5, by: 2 },
      subtotals: true,
      frozen: 3,
    }
    const changes = changesFrom(rich, saved)
    expect(changes).toEqual({ compare: null, top: null, subtotals: false, frozen: 1 })
    const search = searchOf(writeAddress({ view: 1, report: null, changes }))
    expect(search).toBe('id=1&cmp=-&sub=0&top=-&frozen=1')
    expect(applyChanges(rich, readAddress(search).address.changes)).toEqual({
      ...saved,
      subtotals: false,
      frozen: 1,
    })
  })

  it('never takes away what a report cannot be without', () => {
    const { address } = readAddress('id=1&dims=-&points=-')
    expect(applyChanges(saved, address.changes)).toEqual(saved)
  })

  it('say so when a coarser saved grain is made finer', () => {
    expect(changesFrom({ ...saved, grain: 'week' }, { ...saved, grain: 'day' })).toEqual({ grain: 'day' })
  })
})
