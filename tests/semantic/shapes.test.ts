// Impossible levels, shares, top values and balances are refused with a reason and a remedy; large but possible ones
// are not.
import { describe, expect, it } from 'vitest'
import { checkPoint, compileReport, ReportProblem } from '#semantic/compile.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { dims, makeContext, makeDimension, makeModel, makePoint, modelWith, points } from './model.ts'

const compiled = (info: Partial<ReportInfo>, model: Model = makeModel()) =>
  compileReport({ dims: [dims.channel], points: [points.revenue], ...info }, model, makeContext())

function refusal(info: Partial<ReportInfo>, model?: Model): string {
  try {
    compiled(info, model)
  } catch (error) {
    if (error instanceof ReportProblem) return error.message
    throw error
  }
  throw new Error('the report was compiled')
}

describe('subtotals', () => {
  it('need a dimension', () => {
    expect(refusal({ dims: [], subtotals: true })).toBe(
      '没有维度，无法小计；请先选择至少两个维度，或关闭小计',
    )
    expect(compiled({ subtotals: true }).marks).toEqual(['level'])
    expect(compiled({ subtotals: false }).marks).toEqual([])
  })
})

describe('first values', () => {
  const top = (change: Partial<NonNullable<ReportInfo['top']>>, rest: Partial<ReportInfo> = {}) =>
    refusal({ top: { dim: dims.channel, count: 3, by: points.revenue, ...change }, ...rest })

  it('of a dimension of the report that is no date', () => {
    expect(top({ dim: dims.game })).toBe('取前几名的维度「游戏」不在报表的维度里，请先加上它，或换一个维度')
    expect(top({ dim: 999 })).toBe('取前几名的维度已被删除，请重新选择')
    for (const dim of [dims.day, dims.time])
      expect(top({ dim }, { dims: [dim] })).toContain('是日期，不能取前几名；请改用日期范围或行数上限')
  })

  it.each([0, -1, 1.5, 1001, Number.NaN])('as many as %s', (count) => {
    expect(top({ count })).toBe(`取前几名的个数「${count}」应为 1 到 1000 的整数`)
  })

  it('by a point that is there and reaches the report', () => {
    expect(top({ by: 999 })).toBe('给维度「渠道」排名的指标已被删除，请重新选择')
    expect(top({ dim: dims.serverId, by: points.cost }, { dims: [dims.serverId] })).toBe(
      '指标「消耗」不能按维度「区服编号」统计：「投放」没有列 server_id',
    )
    const broken = modelWith(makePoint({ id: 901, name: '坏', types: 'computed', name_sql: '[没有]' }))
    expect(refusal({ top: { dim: dims.channel, count: 1, by: 901 } }, broken)).toContain('没有指标 [没有]')
  })

  it('tells what is gone to those who replace it', () => {
    const data = (info: Partial<ReportInfo>) => {
      try {
        compiled(info)
      } catch (error) {
        return (error as ReportProblem).data
      }
    }
    expect(data({ top: { dim: dims.channel, count: 1, by: 999 } })).toEqual({ missing: ['指标 #999'] })
    expect(data({ top: { dim: 998, count: 1, by: points.revenue } })).toEqual({ missing: ['维度 #998'] })
    expect(data({ shares: [997] })).toEqual({ missing: ['指标 #997'] })
  })
})

describe('shares', () => {
  it('of the report’s own points', () => {
    expect(refusal({ shares: [points.orders] })).toBe('不能看指标「订单数」的占比：它不在报表里，请先加上它')
    expect(refusal({ shares: [999] })).toBe('要看占比的指标已被删除，请重新选择')
  })

  it.each([
    [points.arpu, '指标「ARPU」没有占比：它由公式算出，各行的值不是合计的一部分'],
    [points.largest, '指标「最大单笔」没有占比：它取最大值，各行的值不是合计的一部分'],
    [points.earliest, '指标「最早日期」没有占比：它取最小值，各行的值不是合计的一部分'],
  ])('point %i has none', (point, message) => {
    expect(refusal({ points: [point], shares: [point] })).toBe(message)
  })

  it('of balances, but not along their own dates', () => {
    const balance = { points: [points.held], shares: [points.held] }
    expect(compiled({ dims: [dims.serverName], ...balance }).columns).toHaveLength(3)
    expect(compiled({ dims: [dims.openDate], ...balance }).columns).toHaveLength(3)
    expect(refusal({ dims: [dims.serverName, dims.day], ...balance })).toBe(
      '指标「存量」没有占比：它是余额，沿日期不能相加，不能按「日期」看占比；请去掉这个维度或占比',
    )
    const model = makeModel()
    model.dimensions.push(
      makeDimension({
        id: 901,
        name: '星期',
        types: 'number',
        info: { expression: 'weekday(balance_date)' },
      }),
    )
    expect(refusal({ dims: [901], ...balance }, model)).toContain('不能按「星期」看占比')
  })

  it('twice is once, and a share orders the rows only where it is shown', () => {
    const { columns } = compiled({ shares: [points.revenue, points.revenue] })
    expect(columns.map(({ key }) => key)).toEqual(['d4', 'p11', 'p11_share'])
    expect(refusal({ order: [{ key: 'p11_share', desc: true }] })).toContain('不能按「p11_share」排序')
  })
})

describe('balances', () => {
  const balance = (change: object, model: Model = makeModel()) => {
    const point = makePoint({
      id: 901,
      name: '存',
      table_id: 6,
      types: 'semiAdditive',
      name_sql: 'balance',
      ...change,
    })
    const problems = checkPoint(point, model)
    const message = refusal({ dims: [], points: [901] }, { ...model, points: [...model.points, point] })
    expect(problems.map((found) => found.message)).toContain(message)
    return { message, field: problems[0]?.field }
  }

  it('need dates, numbers and an expression; the form says so at the field', () => {
    expect(balance({ table_id: 4, name_sql: 'amount' })).toEqual({
      field: 'types',
      message: '指标「存」是半可加指标（余额类），但指标表「备注表」没有日期列，不知道哪个值是最后的',
    })
    expect(balance({ name_sql: 'currency' })).toMatchObject({
      field: 'name_sql',
      message: expect.stringContaining('文字不能求和'),
    })
    expect(balance({ name_sql: '' })).toEqual({ field: 'name_sql', message: '指标「存」没有表达式' })
  })

  it('need the columns of their grain key', () => {
    const model = makeModel()
    const table = model.pointTables.find(({ id }) => id === 6)
    if (table === undefined) throw new Error('no balances')
    table.grain_key = ['balance_date', 'gone']
    expect(refusal({ dims: [], points: [points.held] }, model)).toBe(
      '指标表「货币余额」的主键列 gone 在数据表 balance_day 中不存在',
    )
  })
})

describe('large requests', () => {
  it('a range of 100 years, and no longer one', () => {
    const range = (to: string) => ({ dateRange: { from: '1950-01-01', to } })
    expect(compiled({ dims: [dims.day], subtotals: true, ...range('2049-12-31') }).range).toEqual({
      from: '1950-01-01',
      until: '2050-01-01',
    })
    expect(refusal(range('2050-01-01'))).toContain('过长，最多 100 年')
  })

  it('50,000 filter values are one bound list, however often they are read; more are refused', () => {
    const filters = (count: number) => [
      {
        dim: dims.channel,
        op: 'in' as const,
        values: Array.from({ length: count }, (_, index) => `c${index}`),
      },
    ]
    const { sql, params } = compiled({
      points: [points.revenue, points.users, points.cost],
      filters: filters(50_000),
      top: { dim: dims.channel, count: 10, by: points.users },
    })
    expect(sql.length).toBeLessThan(10_000)
    expect(params).toHaveLength(1)
    expect(refusal({ filters: filters(50_001) })).toBe('维度「渠道」的筛选值过多，最多 50,000 个')
  })

  it('200 points by 12 dimensions with subtotals, shares and first values read each fact as often as without', () => {
    const twelve = Array.from({ length: 12 }, (_, index) => index + 901)
    const added = Array.from({ length: 200 }, (_, index) =>
      makePoint({ id: 1000 + index, name: `指标 ${index}`, table_id: 2, name_sql: `amount * ${index}` }),
    )
    const model = modelWith(...added)
    const channel = makeDimension({ id: 0, name: '', types: 'string', info: { expression: 'channel' } })
    model.dimensions.push(...twelve.map((id) => ({ ...channel, id, name: `渠道 ${id}` })))
    const ids = added.map(({ id }) => id)
    const { sql, columns } = compiled(
      {
        dims: twelve,
        points: [...ids, points.payers],
        subtotals: true,
        shares: ids,
        top: { dim: 906, count: 10, by: 1007 },
      },
      model,
    )
    expect(columns).toHaveLength(12 + 400 + 1)
    // Once for all that adds up, once for the payers.
    expect(sql.match(/FROM "pay_order"/g)).toHaveLength(2)
  })
})
