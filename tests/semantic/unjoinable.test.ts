import { describe, expect, it } from 'vitest'
import { unjoinable, unreachedDimensionsIn } from '#semantic/compile.ts'
import { allRows } from '#semantic/model/rowScope.ts'
import { dims, makeModel, makePoint, modelWith, points } from './model.ts'

describe('what can still join a report', () => {
  it('dimensions that all chosen points reach', () => {
    const { dimensions } = unjoinable(
      { dims: [], points: [points.revenue, points.cost] },
      makeModel(),
      allRows,
    )
    expect(dimensions.get(dims.day)).toBeUndefined()
    expect(dimensions.get(dims.channelType)).toBeUndefined()
    expect(dimensions.get(dims.region)).toBe('指标「消耗」不能按此维度统计：「投放」没有关联维度表「区服表」')
    expect(dimensions.get(dims.time)).toContain('「投放」没有时间列')
  })

  it('points that reach all chosen dimensions, filters included', () => {
    const chosen = {
      dims: [dims.channel],
      points: [],
      filters: [{ dim: dims.region, op: 'isNull' as const, values: [] }],
    }
    const reasons = unjoinable(chosen, makeModel(), allRows).points
    expect(reasons.get(points.revenue)).toBeUndefined()
    expect(reasons.get(points.cost)).toBe('不能按维度「地区」统计：「投放」没有关联维度表「区服表」')
    expect(reasons.get(points.clickCost)).toContain('「投放」没有关联维度表「区服表」')
    expect(reasons.get(points.held)).toContain('「货币余额」没有列 channel')
  })

  it('without points a dimension is reachable when some fact holds it', () => {
    const { dimensions } = unjoinable({ dims: [], points: [] }, makeModel(), allRows)
    expect([...dimensions.keys()]).toEqual([])
  })

  it('says what is broken, and goes on', () => {
    const model = modelWith(makePoint({ id: 901, name: '坏', types: 'computed', name_sql: '[没有]' }))
    const { points: reasons } = unjoinable({ dims: [dims.day, 999], points: [901] }, model, allRows)
    expect(reasons.get(901)).toContain('没有指标 [没有]')
    expect(reasons.get(points.revenue)).toBeUndefined()
  })

  it('a dimension table with a duplicate key is out of reach', () => {
    const duplicateKeys = [{ dimTableId: 3, examples: ['x'] }]
    const { dimensions } = unjoinable(
      { dims: [], points: [points.users] },
      makeModel({ duplicateKeys }),
      allRows,
    )
    expect(dimensions.get(dims.repeated)).toContain('有重复值，与')
  })

  it('asked point after point, the same, and no definition is read again', () => {
    const model = makeModel()
    const many = Array.from({ length: 20 }, (_, at) =>
      makePoint({
        id: 2000 + at,
        name: `第 ${at} 个`,
        table_id: null,
        types: 'computed',
        name_sql: at === 0 ? `[#${points.cost}]` : `[#${2000 + at - 1}] + [#${points.revenue}]`,
      }),
    )
    let reads = 0
    const counted = many.map((point) =>
      Object.defineProperty({ ...point }, 'name_sql', {
        get: () => {
          reads += 1
          return point.name_sql
        },
      }),
    )
    const grown = { ...model, points: [...model.points, ...counted] }
    const rules = [{ dim: dims.channel, how: 'only' as const, values: ['x'], open: false }]
    for (const scope of [allRows, { games: 'all' as const, rules }]) {
      const unreached = unreachedDimensionsIn(grown, scope)
      reads = 0
      for (const { id } of grown.points) unreached({ points: [id] })
      expect(reads).toBeLessThanOrEqual(scope === allRows ? counted.length : 0)
      for (const { id } of grown.points)
        expect(unreached({ points: [id] })).toEqual(
          unjoinable({ dims: [], points: [id] }, makeModel({ points: grown.points }), scope).dimensions,
        )
    }
  })
})
