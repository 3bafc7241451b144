// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { type GoneThing, goneText } from '#semantic/model/gone.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { handOver, takeHanded } from '#web/editor/handover.ts'
import type { Cell, ReportTable, ReportTableColumn } from '#features/statement/contract.ts'
import { asTotal, isTotal, questionOf } from '#features/statement/web/explain/question.ts'
import { roleText, subjectsOf } from '#features/statement/web/explain/subjects.ts'
import { ageText } from '#features/statement/web/formats.ts'
import {
  goneThings,
  likeness,
  replacementsFor,
  withReplacement,
} from '#features/statement/web/report/gone.ts'
import type { QueryParams, Result } from '#features/statement/web/report/store.ts'

const column = (key: string, rest: Partial<ReportTableColumn> = {}): ReportTableColumn => ({
  key,
  title: key,
  kind: key.startsWith('d') ? 'dimension' : 'point',
  type: 'integer',
  format: 'integer',
  unit: '',
  dictId: null,
  ...rest,
})

const tableOf = (
  columns: ReportTableColumn[],
  rows: Cell[][],
  rest: Partial<ReportTable> = {},
): ReportTable => ({
  columns,
  data: columns.map((_, at) => rows.map((row) => row[at] ?? null)),
  rowCount: rows.length,
  truncated: false,
  summary: null,
  range: null,
  sql: '',
  elapsedMs: 1,
  cached: false,
  computedAt: '2026-10-12T06:20:00.000Z',
  levels: null,
  others: null,
  unfinishedFrom: null,
  comparedRange: null,
  gone: [],
  trace: '',
  updateTime: null,
  ...rest,
})

describe('what is asked about a cell', () => {
  const columns = [column('d1'), column('d2'), column('p3')]
  const rows: Cell[][] = [
    ['2026-10-01', null, 60],
    ['2026-10-01', 'ios', 30],
    ['2026-10-01', null, 20],
    ['2026-10-01', null, 10],
    ['2026-10-02', 'tap', 5],
  ]
  const table = tableOf(columns, rows, {
    levels: [1, 2, 2, 2, 2],
    others: [false, false, false, true, false],
    summary: [null, null, 65],
  })
  const info: ReportInfo = {
    dims: [1, 2],
    points: [3],
    top: { dim: 2, count: 2, by: 3 },
    chart: { off: true },
  }
  const ask = (row: number | null) => questionOf(table, info, 7, column('p3'), row)

  it('names the row by all its dimensions, the empty value among them', () => {
    expect(ask(1)).toMatchObject({ cells: { d1: '2026-10-01', d2: 'ios' }, shown: 30, reportId: 7 })
    expect(ask(2).cells).toEqual({ d1: '2026-10-01', d2: null })
    expect(ask(2)).not.toHaveProperty('except')
  })

  it('names a subtotal by fewer of them, and the total by none', () => {
    expect(ask(0)).toMatchObject({ cells: { d1: '2026-10-01' }, shown: 60 })
    expect(ask(null)).toMatchObject({ cells: {}, shown: 65 })
    expect(isTotal(ask(null))).toBe(true)
    expect(isTotal(ask(0))).toBe(false)
  })

  it('names the row of the rest by what it leaves out', () => {
    const rest = ask(3)
    expect(rest.cells).toEqual({ d1: '2026-10-01' })
    expect(rest.except?.key).toBe('d2')
    expect(rest.except?.values).toEqual(['ios', null, 'tap'])
    expect(isTotal(asTotal(rest, table))).toBe(true)
    expect(asTotal(rest, table).shown).toBe(65)
  })

  it('asks as the report was asked: what only the screen reads is left out', () => {
    expect(ask(1).info).not.toHaveProperty('chart')
  })
})

describe('what a column tells of', () => {
  const subjects = (key: string, info: Partial<ReportInfo> = {}) =>
    subjectsOf({ key }, { dims: [1], points: [11, 12, 13], ...info })

  it('is its point or dimension', () => {
    expect(subjects('p12')).toEqual({ points: [12], dims: [] })
    expect(subjects('p12_diff')).toEqual({ points: [12], dims: [] })
    expect(subjects('d1')).toEqual({ points: [], dims: [1] })
  })

  it('is the points in their places, of cohorts', () => {
    expect(subjects('n', { kind: 'retention' }).points).toEqual([11])
    expect(subjects('r7', { kind: 'retention' }).points).toEqual([11, 12])
    expect(subjects('s2', { kind: 'funnel' }).points).toEqual([12])
    expect(subjects('c3', { kind: 'funnel' }).points).toEqual([12, 13])
    expect(subjects('t3', { kind: 'funnel' }).points).toEqual([11, 13])
    expect(subjects('s1', { kind: 'funnel' }).points).toEqual([11])
    expect(subjects('b', { kind: 'distribution' }).points).toEqual([12])
    expect(subjects('n', { kind: 'distribution' }).points).toEqual([11])
    expect(subjects('x9')).toEqual({ points: [], dims: [] })
  })

  it('says what it makes of them', () => {
    const text = (role: NonNullable<ReportTableColumn['role']>, info: Partial<ReportInfo> = {}, unit = '') =>
      roleText(column('p3', { role, unit, day: 7 }), { dims: [], points: [3], ...info })
    expect(text('value')).toBe('')
    expect(text('change', { compare: 'week' })).toContain('÷')
    expect(text('change', { compare: 'week' }, 'pp')).toContain('百分点')
    expect(text('rate')).toContain('第 7 天')
    expect(text('step', { funnel: { windowDays: 3 } })).toContain('3 天')
  })
})

describe('what a report has lost', () => {
  const info: ReportInfo = {
    dims: [1],
    points: [3, 4],
    order: [{ key: 'p4_diff', desc: true }],
    chart: { keys: ['p4'] },
    filters: [{ point: 4, op: 'gt', values: [1] }],
  }
  const params = {
    dimensions: [{ id: 1, name: '日期', unreachable: '' }],
    points: [
      { id: 3, name: '充值金额', unreachable: '' },
      { id: 5, name: '付费用户', unreachable: '' },
      { id: 6, name: '付费人数（旧）', unreachable: '够不到' },
      { id: 8, name: '付费率', unreachable: '' },
      { id: 9, name: '在线时长', unreachable: '' },
    ],
  } as unknown as QueryParams
  const lost: GoneThing = { kind: 'point', id: 4, name: '付费用户数', reason: '表 pay_order 已不存在' }

  it('is told with its name and reason, and no more once it is mended', () => {
    const result = { table: tableOf([], [], { gone: [lost] }) } as unknown as Result
    expect(goneThings(info, params, result)).toEqual([lost])
    expect(goneText(lost)).toBe('指标「付费用户数」：表 pay_order 已不存在')
    expect(goneText({ kind: 'dimension', id: 2, name: '', reason: '' })).toBe('维度 #2 已被删除')
    expect(goneThings(withReplacement(info, lost, 5), params, result)).toEqual([])
  })

  it('is known from what is offered before figures are there', () => {
    expect(goneThings(info, params, null)).toEqual([{ kind: 'point', id: 4, name: '', reason: '' }])
    const top = { dim: 7, count: 3, by: 8 }
    expect(goneThings({ ...info, top, columns: ['p99'] }, params, null)).toEqual([
      { kind: 'point', id: 4, name: '', reason: '' },
      { kind: 'dimension', id: 7, name: '', reason: '' },
    ])
    expect(goneThings(info, { dimensions: [], points: [] }, null)).toEqual([])
    expect(goneThings(info, null, null)).toEqual([])
  })

  it('is replaced by what has a name much like it, can be used and is not used yet', () => {
    expect(replacementsFor(lost, info, params).map(({ id }) => id)).toEqual([5, 8])
    expect(replacementsFor({ ...lost, name: '' }, info, params)).toEqual([])
    expect(replacementsFor({ ...lost, name: '充值金额' }, info, params)).toEqual([])
  })

  it('is replaced wherever it stood', () => {
    expect(withReplacement(info, lost, 5)).toEqual({
      dims: [1],
      points: [3, 5],
      order: [{ key: 'p5_diff', desc: true }],
      chart: { keys: ['p5'] },
      filters: [{ point: 5, op: 'gt', values: [1] }],
    })
  })

  it('has names that are alike or not', () => {
    expect(likeness('付费用户', '付费用户')).toBe(1)
    expect(likeness('付费用户', '在线时长')).toBe(0)
    expect(likeness('', '')).toBe(0)
    expect(likeness('DAU', 'dau')).toBe(1)
  })
})

describe('a statement on its way to the workspace', () => {
  beforeEach(() => localStorage.clear())

  it('is taken once, by the address that names it', () => {
    const address = new URL(handOver({ name: '充值金额', sql: "select '中'" }), 'http://here')
    expect(address.pathname).toBe('/code/query')
    const id = address.searchParams.get('text') ?? ''
    expect(takeHanded('other')).toBeNull()
    expect(takeHanded(id)).toEqual({ name: '充值金额', sql: "select '中'" })
    expect(takeHanded(id)).toBeNull()
  })
})

describe('the age of figures', () => {
  it('reads as people say it', () => {
    const now = Date.parse('2026-10-12T12:00:00Z')
    expect(ageText('2026-10-12T11:59:31Z', now)).toBe('刚刚')
    expect(ageText('2026-10-12T11:48:00Z', now)).toBe('12 分钟前')
    expect(ageText('2026-10-12T09:00:00Z', now)).toBe('3 小时前')
    expect(ageText('2026-10-02T12:00:00Z', now)).toBe('10 天前')
    expect(ageText('2026-10-12T12:00:05Z', now)).toBe('刚刚')
  })
})
