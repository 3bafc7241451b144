// The reach of a push by every segment is the same on ClickHouse and DuckDB.
import { describe, expect, it } from 'vitest'
import { hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import * as calls from '#features/push/contract.ts'
import { listSegments, type Segment, type SegmentList, saveSegment } from '#features/segment/contract.ts'
import { makePushHouse, type PushHouse } from './pushHouse.ts'

async function save(house: PushHouse) {
  const maker = await house.person({ keys: ['search_config'] })
  const source = { kind: 'list', text: '11\n12\n99' }
  const body = { name: '自己的', games: ['a'], note: '', players: ['player_id'], keepDays: 90, source }
  const saved = await maker.call<Segment>(saveSegment, { body })
  await house.app.jobs.tick()
  await house.app.jobs.settled()
  return saved
}

describe.skipIf(!hasClickHouse)('beside a ClickHouse', () => {
  it('segments and servers have the people that they have beside DuckDB', async () => {
    const found = []
    for (const options of [{}, { clickhouse: await shareClickHouse(), writes: true }]) {
      const house = await makePushHouse(null, {}, options)
      try {
        await save(house)
        const pusher = await house.pusher()
        const { data: segments } = await pusher.call<calls.PushSegment[]>(calls.findPushSegments)
        expect(segments.map(({ title, problem }) => [title, problem])).toContainEqual(['自己的', ''])
        const asked = segments.flatMap(({ key }) => [
          { cgi: 'a', segment: key },
          { cgi: 'a', segment: key, servers: ['1'] },
        ])
        const told = []
        for (const body of asked) {
          const { data } = await pusher.call<calls.PushEstimate>(calls.estimatePush, { body })
          told.push([body.segment, data])
        }
        found.push(told)
      } finally {
        await house.dispose()
      }
    }
    expect(found[1]).toEqual(found[0])
    expect(new Set(found[0]?.map(([, data]) => JSON.stringify(data))).size).toBeGreaterThan(4)
  })

  it('a segment of one’s own is refused before it is added where no account may write', async () => {
    const house = await makePushHouse(null, {}, { clickhouse: await shareClickHouse() })
    try {
      const { envelope } = await save(house)
      expect(envelope).toMatchObject({
        code: 'warehouse_readonly',
        msg: expect.stringContaining('不能算出人群的名单：请管理员设置 WAREHOUSE_WRITER'),
      })
      const pusher = await house.pusher()
      const { data } = await pusher.call<calls.PushSegment[]>(calls.findPushSegments)
      expect(data.map(({ title }) => title)).not.toContain('自己的')
      const maker = await house.person({ keys: ['search_config'] })
      const { data: list } = await maker.call<SegmentList>(listSegments)
      expect([list.rows, list.refusal]).toEqual([[], envelope?.msg])
    } finally {
      await house.dispose()
    }
  })
})
