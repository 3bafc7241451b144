import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isUniqueViolation } from '#server/metadata/failures.ts'
import { migrationsOf } from '#server/metadata/making.ts'
import { openMetadata } from '#server/metadata/open.ts'
import type { Database } from '#server/metadata/schema.ts'
import { describeStores, silentLog } from '#tests/factories/stores.ts'
import { tables } from '../../../src/main-tables.ts'

describeStores('the metadata store', (store) => {
  test('keeps what was written when it is opened again', async () => {
    const settings = await store.make()
    const first = await openMetadata(settings, silentLog, tables)
    await first.db.insertInto('setting').values({ key: '键', value: '"值 😀"' }).execute()
    await first.stop()
    const second = await openMetadata(settings, silentLog, tables)
    expect(await second.db.selectFrom('setting').selectAll().execute()).toEqual([
      { key: '键', value: '"值 😀"' },
    ])
    await second.stop()
  })

  test('makes its tables once, however many servers start together', async () => {
    const settings = await store.make('empty')
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => openMetadata(settings, silentLog, tables)),
    )
    const applied = (db: unknown) =>
      (db as (typeof opened)[0]['db'])
        .selectFrom('migration' as keyof Database)
        .selectAll()
        .execute()
    for (const { db } of opened) expect(await applied(db)).toHaveLength(migrationsOf(tables).length)
    for (const metadata of opened) await metadata.stop()
  })

  test('counts as numbers and gives back the ids of new rows', async () => {
    const { db } = await store.open()
    const added = await db
      .insertInto('role')
      .values({ name: 'a', authority_info: '{}' })
      .returning('id')
      .execute()
    expect(added.map(({ id }) => typeof id)).toEqual(['number'])
    const counted = await db
      .selectFrom('role')
      .select((select) => select.fn.countAll<number>().as('count'))
      .execute()
    expect(counted.map(({ count }) => count)).toEqual([1])
    const updated = await db.updateTable('role').set({ name: 'b' }).where('name', '=', 'a').executeTakeFirst()
    expect(updated.numUpdatedRows).toBe(1n)
  })

  test('takes a failed transaction back whole, and goes on', async () => {
    const { db, transaction } = await store.open()
    const failed = transaction(async (inner) => {
      await inner.insertInto('role').values({ name: 'a', authority_info: '{}' }).execute()
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await db.selectFrom('role').selectAll().execute()).toEqual([])
    await transaction((inner) =>
      inner.insertInto('role').values({ name: 'a', authority_info: '{}' }).execute(),
    )
    expect(await db.selectFrom('role').selectAll().execute()).toHaveLength(1)
  })

  test('shows nobody a transaction before its end, and lets readers read meanwhile', async () => {
    const { db, transaction } = await store.open()
    const written = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const work = transaction(async (inner) => {
      await inner.insertInto('role').values({ name: 'a', authority_info: '{}' }).execute()
      expect(await inner.selectFrom('role').selectAll().execute()).toHaveLength(1)
      written.resolve()
      await end.promise
    })
    await written.promise
    expect(await db.selectFrom('role').selectAll().execute()).toEqual([])
    const other = db.insertInto('setting').values({ key: 'a', value: '1' }).execute()
    end.resolve()
    await work
    await other
    expect(await db.selectFrom('role').selectAll().execute()).toHaveLength(1)
  })

  test('tells a name that is taken from other failures', async () => {
    const { db } = await store.open()
    const insert = () => db.insertInto('role').values({ name: 'a', authority_info: '{}' }).execute()
    await insert()
    expect(isUniqueViolation(await insert().catch((error) => error))).toBe(true)
    const orphan = db.insertInto('report').values({
      view_meta_id: 99,
      report_name: 'a',
      remark: '',
      position: 0,
      owner_id: 99,
      info: '{}',
      modified_at: '',
      deleted_at: null,
    })
    const failure = await orphan.execute().catch((error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(isUniqueViolation(failure)).toBe(false)
  })

  test('loses no update of many at once', async () => {
    const { db, transaction } = await store.open()
    await db.insertInto('setting').values({ key: 'count', value: '0' }).execute()
    const add = () =>
      transaction(async (inner) => {
        await inner.updateTable('setting').set({ key: 'count' }).where('key', '=', 'count').execute()
        const row = await inner.selectFrom('setting').select('value').executeTakeFirstOrThrow()
        await sleep(1)
        await inner
          .updateTable('setting')
          .set({ value: String(Number(row.value) + 1) })
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, add))
    expect(await db.selectFrom('setting').select('value').execute()).toEqual([{ value: '20' }])
  })

  test('works on while another process writes', async () => {
    const settings = await store.make()
    const [one, other] = [
      await openMetadata(settings, silentLog, tables),
      await openMetadata(settings, silentLog, tables),
    ]
    const write = (metadata: typeof one, name: string) =>
      metadata.transaction(async (db) => {
        await db.insertInto('role').values({ name, authority_info: '{}' }).execute()
        await sleep(2)
      })
    const writes = Array.from({ length: 15 }, (_, at) => [write(one, `a${at}`), write(other, `b${at}`)])
    await Promise.all(writes.flat())
    expect(await one.db.selectFrom('role').selectAll().execute()).toHaveLength(30)
    await one.stop()
    await other.stop()
  })
})
