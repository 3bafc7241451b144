// Sources load into a ClickHouse, each content once, also where a kill left open whether it was noted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOf } from '#shared/call.ts'
import { hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import { type FreshTable, listFreshness, makePushToken, pushRows } from '#features/sources/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

describe.skipIf(!hasClickHouse)('sources beside a ClickHouse', () => {
  let house: SourcesHouse
  beforeAll(async () => {
    house = await makeSourcesHouse({ clickhouse: await shareClickHouse(), writes: true })
  })
  afterAll(() => house?.dispose())

  const rowsOf = async (table: string): Promise<string[]> => {
    const { chunks } = await house.deps.warehouse.run({
      sql: `SELECT concat(toString(day), ' ', toString(n)) FROM "${table}" ORDER BY day, n`,
      pool: 'report',
    })
    return chunks.flatMap(({ columns }) => JSON.parse(columns[0] as string) as string[])
  }

  it('append the files of a folder, each content once, also after a kill between load and note', async () => {
    const { id } = await house.save({ name: '每天', table: 'daily' })
    house.put('1.csv', 'day,n\n2026-01-01,1\n2026-01-02,2\n')
    await house.run(id)
    house.put('2.csv', 'day,n\n2026-01-03,3\n')
    await house.run(id)
    expect(await rowsOf('daily')).toEqual(['2026-01-01 1', '2026-01-02 2', '2026-01-03 3'])
    // What a kill leaves behind: the rows are there, and nothing says so.
    await house.deps.metadata.db.deleteFrom('source_load').where('source_id', '=', id).execute()
    await house.run(id)
    const loads = await house.deps.metadata.db
      .selectFrom('source_load')
      .select(['name', 'outcome'])
      .where('source_id', '=', id)
      .orderBy('name')
      .execute()
    expect(loads).toEqual([
      { name: '1.csv', outcome: 'same' },
      { name: '2.csv', outcome: 'same' },
    ])
    expect(await rowsOf('daily')).toHaveLength(3)
    const fresh = await house.ask<FreshTable[]>(listFreshness)
    expect(fresh).toMatchObject([{ table: 'daily', rows: 3, sources: ['每天'] }])
  })

  it('append what is pushed', async () => {
    const { id } = await house.save({ name: '推送', table: 'pushed', kind: 'push', settings: {} })
    const { token } = await house.ask<{ token: string }>(makePushToken, { params: { id } })
    for (const n of [1, 2]) {
      const reply = await house.app.inject({
        method: 'POST',
        url: pathOf(pushRows, { id }),
        headers: {
          host: 'localhost',
          'content-type': 'application/x-ndjson',
          authorization: `Bearer ${token}`,
        },
        payload: `{"day":"2026-01-0${n}","n":${n}}\n`,
      })
      expect(reply.json()).toMatchObject({ isSuccess: true })
      await house.run(id)
    }
    expect(await rowsOf('pushed')).toEqual(['2026-01-01 1', '2026-01-02 2'])
  })

  it('replace the days of a file, and rows of the same key, each content once', async () => {
    for (const [mode, keys, rows] of [
      ['days', [], ['2026-01-01 7', '2026-01-02 2']],
      ['keys', ['n'], ['2026-01-01 1', '2026-01-01 7', '2026-01-02 2']],
    ] as const) {
      const settings = { path: house.drop, pattern: `${mode}*.csv`, settle: 1 }
      const { id } = await house.save({ name: mode, table: mode, mode, keys: [...keys], settings })
      house.put(`${mode}1.csv`, 'day,n\n2026-01-01,1\n2026-01-02,2\n')
      await house.run(id)
      house.put(`${mode}2.csv`, 'day,n\n2026-01-01,7\n')
      await house.run(id)
      expect(await rowsOf(mode)).toEqual(rows)
      await house.deps.metadata.db.deleteFrom('source_load').where('source_id', '=', id).execute()
      await house.run(id)
      expect(await rowsOf(mode)).toEqual(rows)
    }
  })
})
