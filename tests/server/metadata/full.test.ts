import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMetadata } from '../../../src/server/metadata/open.ts'
import { platformTables } from '../../../src/server/metadata/tables.ts'
import { silentLog } from '../../factories/stores.ts'

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
