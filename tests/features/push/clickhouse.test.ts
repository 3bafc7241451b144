// Whom a push would reach, by every segment: the same beside a ClickHouse as beside DuckDB.
import { describe, expect, it } from 'vitest'
import * as calls from '../../../src/features/push/contract.ts'
import { hasClickHouse, shareClickHouse } from '../../factories/clickhouse.ts'
import { makePushHouse } from './pushHouse.ts'

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
      } finally {
        await house.dispose()
      }
    }
    expect(found[1]).toEqual(found[0])
    expect(new Set(found[0]?.map(([, data]) => JSON.stringify(data))).size).toBeGreaterThan(4)
  })
})
