// A PostgreSQL that goes away while the product works with it: told as that, and used again once it is back.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Metadata, openMetadata } from '#server/metadata/open.ts'
import { findPostgres } from '#setup/postgres.mjs'
import { dropDatabase, makeDatabase } from '#tests/factories/postgres.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { tables } from '../../../src/main-tables.ts'

describe.skipIf(!findPostgres())('a PostgreSQL that breaks all connections', () => {
  let address: string
  let metadata: Metadata
  beforeAll(async () => {
    address = await makeDatabase('migrated')
    metadata = await openMetadata({ metadata: address, dataDir: '' }, silentLog, tables)
  })
  afterAll(async () => {
    await metadata.stop()
    await dropDatabase(address)
  })

  /** As an administrator's restart does, for this database alone. */
  async function breakConnections(): Promise<void> {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.end()
  }
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )

  it('is told as out of reach, keeps nothing of the transaction, and serves the next one', async () => {
    const add = (key: string, before: () => Promise<void> = async () => {}) =>
      metadata.transaction(async (db) => {
        await db.insertInto('setting').values({ key, value: '1' }).execute()
        await before()
        await sql`select 1`.execute(db)
      })
    expect(await codeOf(add('lost', breakConnections))).toBe('metadata_unreachable')
    const under = sql`select pg_sleep(600)`.execute(metadata.db)
    const told = codeOf(under)
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event = 'PgSleep'`.execute(metadata.db)
        return rows[0]?.n
      })
      .toBe(1)
    await breakConnections()
    expect(await told).toBe('metadata_unreachable')
    await expect.poll(() => codeOf(add('kept'))).toBe('done')
    const rows = await metadata.db
      .selectFrom('setting')
      .select('key')
      .where('key', 'in', ['lost', 'kept'])
      .execute()
    expect(rows).toEqual([{ key: 'kept' }])
  })
})
