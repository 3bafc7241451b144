// Publishing members into the warehouse: arrivals and departures by day, the same day repeated, stored days, and an
// interrupted publication.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeEngines } from '#tests/factories/engines.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'
import { rowsOf } from '#tests/factories/warehouse.ts'
import { placesOf } from '#features/segment/server/computing/gathering.ts'
import { publishMembers } from '#features/segment/server/computing/publishing.ts'

describeEngines('publishing members', (engine) => {
  let house: House
  beforeAll(async () => {
    house = await makeHouse({
      warehouseSql: ['CREATE TABLE letters(x VARCHAR)'],
      ...(await engine.options()),
    })
  })
  afterAll(() => house?.dispose())

  const publishOf = async (
    segment: number,
    day: string,
    players: readonly string[],
    { keepDays = 90, signal = new AbortController().signal } = {},
  ) => {
    const chunk = {
      games: JSON.stringify(players.map((player) => player.split(' ')[0])),
      players: JSON.stringify(players.map((player) => player.split(' ')[1])),
      count: players.length,
    }
    const { counts } = await publishMembers(
      house.deps,
      { chunks: [chunk], passedOver: 0 },
      { segment, name: "大'R", day, keepDays, signal },
    )
    return Object.fromEntries(counts)
  }
  const staysOf = async (segment: number) => {
    const sql = `SELECT cgi, player_id, from_day, until_day FROM segment_${segment} ORDER BY 1, 2, 3`
    const { chunks } = await house.deps.warehouse.run({ sql, pool: 'report' })
    return rowsOf(chunks).map((row) =>
      row.map((cell) => (cell === null ? '…' : String(cell).replace('2026-01-', ''))).join(' '),
    )
  }

  it('notes who came, who left and who came again, each game for itself', async () => {
    expect(await publishOf(1, '2026-01-01', ['a 1', 'a 2', 'b 1', 'a 1'])).toEqual({ a: 2, b: 1 })
    await publishOf(1, '2026-01-02', ['a 2', 'b 1'])
    await publishOf(1, '2026-01-05', ['a 1', 'a 2'])
    expect(await staysOf(1)).toEqual(['a 1 01 02', 'a 1 05 …', 'a 2 01 …', 'b 1 01 05'])
  })

  it('writes a day that is computed again anew, as if it had not been computed before', async () => {
    await publishOf(1, '2026-01-05', ['a 2', 'b 1', 'c 9'])
    expect(await staysOf(1)).toEqual(['a 1 01 02', 'a 2 01 …', 'b 1 01 …', 'c 9 05 …'])
    expect(await publishOf(1, '2026-01-06', [])).toEqual({})
    expect(await staysOf(1)).toEqual(['a 1 01 02', 'a 2 01 06', 'b 1 01 06', 'c 9 05 06'])
  })

  it('gives up what ended before the first day that is kept', async () => {
    await publishOf(1, '2026-01-07', ['a 7'], { keepDays: 3 })
    expect(await staysOf(1)).toEqual(['a 2 05 06', 'a 7 07 …', 'b 1 05 06', 'c 9 05 06'])
    await publishOf(1, '2026-01-09', ['a 7'], { keepDays: 1 })
    expect(await staysOf(1)).toEqual(['a 7 09 …'])
  })

  it('leaves what was published in force where it ends half-way, and other segments alone', async () => {
    await publishOf(2, '2026-01-01', ['a 1'])
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(publishOf(1, '2026-01-10', ['a 8'], { signal })).rejects.toThrow('gone')
    expect(await staysOf(1)).toEqual(['a 7 09 …'])
    expect(await staysOf(2)).toEqual(['a 1 01 …'])
    await house.publish([`CREATE TABLE segment_3(x VARCHAR)${engine.clause}`])
    await expect(publishOf(3, '2026-01-01', ['a 1'])).rejects.toThrow('segment_3 不是这个人群的表')
  })
})

it('takes columns of SQL for what their names say', () => {
  const columns = (...names: string[]) =>
    names.map((name) => ({
      name,
      type: name === 'when' ? ('date' as const) : ('integer' as const),
      databaseType: '',
    }))
  expect(placesOf(columns('n', 'player_id', 'cgi'), 'all')).toEqual({ game: 2, player: 1 })
  expect(placesOf(columns('cgi', 'n'), 'all')).toEqual({ game: 0, player: 1 })
  expect(placesOf(columns('n'), ['a'])).toEqual({ game: 'a', player: 0 })
  expect(() => placesOf(columns('n'), ['a', 'b'])).toThrow('人群有多个游戏')
  expect(() => placesOf(columns('cgi', 'when'), 'all')).toThrow('玩家列 when 应为文本或整数')
  expect(() => placesOf(columns('x', 'y', 'cgi'), 'all')).toThrow('现在是：x、y、cgi')
})
