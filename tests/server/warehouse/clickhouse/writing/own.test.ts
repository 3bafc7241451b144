// Tables of the product's own on a ClickHouse whose answers get lost or that refuses: each content is in force once
// and whole, or what was there stays.
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWarehouseStores, type WarehouseStores } from '#server/warehouse/openStores.ts'
import { dropOwnTables, isOwnContent, writeOwnTable } from '#server/warehouse/ownTable.ts'
import type { OwnPlace } from '#server/warehouse/ownTableTypes.ts'
import { type Between, standBetween } from '#tests/factories/clickhouse/between.ts'
import { type ClickHouse, hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'

describe.skipIf(!hasClickHouse)('a table of the product’s own on a ClickHouse', () => {
  let engine: ClickHouse
  let between: Between
  let house: House
  let stores: WarehouseStores
  let place: OwnPlace
  beforeAll(async () => {
    engine = await shareClickHouse()
    between = await standBetween(engine.address)
    house = await makeHouse({ clickhouse: engine, writes: true })
    const warehouseWriter = `${between.address}/${house.clickhouseDatabase}`
    stores = await openWarehouseStores({ ...house.deps.settings, warehouseWriter }, house.deps.log)
    place = { settings: house.deps.settings, warehouse: stores.warehouse }
  })
  beforeEach(async () => {
    between.decide = () => 'pass'
    await dropOwnTables(place, ['own'])
  })
  afterAll(async () => {
    await stores?.warehouse.stop()
    await house?.dispose()
    await between?.stop()
  })

  const accept = ({ columns }: { columns: readonly { name: string }[] }) => {
    if (columns.map(({ name }) => name).join() !== 'name,day') throw new Error('somebody else’s')
  }
  const own = {
    name: 'own',
    comment: "it's ours",
    comments: { name: '名', day: '日' },
    order: ['name'],
    signal: new AbortController().signal,
    accept,
  }
  let generation = 0
  /** Adds a row to those that are there. */
  const add = (row: string, before?: (connection: DuckDBConnection) => Promise<void>) =>
    writeOwnTable(place, own, async ({ connection, former, generation: made }) => {
      generation = made
      await connection.run('CREATE TABLE own (name VARCHAR, day DATE)')
      if (former !== null) await connection.run(`INSERT INTO own SELECT * FROM ${former}`)
      await connection.run(`INSERT INTO own VALUES (${row})`)
      await before?.(connection)
    })
  const ask = async (sql: string) =>
    (await engine.run(sql, { database: house.clickhouseDatabase as string })).rows
  const rows = async () => (await ask('SELECT name, toString(day) FROM own ORDER BY name')).map(String)
  const hidden = () =>
    ask("SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, '.load_')")

  it('has the former rows and the new ones, with its comments, and leaves nothing beside it', async () => {
    await add("'甲', DATE '1900-01-01'")
    const first = generation
    await add("'乙''\\', NULL")
    expect(await rows()).toEqual(["乙'\\,", '甲,1900-01-01'])
    expect(await isOwnContent(place, 'own', generation)).toBe(true)
    expect(await isOwnContent(place, 'own', first)).toBe(false)
    expect(stores.warehouse.tables().find(({ name }) => name === 'own')).toMatchObject({
      comment: "it's ours",
      rowCount: 2,
      columns: [
        { name: 'name', comment: '名' },
        { name: 'day', comment: '日' },
      ],
    })
    expect(await hidden()).toEqual([])
  })

  it('is known as written, too, where it has no rows', async () => {
    await writeOwnTable(place, own, async ({ connection, generation: made }) => {
      generation = made
      await connection.run('CREATE TABLE own (name VARCHAR, day DATE)')
    })
    expect(await rows()).toEqual([])
    expect(await isOwnContent(place, 'own', generation)).toBe(true)
  })

  it.each([
    ['first', 'INSERT INTO `.load_'],
    ['first', 'RENAME TABLE'],
    ['second', 'INSERT INTO `.load_'],
    ['second', 'EXCHANGE TABLES'],
  ])('has each row once where at the %s content the answer to %s is lost', async (at, statement) => {
    if (at === 'second') await add("'甲', NULL")
    let cut = 0
    between.decide = (sql) => {
      if (!sql.startsWith(statement) || cut > 0) return 'pass'
      cut += 1
      return 'cut'
    }
    await add("'乙', NULL")
    expect(cut).toBe(1)
    expect(await rows()).toEqual(at === 'second' ? ['乙,', '甲,'] : ['乙,'])
    expect(await hidden()).toEqual([])
  })

  it.each(['CREATE TABLE', 'INSERT INTO `.load_', 'EXCHANGE TABLES'])(
    'stays as it was where %s is refused',
    async (statement) => {
      await add("'甲', NULL")
      between.decide = (sql) =>
        sql.startsWith(statement) && !sql.includes('.loads') && !sql.includes('.formers')
          ? { code: 497, message: "Not enough privileges. It's necessary to have the grant X ON y. (DENIED)" }
          : 'pass'
      await expect(add("'乙', NULL")).rejects.toThrow('缺少权限 X ON y，没有载入')
      between.decide = () => 'pass'
      expect(await rows()).toEqual(['甲,'])
      expect(await hidden()).toEqual([])
    },
  )

  it('never takes the place of somebody else’s table', async () => {
    await house.publish(['CREATE TABLE own (a Map(String, UInt8)) ENGINE = MergeTree ORDER BY tuple()'])
    await expect(add("'甲', NULL")).rejects.toThrow('somebody else’s')
    expect(await ask('SELECT count() FROM own')).toEqual([['0']])
  })
})
