// The question of a single cell with groups of conditions: narrowed to the row it gives the cell's figure, or the
// whole report is used.
import { expect, it } from 'vitest'
import type { Point, ReportColumn, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import { answer, type Cell } from '#tests/golden/golden.ts'
import { dims, makeModel, points } from '#tests/semantic/model.ts'
import { factsOf } from '#features/statement/server/explain/change.ts'
import { type Narrowing, narrowed } from '#features/statement/server/explain/narrowing.ts'

const model = makeModel()
const key = `p${points.revenue}`
const column = { key, kind: 'point' } as ReportColumn
const asked = (filters: ReportCondition[], channel: Cell): Narrowing => ({
  info: { dims: [dims.channel], points: [points.revenue], filters },
  model,
  column,
  cells: new Map([[`d${dims.channel}`, channel]]) as Narrowing['cells'],
  range: null,
})

const ofRows: ReportCondition = {
  any: [
    { dim: dims.channel, op: 'in', values: ['y'] },
    { dim: dims.amountBand, op: 'in', values: ['大'] },
  ],
}
const ofResult: ReportCondition = {
  any: [
    { dim: dims.channel, op: 'in', values: ['y'] },
    { point: points.revenue, op: 'gt', values: [100] },
  ],
}

it.each([
  ['dimensions', ofRows],
  ['a figure too', ofResult],
])('under a group of %s a cell alone is what it is in the report', async (_, group) => {
  const { rows } = await answer(null, { info: asked([group], 'x').info })
  expect(rows).toHaveLength(2)
  for (const [channel, amount] of rows) {
    const own = narrowed(asked([group], channel ?? null)) as ReportInfo
    expect((await answer(null, { info: own })).rows).toEqual([[channel, amount]])
  }
})

it('rows behind a cell are those that the dimensions’ groups leave; what is decided on rows leaves all of the row', () => {
  const wanted = { ...asked([ofRows, ofResult], 'x'), sides: null }
  const point = model.points.find(({ id }) => id === points.revenue) as Point
  const own = { dim: dims.channel, op: 'in', values: ['x'] }
  expect(factsOf(wanted, point)).toEqual([
    { lead: '', asked: { points: [points.revenue], filters: [ofRows, own] } },
  ])
})

it('where rows are chosen by their past the whole report is asked: the range decides what the past is', () => {
  const past: ReportCondition = { point: points.revenue, op: 'gt', values: [], than: { past: 'week' } }
  expect(narrowed(asked([{ any: [past, { point: points.orders, op: 'gt', values: [1] }] }], 'x'))).toBeNull()
})
