import { beforeAll, expect, test } from 'vitest'
import type { Metadata } from '#server/metadata/open.ts'
import { readSettings } from '#server/settings.ts'
import { cheapCost, cheapHash } from '#tests/factories/passwords.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'
import { checkPassword, hashPassword } from '#features/session/server/password.ts'
import { findAccount, readGames } from '#features/session/server/repo.ts'
import { makeThrottle, takeBackTry } from '#features/session/server/throttle.ts'

describeStores('accounts', (store) => {
  let metadata: Metadata
  beforeAll(async () => {
    metadata = await store.open()
    await metadata.db
      .insertInto('game')
      .values([
        { cgi: 'b', name: '乙' },
        { cgi: 'a', name: '甲' },
      ])
      .execute()
  })

  test('makes a role once and changes its rights after', async () => {
    const id = await upsertRole(metadata.db, '管理员', {})
    expect(await upsertRole(metadata.db, '管理员', authorityOf(['get_mfa', 'search_log']))).toBe(id)
    const { authority_info } = await metadata.db.selectFrom('role').selectAll().executeTakeFirstOrThrow()
    expect(JSON.parse(authority_info)).toEqual({ othersRule: ['get_mfa', 'search_log'] })
  })

  test('finds an account by e-mail or user name in any case', async () => {
    const roleId = await upsertRole(metadata.db, '管理员', {})
    const id = await createUser(metadata.db, {
      email: 'Li@Example.com',
      passwordHash: await cheapHash('p'),
      roleId,
      games: ['a'],
    })
    for (const name of ['li@example.com', 'LI@example.com', 'li', 'Li ']) {
      const account = await findAccount(metadata.db, name)
      expect(account).toMatchObject({
        id,
        email: 'li@example.com',
        username: 'li',
        disabled: false,
        roleName: '管理员',
      })
      expect((await checkPassword('p', account?.passwordHash, cheapCost)).right).toBe(true)
      expect((await checkPassword('q', account?.passwordHash, cheapCost)).right).toBe(false)
    }
    expect(await findAccount(metadata.db, 'nobody')).toBeUndefined()
  })

  test('refuses a second account of one e-mail, and gives the e-mail as user name where the short one is taken', async () => {
    const roleId = await upsertRole(metadata.db, '管理员', {})
    const user = { passwordHash: 'p', roleId, games: 'all' } as const
    await createUser(metadata.db, { ...user, email: 'wu@example.com' })
    await expect(createUser(metadata.db, { ...user, email: 'WU@example.com' })).rejects.toMatchObject({
      code: 'name_taken',
    })
    await createUser(metadata.db, { ...user, email: 'wu@example.org' })
    expect(await findAccount(metadata.db, 'wu@example.org')).toMatchObject({ username: 'wu@example.org' })
    await expect(createUser(metadata.db, { ...user, email: 'no mail' })).rejects.toMatchObject({
      code: 'parameter_wrong',
    })
  })

  test('reads the games of a list, or all', async () => {
    expect(await readGames(metadata.db, '"*"')).toEqual([
      { cgi: 'a', name: '甲' },
      { cgi: 'b', name: '乙' },
    ])
    expect(await readGames(metadata.db, '["b","x"]')).toEqual([
      { cgi: 'b', name: '乙' },
      { cgi: 'x', name: 'x' },
    ])
    expect(await readGames(metadata.db, '[]')).toEqual([])
  })

  test('lets ten tries through, even when they come at once', async () => {
    const noteTry = makeThrottle(metadata)
    const tries = await Promise.allSettled(
      Array.from({ length: 15 }, (_, at) => noteTry('li', `address${at}`)),
    )
    const noted = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(noted).toHaveLength(10)
    await takeBackTry(metadata.db, noted[0] as number)
    await expect(noteTry('li', 'another')).resolves.toBeGreaterThan(0)
    await expect(noteTry('li', 'another')).rejects.toMatchObject({ code: 'login_throttled' })
  })
})

test('hashes passwords at the cost that OWASP asks for, which stands in the hash', async () => {
  expect(readSettings({}).passwordCost).toEqual({ logN: 17, r: 8, p: 1 })
  const hash = await hashPassword('p', { logN: 4, r: 8, p: 2 })
  expect(hash).toMatch(/^scrypt\$4\$8\$2\$[\w+/]{22}==\$[\w+/]{43}=$/)
  expect(await checkPassword('p', hash, cheapCost)).toEqual({ right: true, raised: null })
})

test('does the work of the wanted cost for an unknown user and for an old hash, right or wrong', async () => {
  // No machine can do it, so that whoever tries fails.
  const impossible = { logN: 64, r: 8, p: 1 }
  const old = await cheapHash('p')
  for (const [password, stored] of [
    ['p', undefined],
    ['p', old],
    ['q', old],
  ] as const) {
    await expect(checkPassword(password, stored, impossible)).rejects.toThrow()
  }
})

test('hashes few passwords at once and turns away more than can wait', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 150 }, () => cheapHash('p')))
  const refused = tries.filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(48).fill('server_busy'))
})
