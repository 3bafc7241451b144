// The reach of a push by every segment is the same on ClickHouse and DuckDB.
import { describe, expect, it } from 'vitest'
import { segmentKey } from '#semantic/model/segments.ts'
import { hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import type { Person } from '#tests/factories/house.ts'
import * as calls from '#features/push/contract.ts'
import { type Segment, saveSegment } from '#features/segment/contract.ts'
import { makePushHouse, type PushHouse } from './pushHouse.ts'

/** Their lists can't be computed there. */
async function offersNoneOfOnesOwn(house: PushHouse, pusher: Person): Promise<void> {
  const maker = await house.person({ keys: ['search_config'] })
  const source = { kind: 'list', text: '11' }
  const body = { name: '自己的', games: ['a'], note: '', players: ['player_id'], keepDays: 90, source }
  const { id } = (await maker.call<Segment>(saveSegment, { body })).data
  const { data } = await pusher.call<calls.PushSegment[]>(calls.findPushSegments)
  expect(data.map(({ title }) => title)).not.toContain('自己的')
  const aimed = await pusher.call(calls.estimatePush, { body: { cgi: 'a', segment: segmentKey(id) } })
  expect(aimed.envelope?.msg).toContain('没有这个人群')
}

describe.skipIf(!hasClickHouse)('beside a ClickHouse', () => {
  it('segments and servers have the people that they have beside DuckDB', async () => {
    const found = []
    for (const options of [{}, { clickhouse: await shareClickHouse() }]) {
      const house = await makePushHouse(null, {}, options)
      try {
        const pusher = await house.pusher()
        const { data: segments } = await pusher.call<calls.PushSegment[]>(calls.findPushSegments)
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
        if ('clickhouse' in options) await offersNoneOfOnesOwn(house, pusher)
      } finally {
        await house.dispose()
      }
    }
    expect(found[1]).toEqual(found[0])
    expect(new Set(found[0]?.map(([, data]) => JSON.stringify(data))).size).toBeGreaterThan(4)
  })
})
