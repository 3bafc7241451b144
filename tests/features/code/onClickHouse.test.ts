// Users' SQL on a ClickHouse, from the call to the rows: by each way in, with games and rules on rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import { makeOffice, type Office } from '#tests/features/statement/office.ts'
import { querySql } from '#features/code/contract.ts'

describe.skipIf(!hasClickHouse)('users’ SQL on a ClickHouse', () => {
  let engine: ClickHouse
  let office: Office
  beforeAll(async () => {
    engine = await shareClickHouse()
    office = await makeOffice({ clickhouse: engine, sql: true })
  })
  afterAll(() => office?.dispose())

  it('gives all rows to who sees all games, and only their own to others', async () => {
    const sql = 'SELECT cgi, sum(minutes) AS 分钟 FROM visit GROUP BY cgi ORDER BY cgi'
    const all = await office.person({ keys: ['search_sqlQuery'] })
    expect((await all.call<{ data: unknown }>(querySql, { body: { sql } })).data.data).toEqual([
      ['a', 'b'],
      [80, 80],
    ])
    const some = await office.person({ keys: ['search_sqlQuery'], games: ['b'] })
    expect((await some.call<{ data: unknown }>(querySql, { body: { sql } })).data.data).toEqual([['b'], [80]])
  })
})
