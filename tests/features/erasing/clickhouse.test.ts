// One player's data is erased on a ClickHouse by the account that writes: rows, former versions, and what can't be
// reached by its name. The rows are counted beside the product.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteFormer } from '#server/warehouse/clickhouse/writing/formers.ts'
import type { ClickHouseWriter } from '#server/warehouse/clickhouse/writing/writer.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import type { Person } from '#tests/factories/house.ts'
import { markPersonal, type PlayerTold, tellPlayer } from '#features/config/contract.ts'
import { type ErasureState, erasePlayer, erasures } from '#features/erasing/contract.ts'
import { getReportDataByInfo } from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

const extraSql = [
  'CREATE TABLE person(day DATE, device VARCHAR, minutes INTEGER)',
  `INSERT INTO person VALUES ('2026-10-01', ' ４2 ', 10), ('2026-10-01', '42''s', 20), ('2026-10-02', NULL, 40), ('2026-10-02', '+42.0', 1)`,
]

async function erased(office: Office, holder: Person, player: string): Promise<ErasureState> {
  const { data } = await holder.call<ErasureState>(erasePlayer, { body: { player, typed: player } })
  await office.app.jobs.tick()
  await office.app.jobs.settled()
  const all = (await holder.call<ErasureState[]>(erasures)).data
  return all.find(({ id }) => id === data.id) as ErasureState
}

async function holderOf(office: Office): Promise<Person> {
  const holder = await office.person({ keys: ['search_config', 'search_sqlQuery', 'see_personal'] })
  const body = { table: 'person', columns: [{ name: 'device', kind: 'device' }] }
  await holder.call(markPersonal, { body })
  return holder
}

describe.skipIf(!hasClickHouse)('an erasure on a ClickHouse', () => {
  let engine: ClickHouse
  let office: Office
  let holder: Person
  beforeAll(async () => {
    engine = await shareClickHouse()
    office = await makeOffice({ clickhouse: engine, writes: true, extraSql })
    holder = await holderOf(office)
  })
  afterAll(() => office?.dispose())

  const count = async (table: string, where = '1') => {
    const database = office.clickhouseDatabase as string
    const { rows } = await engine.run(`SELECT count() FROM \`${table}\` WHERE ${where}`, { database })
    return Number(rows[0]?.[0])
  }
  const figures = async () => {
    const info = office.info({ dims: [], points: [office.points.minutes, office.points.players] })
    return (await holder.call<{ data: unknown[][] }>(getReportDataByInfo, { body: { info } })).data.data
  }

  it('removes the rows of all tables and former versions that have some, and no others', async () => {
    const writer = office.deps.warehouse.writer as ClickHouseWriter
    const [visit] = office.deps.warehouse.tables().filter(({ name }) => name === 'visit')
    const formers = []
    for (const where of ['player_id = 1', 'player_id = 3']) {
      const id = await writer.stage({ like: 'visit' })
      await writer.change(`INSERT INTO \`${id}\` SELECT * FROM visit WHERE ${where}`)
      await noteFormer(writer, { id, table: visit as NonNullable<typeof visit>, kept: null, by: null })
      formers.push(id)
    }
    await office.publish([
      'CREATE VIEW seen AS SELECT * FROM visit',
      'CREATE TABLE away (player_id Int64) ENGINE = Log',
    ])
    // Player 1 has 10 and 40 of 160 minutes, and is one of five.
    expect(await figures()).toEqual([[160], [5]])
    const told = await erased(office, holder, '1')
    expect(told).toMatchObject({ state: 'done', problem: null })
    expect(told.done.filter((line) => line.startsWith('数据表')).sort()).toEqual([
      '数据表 orders：删除 2 行',
      '数据表 visit：删除 2 行',
    ])
    expect(told.done).toContain('删除含有这些行的旧版：visit 1 版')
    expect(told.left.join()).toContain('不能由本系统删除行的数据表：away，请在那里删除')
    expect([await count('visit', 'player_id = 1'), await count('visit')]).toEqual([0, 5])
    expect([await count('orders', 'player_id = 1'), await count('orders')]).toEqual([0, 3])
    const hidden = await writer.rows<[string]>(
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '.load_')",
    )
    expect(hidden.flat()).toEqual([formers[1]])
    expect(await figures()).toEqual([[110], [4]])
    expect((await erased(office, holder, '1')).done).toContain('数据表里没有这位玩家的行')
  })

  it('compares ids as the search for them does', async () => {
    const found = await holder.call<PlayerTold>(tellPlayer, { body: { player: '42' } })
    expect(found.data.tables).toMatchObject([{ table: 'person', rows: 2 }])
    expect((await erased(office, holder, '42')).done).toContain('数据表 person：删除 2 行')
    expect([await count('person'), await count('person', "device = '42''s'")]).toEqual([2, 1])
    const after = await holder.call<PlayerTold>(tellPlayer, { body: { player: '42' } })
    expect(after.data.tables).toEqual([])
  })

  it('says that the rows stay where no account may write', async () => {
    const other = await makeOffice({ clickhouse: engine })
    try {
      const told = await erased(other, await holderOf(other), '1')
      expect(told.state).toBe('done')
      expect(told.left[0]).toContain('没有设置可以写入的账号（WAREHOUSE_WRITER）：请在那里删除这些行')
    } finally {
      await other.dispose()
    }
  })
})
