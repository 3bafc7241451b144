// One-time codes: correct by the published vectors, each view logged beforehand, and seeds never revealed.
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { dumpMetadata } from '#tests/factories/dump.ts'
import { type Answer, type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  deleteMfaAccounts,
  getMfa,
  listMfaAccounts,
  type MfaAccount,
  type MfaAccountList,
  type MfaCode,
  type MfaSignIn,
  mfaAccountHistory,
  redirectAliyunMfa,
  restoreMfaAccounts,
  saveMfaAccount,
} from '#features/mfa/contract.ts'
import { assertCode, codeOf } from '#features/mfa/server/codes.ts'
import { readSeed } from '#features/mfa/server/seeds.ts'

/** «12345678901234567890» and its like of RFC 6238, appendix B. */
const seeds = {
  SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  SHA256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  SHA512:
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA',
} as const

describe('codes', () => {
  it.each([
    ['SHA1', 59, '94287082'],
    ['SHA256', 59, '46119246'],
    ['SHA512', 59, '90693936'],
    ['SHA1', 1111111109, '07081804'],
    ['SHA256', 2000000000, '90698825'],
    ['SHA512', 20000000000, '47863826'],
  ] as const)('of %s at %i are those of RFC 6238', async (algorithm, seconds, code) => {
    const seed = { seed: seeds[algorithm], algorithm, digits: 8, period: 30 }
    const now = await codeOf(seed, seconds * 1_000)
    expect(now.code).toBe(code)
    expect(now.secondsLeft).toBe(30 - (seconds % 30))
    // The next one is told near the end alone, and is the one that comes.
    const isNear = now.secondsLeft <= 8
    const next = (await codeOf(seed, (seconds + now.secondsLeft) * 1_000)).code
    expect(now.next).toBe(isNear ? next : null)
  })

  it('are taken of this step and the ones beside it; of another time they say so', async () => {
    const seed = { seed: seeds.SHA1, algorithm: 'SHA1', digits: 6, period: 30 } as const
    const at = 1_700_000_010_000
    const of = async (seconds: number) => (await codeOf(seed, at + seconds * 1_000)).code
    for (const seconds of [0, -30, 30]) await assertCode(seed, await of(seconds), at)
    await expect(assertCode(seed, await of(-600), at)).rejects.toThrow(/10 分钟前/)
    await expect(assertCode(seed, await of(300), at)).rejects.toThrow(/5 分钟后/)
    await expect(assertCode(seed, '12345', at)).rejects.toThrow(/6 位数字/)
    await expect(assertCode(seed, '', at)).rejects.toThrow(/请填写验证器上现在的口令/)
  })
})

describe('a seed', () => {
  it('is read from an address with all that it says, and from letters as people type them', () => {
    const address = `otpauth://totp/Aliyun:mei%40example.com?secret=${seeds.SHA1}&algorithm=sha256&digits=8&period=60&issuer=Aliyun`
    expect(readSeed(address, {})).toEqual({
      seed: seeds.SHA1,
      algorithm: 'SHA256',
      digits: 8,
      period: 60,
      issuer: 'Aliyun',
      account: 'mei@example.com',
    })
    const typed = ' gezd gnbv-gy3t qojq gezd gnbv gy3t qojq== '
    expect(readSeed(typed, {})).toMatchObject({ seed: seeds.SHA1, digits: 6 })
  })

  it.each<[string, string, RegExp]>([
    ['empty', ' ', /请粘贴/],
    ['with a nought', seeds.SHA1.replace('G', '0'), /含有「0」.*没有 0、1、8、9/],
    ['with Chinese', '密钥密钥密钥密钥', /含有「密」/],
    ['too short', 'GEZDGNBVGY3TQ', /太短：至少 16 个字符，现为 13 个/],
    ['too long', 'AB'.repeat(200), /太长/],
    ['of a length that can’t be', `${seeds.SHA1}A`, /长度不对/],
    ['of one letter', 'A'.repeat(32), /只有一种字符/],
    ['by count', `otpauth://hotp/x?secret=${seeds.SHA1}`, /hotp/],
    ['of another kind', `otpauth://steam/x?secret=${seeds.SHA1}`, /otpauth:\/\/totp/],
    ['exported by the dozen', 'otpauth-migration://offline?data=abc', /批量导出/],
    ['of another address', 'https://example.com/?secret=abc', /otpauth:\/\/totp/],
    ['lacking in its address', 'otpauth://totp/x?issuer=y', /没有密钥/],
    ['twice in its address', `otpauth://totp/x?secret=${seeds.SHA1}&secret=AAAA`, /几个密钥/],
    ['of nine digits', `otpauth://totp/x?secret=${seeds.SHA1}&digits=9`, /6 到 8 位/],
    ['of no digits', `otpauth://totp/x?secret=${seeds.SHA1}&digits=1e1`, /6 到 8 位/],
    ['of a second', `otpauth://totp/x?secret=${seeds.SHA1}&period=1`, /15 到 120 秒/],
    ['of MD5', `otpauth://totp/x?secret=${seeds.SHA1}&algorithm=MD5`, /SHA1、SHA256 或 SHA512/],
    ['with a broken name', `otpauth://totp/%E4%?secret=${seeds.SHA1}`, /账号名无法识别/],
  ])('%s is refused by what is wrong with it', (_, typed, words) => {
    expect(() => readSeed(typed, {})).toThrow(words)
  })
})

describe('accounts', () => {
  let house: House
  let manager: Person
  let reader: Person
  beforeAll(async () => {
    house = await makeHouse()
    manager = await house.person({ keys: ['manage_authority', 'get_mfa'] })
    reader = await house.person({ keys: ['get_mfa'] })
  })
  afterAll(() => house.dispose())

  const codeNow = (secret: string = seeds.SHA1) => new TOTP({ secret }).generate()
  const save = (given: object, who = manager) =>
    who.call<MfaAccount>(saveMfaAccount, {
      body: { name: '投放', seed: seeds.SHA1, code: codeNow(), ...given },
    })
  const told = ({ envelope }: Answer) => [envelope?.code, envelope?.msg]
  const looks = async () =>
    (
      await house.deps.metadata.db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'mfaAccount.look')
        .execute()
    ).length

  it('are kept once their seed is known to be right, and nobody without the right keeps any', async () => {
    expect(told(await save({ code: '000000', name: '错的' }))).toEqual([
      'parameter_wrong',
      expect.stringMatching(/口令/),
    ])
    const wrong = await save({ seed: 'x', name: ' ', code: '' })
    expect(wrong.envelope?.data).toMatchObject({
      fields: { name: expect.any(String), seed: expect.any(String) },
    })
    expect((await save({}, reader)).status).toBe(403)
    expect((await reader.call<MfaAccountList>(listMfaAccounts)).data.rows).toEqual([])
    expect((await save({ issuer: 'Aliyun', account: 'mei' })).data).toMatchObject({ name: '投放', digits: 6 })
    expect(told(await save({}))[0]).toBe('name_taken')
  })

  it('tell their code and the seconds left, and each look leaves a row', async () => {
    const before = await looks()
    const { accounts } = (await reader.call<{ accounts: MfaCode[] }>(getMfa)).data
    expect(accounts).toEqual([expect.objectContaining({ name: '投放', problem: '', period: 30 })])
    expect([
      codeNow(),
      new TOTP({ secret: seeds.SHA1 }).generate({ timestamp: Date.now() - 30_000 }),
    ]).toContain(accounts[0]?.code)
    expect(accounts[0]?.secondsLeft).toBeLessThanOrEqual(30)
    expect(await looks()).toBe(before + 1)
    expect((await reader.call(getMfa, { query: { id: 987654 } })).status).toBe(404)
    expect(await looks()).toBe(before + 1)
  })

  it('tell nothing where the row can’t be written', async () => {
    const { db } = house.deps.metadata
    await sql`create trigger no_audit before insert on audit begin select raise(abort, 'full'); end`.execute(
      db,
    )
    const answers = [await reader.call(getMfa), await reader.call(redirectAliyunMfa)]
    await sql`drop trigger no_audit`.execute(db)
    for (const { envelope } of answers)
      expect([
        envelope?.isSuccess,
        Object.keys(envelope?.data ?? {}).filter((key) => key !== 'requestId'),
      ]).toEqual([false, []])
  })

  it('never tell a seed: not in answers, the store, the history, the audit', async () => {
    const { id, revision } = (await manager.call<MfaAccountList>(listMfaAccounts)).data.rows[0] as MfaAccount
    const other = seeds.SHA256.slice(0, 32).replaceAll('G', 'M')
    const rotated = await save({ id, revision, name: '投放', seed: other, code: codeNow(other) })
    expect(rotated.data.revision).toBe(revision + 1)
    const answers = [
      rotated,
      await manager.call(getMfa),
      await manager.call(listMfaAccounts),
      await manager.call(mfaAccountHistory, { params: { id } }),
    ]
    expect(answers[3]?.text).toContain('内容不留记录')
    const kept = JSON.stringify(await dumpMetadata(house.deps.metadata))
    for (const seed of [other, seeds.SHA1])
      for (const text of [...answers.map((answer) => answer.text), kept]) expect(text).not.toContain(seed)
    // Renamed without its seed it stays what it was.
    const renamed = await manager.call<MfaAccount>(saveMfaAccount, { body: { id, name: '投放后台' } })
    expect(renamed.data.seedAt).toBe(rotated.data.seedAt)
    const { accounts } = (await manager.call<{ accounts: MfaCode[] }>(getMfa, { query: { id } })).data
    expect(accounts[0]?.code).toMatch(/^\d{6}$/)
  })

  it('of another installation’s secret say so, and the others are told', async () => {
    const { db } = house.deps.metadata
    const { id } = (await save({ name: '搬来的' })).data
    const [one] = await db.selectFrom('mfa_account').selectAll().where('id', '<>', id).execute()
    await db
      .updateTable('mfa_account')
      .set({ seed: one?.seed ?? '' })
      .where('id', '=', id)
      .execute()
    const { accounts } = (await reader.call<{ accounts: MfaCode[] }>(getMfa)).data
    expect(accounts.map(({ problem }) => problem)).toEqual(['', expect.stringMatching(/另一套系统/)])
    await manager.call(deleteMfaAccounts, { body: { ids: [id] } })
  })

  it('come back as they were after they were deleted', async () => {
    const { id } = (await save({ name: '误删' })).data
    await manager.call(deleteMfaAccounts, { body: { ids: [id] } })
    expect((await reader.call(getMfa, { query: { id } })).status).toBe(404)
    expect((await reader.call(restoreMfaAccounts, { body: { ids: [id] } })).status).toBe(403)
    await manager.call(restoreMfaAccounts, { body: { ids: [id] } })
    expect((await reader.call(getMfa, { query: { id } })).envelope?.isSuccess).toBe(true)
  })

  it('the console’s address is the settings’, whatever is asked; without its account that is said', async () => {
    expect(told(await reader.call(redirectAliyunMfa))).toEqual([
      'object_missing',
      expect.stringMatching(/没有名为 datashareuser 的账号/),
    ])
    await save({ name: 'DataShareUser' })
    const { data } = await reader.call<MfaSignIn>(redirectAliyunMfa)
    expect(data).toMatchObject({
      demo: true,
      url: 'https://signin.aliyun.com/login.htm',
      code: expect.stringMatching(/^\d{6}$/),
    })
    const { settings } = house.deps
    settings.installation.mfa = { console: 'https://console.example.com/login?next=1' }
    expect((await reader.call<MfaSignIn>(redirectAliyunMfa)).data).toMatchObject({
      demo: false,
      url: 'https://console.example.com/login?next=1',
    })
    settings.installation.mfa = {}
    settings.production = true
    expect(told(await reader.call(redirectAliyunMfa))).toEqual([
      'gateway_failed',
      expect.stringMatching(/mfa\.console/),
    ])
    settings.production = false
    const reply = await house.app.inject({
      url: `${redirectAliyunMfa.path}?url=https://evil.example`,
      headers: { cookie: reader.cookie },
    })
    expect(reply.body).not.toContain('evil')
  })

  it.each(['http://console.example.com', 'https://a:b@console.example.com', 'javascript:alert(1)', 'x'])(
    'the address %s is refused at the start',
    (address) => {
      expect(() => readInstallation({ mfa: { console: address } })).toThrow(/mfa 的 console 应为 https/)
    },
  )

  it('slow down who reads them out', async () => {
    const person = await house.person({ keys: ['get_mfa'] })
    const answers = await Promise.all(Array.from({ length: 61 }, () => person.call(getMfa)))
    expect(answers.filter(({ status }) => status === 429).length).toBe(1)
  })
})
