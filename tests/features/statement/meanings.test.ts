// The meaning of points, in words.
import { expect, it } from 'vitest'
import type { PointInfo } from '#semantic/model/types.ts'
import { makeModel, makePoint, tableIds } from '#tests/semantic/model.ts'
import { explainPoint } from '#features/statement/server/explain/meanings.ts'

const meaning = (info: PointInfo, name_sql = 'amount') => {
  const point = makePoint({ id: 900, name: '新', table_id: tableIds.pay, types: 'statistic', name_sql, info })
  return explainPoint(point, makeModel(), (formula) => formula).formula
}

it('say whose sums a statistic is of, and that totals are made anew', () => {
  const anew = '各级合计由所有行重新算出'
  expect(meaning({ aggregate: 'mean', per: 'player_id' })).toBe(
    `取每个「player_id」的「amount」合计的平均值，${anew}`,
  )
  expect(meaning({ aggregate: 'percentile', percentile: 90, per: 'player_id' }, '')).toBe(
    `取每个「player_id」的行数的第 90 百分位数，${anew}`,
  )
  expect(meaning({ aggregate: 'max', per: 'player_id' })).toBe(`取每个「player_id」的「amount」合计的最大值`)
  expect(meaning({})).toBe(`取「amount」的中位数，${anew}`)
})
