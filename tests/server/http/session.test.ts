import { beforeAll, expect, test } from 'vitest'
import { Sessions } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { describeStores, silentLog } from '#tests/factories/stores.ts'
import { authorityOf, createUser, setDisabled, upsertRole } from '#features/session/server/index.ts'

describeStores('sessions', (store) => {
  let metadata: Metadata
  let sessions: Sessions
  let userId: number
  beforeAll(async () => {
    metadata = await store.open()
    sessions = new Sessions(metadata, false, silentLog)
    const roleId = await upsertRole(metadata.db, '分析师', authorityOf(['get_mfa']))
    userId = await createUser(metadata.db, {
      email: 'mei@example.com',
      passwordHash: 'p',
      roleId,
      games: ['a'],
    })
  })
  const start = () => sessions.start(metadata.db, userId, '127.0.0.1', 'x'.repeat(10_000))

  test('know whose they are, with the rights and games of now', async () => {
    const cookies = `other=1; session=${await start()}; username=mei`
    expect(await sessions.find(cookies)).toEqual({
      id: userId,
      email: 'mei@example.com',
      username: 'mei',
      roleId: 1,
      role: 1,
      roleName: '分析师',
      authorityInfo: { othersRule: ['get_mfa'] },
      games: ['a'],
      rules: [],
      personal: false,
    })
    await metadata.db.updateTable('user').set({ games: '"*"' }).execute()
    expect(await sessions.find(cookies)).toMatchObject({ games: 'all' })
  })

  test('end once, and say whose they were', async () => {
    const cookies = `session=${await start()}`
    expect(await sessions.end(metadata.db, cookies)).toBe(userId)
    expect(await sessions.end(metadata.db, cookies)).toBeNull()
    expect(await sessions.find(cookies)).toBeNull()
  })

  test('are swept when they are too old, as new ones start', async () => {
    await start()
    await metadata.db
      .updateTable('session')
      .set({ last_seen_at: new Date(0).toISOString() })
      .execute()
    await start()
    expect(await metadata.db.selectFrom('session').select('user_id').execute()).toEqual([{ user_id: userId }])
  })

  test('end with their user', async () => {
    const cookies = `session=${await start()}`
    await setDisabled(metadata.db, userId, true)
    expect(await sessions.find(cookies)).toBeNull()
    await setDisabled(metadata.db, userId, false)
    await start()
    await metadata.db.deleteFrom('user').where('id', '=', userId).execute()
    expect(await metadata.db.selectFrom('session').selectAll().execute()).toEqual([])
  })

  test.each([
    undefined,
    '',
    'session=',
    'session',
    `session=${'a'.repeat(44)}`,
    `session=${'%'.repeat(43)}`,
    'session=a;session=b',
  ])('are not found in «%s»', async (cookies) => expect(await sessions.find(cookies)).toBeNull())

  test('an audit row that cannot be written takes the action with it', async () => {
    const action = metadata.transaction(async (db) => {
      await db.insertInto('setting').values({ key: 'a', value: '1' }).execute()
      await writeAudit(db, { userId: 1.5 as number, action: null as never })
    })
    await expect(action).rejects.toThrow()
    expect(await metadata.db.selectFrom('setting').selectAll().execute()).toEqual([])
    await writeAudit(metadata.db, { userId: null, action: 'thing.do', detail: { name: '值' } })
    // @ts-expect-error: what has no words for readers is not written
    const wordless: Parameters<typeof writeAudit<{ unheard: string }>>[1]['detail'] = { unheard: '值' }
    expect(Object.keys(wordless ?? {})).toEqual(['unheard'])
    const [row] = await metadata.db.selectFrom('audit').select(['action', 'detail']).execute()
    expect(row).toEqual({ action: 'thing.do', detail: '{"name":"值"}' })
  })
})
