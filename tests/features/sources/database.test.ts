// A database as a source, from its form to the table's rows: increments, and a kill before they are noted.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'
import {
  type DatabaseServer,
  hasPostgres,
  ownerOf,
  ownerPassword,
  startDatabase,
} from '#tests/factories/databases/postgres.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

if (!hasPostgres) console.warn('skipped: PostgreSQL was not found on this machine')

describe.skipIf(!hasPostgres)('a database as a source', () => {
  let server: DatabaseServer
  let owner: pg.Client
  let house: SourcesHouse
  beforeAll(async () => {
    server = await startDatabase()
    owner = ownerOf(server.port)
    owner.on('error', () => undefined)
    await owner.connect()
    house = await makeSourcesHouse()
  })
  afterAll(async () => {
    await house.dispose()
    await owner.end().catch(() => undefined)
    await server.stop()
  })

  const state = () => house.deps.metadata.db.selectFrom('source_state').selectAll().executeTakeFirstOrThrow()
  const numbers = async (): Promise<number[]> =>
    (await house.warehouse.rows('SELECT id FROM "订单" ORDER BY id')).map(([id]) => Number(id))
  const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

  it('gives each row once, though the server ended between the publication of rows and their note', async () => {
    await owner.query('create table orders (id bigint primary key, day date, amount numeric(12, 2))')
    const add = (from: number, to: number) =>
      owner.query(
        "insert into orders select n, date '2026-01-01' + n::int % 20, n / 4.0 from generate_series($1::int, $2::int) n",
        [from, to],
      )
    await add(1, 40)
    const source = await house.save({
      name: '订单',
      kind: 'postgres',
      settings: {
        host: 'localhost',
        port: server.port,
        database: 'postgres',
        user: 'owner',
        tls: 'on',
        ca: server.ca,
        table: 'orders',
        query: '',
        column: 'id',
        overlap: 0,
        rows: 15,
        minutes: 5,
      },
      secrets: { password: ownerPassword },
      table: '订单',
    })
    expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', loaded: 3, rows: 40 })
    expect(await numbers()).toEqual(upTo(40))
    expect(JSON.stringify(await house.find(source.id))).not.toContain(ownerPassword)

    // What a kill leaves: rows 41 to 50 are in the table, and noted only as about to be published.
    const before = await state()
    await add(41, 50)
    const { runs } = await house.run(source.id)
    expect(runs[0]).toMatchObject({ loaded: 1, rows: 10 })
    const { mark } = await state()
    const { tables } = await readManifest(warehouseFolder(house.deps.settings.dataDir))
    const loads = tables.find(({ name }) => name === '订单')?.loads ?? []
    const pending = JSON.stringify({ digest: loads.at(-1)?.digest, mark })
    const { db } = house.deps.metadata
    await db.updateTable('source_state').set({ mark: before.mark, pending }).execute()
    await db
      .deleteFrom('source_load')
      .where('run_id', '=', runs[0]?.id ?? '')
      .execute()
    await add(51, 53)
    expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', loaded: 1, rows: 3 })
    expect(await numbers()).toEqual(upTo(53))

    // And one that ended before: nothing is taken for published.
    const last = await state()
    await add(54, 60)
    await db
      .updateTable('source_state')
      .set({ pending: JSON.stringify({ digest: 'f'.repeat(64), mark: 'not to be taken' }) })
      .execute()
    expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', loaded: 1, rows: 7 })
    expect(await numbers()).toEqual(upTo(60))
    expect((await state()).pending).toBeNull()
    expect((await state()).mark).not.toBe(last.mark)
  })
})
