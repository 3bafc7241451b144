// Columns of one table always have different titles, in tables, exports and charts.
import { describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { dims, makeContext, makeDimension, makeModel, makePoint, points, tableIds } from './model.ts'

const plain = makeModel()
const added = { ofPay: 901, ofPayToo: 902, formula: 903, share: 904, ofLogin: 905, value: 906 }
const model: Model = {
  ...plain,
  dimensions: [
    ...plain.dimensions,
    makeDimension({ id: 901, name: '新增用户', types: 'string', info: { expression: 'channel' } }),
  ],
  points: [
    ...plain.points,
    makePoint({
      id: added.ofLogin,
      name: '新增用户',
      table_id: tableIds.login,
      types: 'distinct',
      name_sql: 'player_id',
    }),
    makePoint({
      id: added.ofPay,
      name: '新增用户',
      table_id: tableIds.pay,
      types: 'distinct',
      name_sql: 'player_id',
    }),
    makePoint({
      id: added.ofPayToo,
      name: '新增用户',
      table_id: tableIds.pay,
      types: 'distinct',
      name_sql: 'player_id',
    }),
    makePoint({ id: added.formula, name: '新增用户', types: 'computed', name_sql: '[#905] * 2' }),
    makePoint({ id: added.share, name: '新增用户占比', types: 'computed', name_sql: '[#905] / [#901]' }),
    makePoint({ id: added.value, name: '新增用户', table_id: tableIds.pay, name_sql: 'amount' }),
  ],
}

const tableNamed = (id: number) => model.pointTables.find((table) => table.id === id)?.name

const titlesOf = (info: Partial<ReportInfo>): string[] =>
  compileReport({ dims: [], points: [], ...info }, model, makeContext()).columns.map(({ title }) => title)

const inMarch = { dateRange: { from: '2026-03-01', to: '2026-03-31' } }

describe('titles of columns', () => {
  it('name the table of points that have one name, and leave other titles as they are', () => {
    expect(titlesOf({ points: [added.ofLogin, added.ofPay, points.revenue] })).toEqual([
      `新增用户（${tableNamed(tableIds.login)}）`,
      `新增用户（${tableNamed(tableIds.pay)}）`,
      plain.points.find(({ id }) => id === points.revenue)?.name,
    ])
    expect(titlesOf({ points: [added.ofLogin] })).toEqual(['新增用户'])
  })

  it('give the number where the table is the same, and say what is a formula or a dimension', () => {
    const titles = titlesOf({ dims: [901], points: [added.ofPay, added.ofPayToo, added.formula] })
    expect(titles).toEqual(['新增用户（维度）', '新增用户（#901）', '新增用户（#902）', '新增用户（公式）'])
  })

  it('carry over to what hangs on a figure, and stand apart from it', () => {
    const titles = titlesOf({
      ...inMarch,
      dims: [dims.day],
      points: [added.ofLogin, added.ofPay, added.share],
      compare: 'previous',
      shares: [added.ofLogin, added.ofPay],
      calculations: [
        { number: 1, of: added.ofLogin, kind: 'rank' },
        { number: 2, of: added.ofPay, kind: 'rank' },
      ],
    })
    expect(new Set(titles).size).toBe(titles.length)
    const single = titlesOf({ ...inMarch, points: [added.ofLogin, added.share], shares: [added.ofLogin] })
    expect(single).toEqual(['新增用户', '新增用户占比', '新增用户占比（公式）'])
  })

  it('are as many as the columns in funnels and distributions, too', () => {
    const steps = {
      kind: 'funnel' as const,
      ...inMarch,
      points: [added.ofLogin, added.ofPay, added.ofPayToo],
    }
    const funnel = titlesOf({ ...steps, dims: [dims.day] })
    expect(new Set(funnel).size).toBe(funnel.length)
    expect(funnel).toContain(`新增用户（${tableNamed(tableIds.login)}）`)
    const spread = titlesOf({ kind: 'distribution', ...inMarch, points: [added.ofLogin, added.value] })
    expect(new Set(spread).size).toBe(spread.length)
  })

  it('tell a formula of the report’s own from a point of its name', () => {
    const titles = titlesOf({
      points: [added.ofLogin, -1],
      formulas: [{ id: -1, name: '新增用户', formula: '[#905] * 2' }],
    })
    expect(titles).toEqual([`新增用户（${tableNamed(tableIds.login)}）`, '新增用户（自建公式）'])
  })
})
