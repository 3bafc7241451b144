import { expect, it } from 'vitest'
import { pointTableWarnings, pointWarnings } from '#semantic/compile.ts'
import type { PointTable } from '#semantic/model/types.ts'
import { makeModel, makePoint, makePointTable } from './model.ts'

const tableWith = (change: Pick<Partial<PointTable>, 'grain_key' | 'time_column'>): PointTable =>
  makePointTable({
    id: 900,
    name: '库存快照',
    table_truename: 'stock',
    date_column: 'day',
    time_column: 'taken_at',
    grain_key: ['taken_at', 'server_id'],
    ...change,
  })

it('warns of a balance whose rows of one day nothing tells apart, and of nothing else', () => {
  const warningsOf = (
    change: Parameters<typeof tableWith>[0],
    types: 'semiAdditive' | 'additive' = 'semiAdditive',
  ) => {
    const table = tableWith(change)
    const point = makePoint({ id: 901, name: '存量', table_id: 900, types, name_sql: 'held' })
    const model = makeModel()
    const whole = { ...model, points: [point], pointTables: [table] }
    const own = pointWarnings(point, whole)
    expect(pointTableWarnings(table, whole, 5)).toEqual(own)
    return own
  }
  expect(warningsOf({})).toEqual([])
  expect(warningsOf({ grain_key: ['TAKEN_AT', 'server_id'] })).toEqual([])
  // The last moment counts, whether or not the key names it.
  expect(warningsOf({ grain_key: ['day', 'server_id'] })).toEqual([])
  const unclear = [expect.stringMatching(/「库存快照」没有写行的主键，也没有时间列/)]
  expect(warningsOf({ grain_key: [], time_column: null })).toEqual(unclear)
  expect(warningsOf({ grain_key: ['DAY'], time_column: null })).toEqual(unclear)
  expect(warningsOf({ grain_key: ['server_id'], time_column: null })).toEqual([])
  expect(warningsOf({ grain_key: [] }, 'additive')).toEqual([])
})

it('warns of days that are kept as moments where the business’s day begins later', () => {
  const model = makeModel()
  const table = model.pointTables.find((one) => one.table_truename === 'pay_order') as PointTable
  const moments = { ...table, date_column: 'pay_time', time_column: null }
  expect(pointTableWarnings(moments, model, 5)).toEqual([
    expect.stringMatching(/pay_time 是 .*0 点的行归前一天/),
  ])
  expect(pointTableWarnings(moments, model, 0)).toEqual([])
  expect(pointTableWarnings(table, model, 5)).toEqual([])
})
