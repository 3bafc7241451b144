import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Jobs } from '#server/jobs/jobs.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { platformTables } from '#server/metadata/tables.ts'
import { silentLog } from '#tests/factories/stores.ts'
import { tables } from '../../../src/main-tables.ts'
import { kindOf, TestClock } from '../jobs/workshop.ts'

test('a full disk is told, nothing of the write is kept, reads go on, and writes when there is room again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'full-'))
  const metadata = await openMetadata({ metadata: 'embedded', dataDir }, silentLog, platformTables)
  const { db } = metadata
  const add = (name: string) =>
    db
      .insertInto('role')
      .values({ name, authority_info: 'x'.repeat(20_000) })
      .execute()
  await add('first')
  // SQLite answers a limit of pages as it does a disk without room.
  await sql`pragma max_page_count = 1`.execute(db)
  await expect(add('second')).rejects.toMatchObject({ code: 'storage_full', status: 507 })
  const inTransaction = metadata.transaction(async (inner) => {
    await inner.updateTable('role').set({ name: 'renamed' }).execute()
    await inner
      .insertInto('role')
      .values({ name: 'third', authority_info: 'x'.repeat(20_000) })
      .execute()
  })
  await expect(inTransaction).rejects.toMatchObject({ code: 'storage_full' })
  expect(await db.selectFrom('role').select('name').execute()).toEqual([{ name: 'first' }])
  await sql`pragma max_page_count = 1000000`.execute(db)
  await add('fourth')
  expect(await db.selectFrom('role').select('name').orderBy('id').execute()).toEqual([
    { name: 'first' },
    { name: 'fourth' },
  ])
  await metadata.stop()
  rmSync(dataDir, { recursive: true })
})

test('jobs wait while nothing can be written, tell of it once a minute, and run when it can', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'full-'))
  const metadata = await openMetadata({ metadata: 'embedded', dataDir }, silentLog, tables)
  const clock = new TestClock()
  const kind = kindOf()
  const told: unknown[] = []
  const log = { ...silentLog, warn: (fields: unknown) => told.push(fields) } as typeof silentLog
  const settings = { zone: 'Asia/Shanghai', cutoffHour: 0 }
  const jobs = new Jobs({ metadata, log, clock, settings, dataDir, kinds: [kind] })
  jobs.handle(kind, { run: async () => ({ result: 'done' }) })
  await jobs.open()
  await jobs.tick()
  const id = await jobs.enqueue({ kind, payload: { text: 'a' }, userId: null })
  await sql`pragma query_only = 1`.execute(metadata.db)
  for (let pass = 0; pass < 59; pass++) {
    await jobs.tick()
    clock.pass(1000)
  }
  expect(told).toMatchObject([{ err: { code: 'storage_full', message: expect.stringContaining('只读') } }])
  clock.pass(60_000)
  await jobs.tick()
  expect(told).toHaveLength(2)
  await sql`pragma query_only = 0`.execute(metadata.db)
  await jobs.tick()
  await jobs.settled()
  expect(await jobs.find(id)).toMatchObject({ status: 'done', attempt: 1 })
  await jobs.stop()
  await metadata.stop()
  rmSync(dataDir, { recursive: true })
})
