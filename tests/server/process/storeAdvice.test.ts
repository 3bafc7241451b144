// The advice to move from SQLite to a PostgreSQL.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storeAdvice } from '#server/process/storeAdvice.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'

describeStores('the advice to move', (store) => {
  test('comes with the three hundredth account in use, of SQLite alone', async () => {
    const metadata = await store.open()
    const { db } = metadata
    const settings = { metadata: store.dialect === 'sqlite' ? 'embedded' : 'postgres://', dataDir: '/none' }
    const roleId = await upsertRole(db, '管理员', authorityOf([]))
    const add = (at: number) =>
      createUser(db, { email: `person${at}@example.com`, passwordHash: 'p', roleId, games: [] })
    for (let at = 0; at < 300; at += 1) await add(at)
    await db.updateTable('user').set({ disabled: 1 }).where('email', '=', 'person7@example.com').execute()
    expect(await storeAdvice(settings, metadata)).toBe(null)
    await add(300)
    const advice = await storeAdvice(settings, metadata)
    if (store.dialect === 'sqlite') expect(advice).toMatch(/有 300 个账号在用.*npm run move/)
    else expect(advice).toBe(null)
  })

  test('comes with a file of two gigabytes', async () => {
    const metadata = await store.open()
    const dataDir = mkdtempSync(join(tmpdir(), 'advice-'))
    const path = join(dataDir, 'metadata.sqlite')
    writeFileSync(path, '')
    const advice = async (bytes: number) => {
      // Without content it takes no room.
      truncateSync(path, bytes)
      return await storeAdvice({ metadata: 'embedded', dataDir }, metadata)
    }
    expect(await advice(2 * 1024 ** 3 - 1)).toBe(null)
    expect(await advice(2 * 1024 ** 3)).toMatch(/已有 2\S* ?GB.*npm run move/)
    rmSync(dataDir, { recursive: true })
  })
})
