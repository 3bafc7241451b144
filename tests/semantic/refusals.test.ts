import { describe, expect, it } from 'vitest'
import { compileReport, ReportProblem } from '#semantic/compile.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { dims, makeContext, makeModel, makePoint, modelWith, points } from './model.ts'

function problem(
  info: Partial<ReportInfo>,
  model: Model = makeModel(),
  context = makeContext(),
): ReportProblem {
  try {
    compileReport({ dims: [], points: [points.revenue], ...info }, model, context)
  } catch (error) {
    if (error instanceof ReportProblem) return error
    throw error
  }
  throw new Error('the report was compiled')
}

describe('a dimension that a point cannot reach is refused, naming both', () => {
  it('a column that the fact lacks', () => {
    expect(problem({ dims: [dims.status], points: [points.revenue, points.cost] }).message).toBe(
      '指标「消耗」不能按维度「状态」统计：维度只在数据表 pay_order 中',
    )
    expect(problem({ dims: [dims.player], points: [points.cost] }).message).toBe(
      '指标「消耗」不能按维度「玩家」统计：「投放」没有列 player_id',
    )
  })

  it('a table that the fact does not join, also in a filter and through a formula', () => {
    const { message } = problem({
      points: [points.revenue, points.clickCost],
      filters: [{ dim: dims.region, op: 'in', values: ['华东'] }],
    })
    expect(message).toBe(
      '指标「点击单价」（用到「消耗」）不能按维度「地区」筛选：「投放」没有关联维度表「区服表」',
    )
  })

  it('games and dates of a fact that has none', () => {
    expect(problem({ dims: [dims.game], points: [points.notes] }).message).toContain('「备注表」没有游戏列')
    expect(problem({ dims: [dims.day], points: [points.notes] }).message).toContain('「备注表」没有日期列')
    expect(problem({ points: [points.notes], dateRange: { relative: 'today' } }).message).toBe(
      '指标「备注数」不能按日期筛选：「备注表」没有日期列',
    )
    expect(problem({ dims: [dims.time], points: [points.users] }).message).toContain('「登录」没有时间列')
  })
})

describe('grains', () => {
  it('hours of a fact that knows days alone', () => {
    expect(problem({ dims: [dims.day], points: [points.users], grain: 'hour' }).message).toBe(
      '指标「活跃用户」不能按小时统计维度「日期」：「登录」没有时间列',
    )
  })

  it('finer than the dimension', () => {
    expect(problem({ dims: [dims.openDate], grain: 'hour' }).message).toBe(
      '维度「开服日期」的最小粒度是日，不能按小时统计',
    )
    expect(problem({ dims: [dims.month], grain: 'day' }).message).toContain('最小粒度是月，不能按日统计')
  })

  it('unknown', () => {
    expect(problem({ dims: [dims.day], grain: 'decade' as never }).message).toContain('没有粒度')
  })
})

describe('filters', () => {
  const filter = (dim: number, op: string, ...values: (string | number | null)[]) =>
    problem({ filters: [{ dim, op: op as never, values }] }).message

  it.each([
    [dims.player, 'in', ['abc'], '维度「玩家」的筛选值「abc」不是数字'],
    [dims.player, 'gt', ['1e999'], '不是数字'],
    [dims.player, 'gt', ['0x10'], '不是数字'],
    [dims.player, 'contains', ['1'], '维度「玩家」是数值，不能用「包含」筛选'],
    [dims.channel, 'gt', ['x'], '维度「渠道」是文本，不能用「大于」筛选'],
    [dims.day, 'in', ['2026-02-30'], '维度「日期」的筛选值「2026-02-30」不是有效的日期'],
    [dims.day, 'between', ['2026-01-01'], '「介于」需要 2 个值'],
    [dims.time, 'gte', ['2026-01-01 25:00:00'], '不是有效的时间'],
    [dims.player, 'gt', [1, 2], '「大于」需要 1 个值'],
    [dims.player, 'between', ['10', 9], '从 10 到 9，起点大于终点'],
    [dims.day, 'between', ['2026-01-02', '2026-01-01'], '起点大于终点'],
    [dims.channel, '__proto__', ['x'], '筛选方式「__proto__」不存在'],
  ])('dimension %s %s %j', (dim, op, values, message) => {
    expect(filter(dim, op, ...values)).toContain(message)
  })

  it('on points', () => {
    const onPoint = (op: string, ...values: (string | number)[]) =>
      problem({ filters: [{ point: points.revenue, op: op as never, values }] }).message
    expect(onPoint('contains', 'x')).toContain('指标「充值金额」是数值，不能用「包含」筛选')
    expect(onPoint('gt', 'x')).toContain('指标「充值金额」的筛选值「x」不是数字')
  })

  it('on neither or both, and too many values', () => {
    expect(problem({ filters: [{ op: 'isNull', values: [] }] }).message).toContain('一个维度或一个指标')
    expect(problem({ filters: [{ dim: 1, point: 1, op: 'isNull', values: [] }] }).message).toContain(
      '一个维度或一个指标',
    )
    expect(filter(dims.channel, 'in', ...Array(50_001).fill('x'))).toContain('最多 50,000 个')
  })
})

describe('what is gone is named', () => {
  it('points and dimensions', () => {
    const gone = problem({ points: [points.revenue, 777, 778] })
    expect(gone.code).toBe('report_invalid')
    expect(gone.message).toBe('报表用到的指标已被删除：指标 #777、指标 #778')
    expect(gone.data).toEqual({ missing: ['指标 #777', '指标 #778'] })
    expect(problem({ dims: [999] }).data).toEqual({ missing: ['维度 #999'] })
    expect(problem({ filters: [{ dim: 999, op: 'isNull', values: [] }] }).data).toEqual({
      missing: ['维度 #999'],
    })
  })

  it('point tables, physical tables and columns', () => {
    const model = makeModel()
    expect(problem({}, { ...model, pointTables: [] }).data).toEqual({ missing: ['指标表 #2'] })
    const tables = model.tables.filter((table) => table.name !== 'pay_order')
    expect(problem({}, { ...model, tables }).data).toEqual({ missing: ['表 pay_order'] })
    const columns = model.tables.map((table) => ({
      ...table,
      columns: table.columns.filter((column) => column.name !== 'pay_date'),
    }))
    expect(problem({ dims: [dims.day] }, { ...model, tables: columns }).data).toEqual({
      missing: ['列 pay_order.pay_date'],
    })
    expect(problem({ dims: [dims.serverName] }, { ...model, dimensionTables: [] }).data).toEqual({
      missing: ['维度表 #1'],
    })
  })

  it('a column of a point, at its place', () => {
    const model = modelWith(makePoint({ id: 901, name: '旧指标', table_id: 2, name_sql: 'amount + amont' }))
    const gone = problem({ points: [901] }, model)
    expect(gone.message).toBe('指标「旧指标」的表达式：表「pay_order」没有列 amont，是否为 amount？')
    expect(gone.position).toMatchObject({ offset: 9, length: 5 })
  })
})

describe('formulas', () => {
  const formula = (text: string, ...others: [number, string, string][]) =>
    problem(
      { points: [901] },
      modelWith(
        makePoint({ id: 901, name: '甲', types: 'computed', name_sql: text }),
        ...others.map(([id, name, name_sql]) => makePoint({ id, name, types: 'computed', name_sql })),
      ),
    )

  it.each([
    ['[充值金锁] / 2', '没有指标 [充值金锁]，是否为 [充值金额]？'],
    ['充值金额 / 2', '公式里只能引用指标，请写成 [充值金额]'],
    ['sum([充值金额])', '不能用汇总函数 sum'],
    ['[甲] + 1', '公式不能引用指标自己 [甲]'],
    ['[充值金额] > 1', '公式应得出数值'],
    ["[充值金额] + 'x'", '文字不能参与 + 运算'],
    ['[#999]', '没有指标 [#999]'],
    ['[充值金额', '没有结束'],
    ['[]', '指标名不能为空'],
  ])('%s', (text, message) => {
    expect(formula(text).message).toContain(message)
    expect(formula(text).message).toMatch(/^指标「甲」的公式：/)
    expect(formula(text).position).toBeDefined()
  })

  it('names the whole circle', () => {
    expect(formula('[乙]', [902, '乙', '[丙] * 2'], [903, '丙', '1 + [甲]']).message).toContain(
      '公式循环引用：甲 → 乙 → 丙 → 甲',
    )
  })

  it('asks which of two points of one name is meant', () => {
    const { message } = formula('[乙]', [902, '乙', '[充值金额]'], [903, '乙', '[充值金额]'])
    expect(message).toContain('有多个指标名为 [乙]，请写成 [#902] 或 [#903]')
  })

  it('names the formula that is at fault, not the one that uses it', () => {
    expect(formula('[乙]', [902, '乙', '[无此指标]']).message).toMatch(/^指标「乙」的公式：没有指标/)
  })

  it('stands on points of a table at last', () => {
    expect(formula('1 + 1').message).toContain('没有引用可统计的指标')
  })

  it('limits how deep formulas stand on formulas', () => {
    const chain = Array.from({ length: 30 }, (_, index): [number, string, string] => [
      910 + index,
      `层${index}`,
      index === 29 ? '[充值金额]' : `[层${index + 1}] + [层${index + 1}]`,
    ])
    expect(formula('[层0]', ...chain).message).toContain('引用层次过深')
  })
})

describe('requests', () => {
  it('need a point, known order keys, a limit in reach', () => {
    expect(problem({ points: [] }).message).toBe('请至少选择一个指标')
    expect(problem({ order: [{ key: 'p999', desc: true }] }).message).toContain('不能按「p999」排序')
    expect(problem({ limit: 0 }).message).toContain('行数上限')
    expect(problem({ limit: 1.5 }).message).toContain('行数上限')
  })
})
