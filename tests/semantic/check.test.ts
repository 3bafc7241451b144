import { describe, expect, it } from 'vitest'
import {
  checkDimension,
  checkDimensionTable,
  checkExpression,
  checkFormula,
  checkPoint,
  checkPointTable,
} from '#semantic/compile.ts'
import type { DimensionTable, PointTable } from '#semantic/model/types.ts'
import { makeDimension, makeModel, makePoint, makePointTable } from './model.ts'

const model = makeModel()

describe('checks before saving', () => {
  it('find nothing in the model of these tests', () => {
    for (const point of model.points) expect(checkPoint(point, model)).toEqual([])
    for (const dimension of model.dimensions) expect(checkDimension(dimension, model)).toEqual([])
    for (const table of model.pointTables) expect(checkPointTable(table, model)).toEqual([])
    for (const table of model.dimensionTables) expect(checkDimensionTable(table, model)).toEqual([])
  })

  it('find every field of a point that is wrong, with its place', () => {
    const point = makePoint({
      id: 901,
      name: ' ',
      table_id: 2,
      name_sql: 'sum(amount)',
      event_filter: 'amount + 1',
      filter: "stauts = 'paid'",
    })
    expect(checkPoint(point, model)).toEqual([
      { field: 'name', message: '请填写指标名称' },
      expect.objectContaining({
        field: 'name_sql',
        message: expect.stringContaining('汇总函数 sum'),
        position: { offset: 0, length: 3, line: 1, column: 1 },
      }),
      expect.objectContaining({ field: 'event_filter', message: expect.stringContaining('应为条件') }),
      expect.objectContaining({
        field: 'filter',
        message: expect.stringContaining('是否为 status'),
        position: { offset: 0, length: 6, line: 1, column: 1 },
      }),
    ])
  })

  it('find a circle that a changed formula would close', () => {
    const arpu = model.points.find((point) => point.name === 'ARPU')
    const revenue = makePoint({ ...arpu, id: 51, name: 'ARPU', types: 'computed', name_sql: '[毛利率]' })
    expect(checkPoint(revenue, model)).toEqual([])
    const margin = makePoint({ id: 54, name: '毛利', types: 'computed', name_sql: '[毛利率] * 2' })
    expect(checkPoint(margin, model)[0]?.message).toContain('毛利 → 毛利率 → 毛利')
  })

  it('read a formula or an expression as it is typed', () => {
    expect(checkFormula('[充值金额] / [活跃用户]', model)).toEqual([])
    expect(checkFormula('[充值金额] / ', model)[0]?.position?.offset).toBe(9)
    expect(checkFormula('[毛利率]', model, 54)[0]?.message).toContain('循环引用')
    expect(checkExpression('amount * 2', 'pay_order', model)).toEqual([])
    expect(checkExpression('amount > 2', 'pay_order', model, 'condition')).toEqual([])
    expect(checkExpression('amount * 2', 'pay_order', model, 'condition')[0]?.message).toContain('应为条件')
    expect(checkExpression('amount', 'gone', model)[0]?.message).toBe('数据表 gone 不存在')
  })

  it('find sums of texts and counts of nothing', () => {
    const wrong = (name_sql: string, types: 'additive' | 'distinct') =>
      checkPoint(
        makePoint({ id: 901, name: '新', table_id: 2, name_sql, types, info: { aggregate: 'sum' } }),
        model,
      )[0]?.message
    expect(wrong('status', 'additive')).toContain('文字不能求和')
    expect(wrong('', 'distinct')).toContain('没有表达式')
    expect(wrong('*', 'additive')).toContain('没有表达式')
  })

  it('find dimensions without or with wrong expressions', () => {
    const wrong = (changes: Partial<Parameters<typeof makeDimension>[0]>) =>
      checkDimension(makeDimension({ id: 901, name: '新', types: 'string', ...changes }), model)
    expect(wrong({})).toEqual([{ field: 'info.expression', message: '请填写表达式，例如列名 channel' }])
    expect(wrong({ info: { expression: 'chanel' } })[0]?.message).toContain('没有列 chanel')
    expect(wrong({ types: 'date', info: { expression: 'channel' } })[0]?.message).toContain('与维度类型不符')
    expect(wrong({ table_id: 99 })[0]).toEqual({ field: 'table_id', message: '维度表已被删除' })
    expect(wrong({ table_id: 1, info: { labelColumn: 'nothing' } })[0]?.field).toBe('info.labelColumn')
    expect(wrong({ types: 'shape' as never, info: { expression: 'channel' } })[0]?.field).toBe('types')
  })

  it('find tables and columns that are gone', () => {
    const table = makePointTable({
      id: 9,
      name: '新',
      table_truename: 'login_day',
      date_column: 'channel',
      time_column: 'login_date',
      joins: [
        { dimTableId: 99, column: 'server_id' },
        { dimTableId: 1, column: 'nothing' },
      ],
    })
    expect(checkPointTable(table, model).map((problem) => problem.field)).toEqual([
      'date_column',
      'time_column',
      'joins',
      'joins',
    ])
    const gone = { ...(model.pointTables[0] as PointTable), table_truename: 'gone' }
    expect(checkPointTable(gone, model)[0]?.message).toBe('数据表 gone 不存在')
    const repeated = makeModel({ duplicateKeys: [{ dimTableId: 3, examples: ['x'] }] })
    expect(checkDimensionTable(repeated.dimensionTables[2] as DimensionTable, repeated)[0]?.message).toMatch(
      /有重复值（.+），不能用来关联/,
    )
  })
})
