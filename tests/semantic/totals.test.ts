// How the total of each kind of point is computed, as its column states.
import { describe, expect, it } from 'vitest'
import { compileReport } from '#semantic/compile.ts'
import { totalOf } from '#semantic/model/shown/columns.ts'
import { dims, makeContext, makePoint, modelWith, points } from './model.ts'

describe('a column', () => {
  it('says how its total comes about where it is no sum of its rows', () => {
    const left = makePoint({
      id: 902,
      name: '未付费',
      types: 'computed',
      name_sql: '[活跃用户] - [付费用户]',
    })
    const kinds = [points.revenue, points.users, points.largest, points.arpu, points.profit, 902]
    const { columns } = compileReport({ dims: [dims.channel], points: kinds }, modelWith(left), makeContext())
    const shown = columns.slice(1).map((column) => totalOf(column))
    expect(shown).toEqual([undefined, 'distinct', 'max', 'ratio', undefined, 'computed'])
    const held = compileReport({ dims: [], points: [points.balance] }, modelWith(), makeContext())
    expect(held.columns.at(-1)?.total).toBe('last')
  })
})
