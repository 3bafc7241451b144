import { describe, expect, it } from 'vitest'
import { compileValues } from '#semantic/compile.ts'
import type { CompileContext, GameScope } from '#semantic/model/types.ts'
import { dims, makeContext, makeModel, points } from '../semantic/model.ts'
import { answer, ask } from './golden.ts'

const info = { dims: [dims.game], points: [points.revenue, points.users] }

async function valuesOf(dimensionId: number, games: GameScope, like?: string) {
  const request = { dimensionId, limit: 100, ...(like !== undefined && { like }) }
  const compile = (dialect: CompileContext['dialect']) =>
    compileValues(request, makeModel(), makeContext({ games, dialect }))
  return (await ask(compile)).cells
}

describe("the user's games", () => {
  it('a user with one game of three sees that game, in rows and total', async () => {
    const { total, rows } = await answer(null, { info, context: { games: ['a'] } })
    expect(rows).toEqual([['a', 133.5, 3]])
    expect(total).toEqual([null, 133.5, 3])
  })

  it('a user with none sees no rows', async () => {
    const { total, rows } = await answer(null, { info, context: { games: [] } })
    expect(rows).toEqual([])
    expect(total).toEqual([null, 0, 0])
    const whole = await answer(null, { info: { ...info, dims: [] }, context: { games: [] } })
    // Without dimensions there is one row in any case: nothing.
    expect(whole.rows).toEqual([[0, 0]])
  })

  it('a game whose name is SQL finds nothing', async () => {
    const { rows } = await answer(null, { info, context: { games: ["a' OR '1'='1"] } })
    expect(rows).toEqual([])
  })

  it('a join shows no name of a foreign game, and keeps the rows', async () => {
    const { total, rows } = await answer(null, {
      info: { dims: [dims.serverName], points: [points.minutes] },
      context: { games: ['a', 'c'] },
    })
    expect(rows).toEqual([
      ['一服', 120],
      [null, 60],
    ])
    expect(total).toEqual([null, 180])
  })

  it('a fact without games is limited through the dimension table that knows them', async () => {
    const { total, rows } = await answer('games-through-join', {
      info: { dims: [dims.serverName], points: [points.events] },
      context: { games: ['a'] },
    })
    expect(rows).toEqual([['一服', 2]])
    expect(total).toEqual([null, 2])
  })

  it("values offered to a filter are the user's alone", async () => {
    expect(await valuesOf(dims.game, 'all')).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ])
    expect(await valuesOf(dims.game, ['b'])).toEqual([['b', 'b']])
    expect(await valuesOf(dims.game, [])).toEqual([])
    expect(await valuesOf(dims.serverName, ['a'])).toEqual([['一服', '华东']])
    expect(await valuesOf(dims.channel, ['b', 'c'])).toEqual([
      ['y', 'y'],
      [null, null],
    ])
  })

  it('values are searched in codes and labels, and come in their order', async () => {
    // By label: 华东, 华北 in code point order.
    expect(await valuesOf(dims.serverName, 'all', '华')).toEqual([
      ['一服', '华东'],
      ['二服', '华北'],
    ])
    expect(await valuesOf(dims.channel, 'all', 'X')).toEqual([['x', 'x']])
    expect(await valuesOf(dims.status, 'all')).toEqual([
      ['paid', 'paid'],
      ['refunded', 'refunded'],
      ['fraud', 'fraud'],
    ])
    expect(await valuesOf(dims.note, 'all', "%'")).toEqual([])
  })
})
