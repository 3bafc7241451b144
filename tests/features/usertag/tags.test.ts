// Players' tags: computed by the warehouse, or set by hand with history and undo, within games; each look-up is
// logged.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { hasClickHouse, shareClickHouse } from '#tests/factories/clickhouse.ts'
import type { Answer, House, Person } from '#tests/factories/house.ts'
import { describeStores } from '#tests/factories/stores.ts'
import {
  getUserInfo,
  readTagBook,
  type TagBook,
  type TagChange,
  type TagHistory,
  type TagsChanged,
  type UserInfo,
  undoTagChange,
  updateUserTag,
  userTagHistory,
} from '#features/usertag/contract.ts'
import { look, makeTagHouse, signedChange, signedLook } from './tagHouse.ts'

const keys = ['search_userTagTest'] as const
const told = ({ envelope }: Answer) => [envelope?.code, envelope?.msg]
const change = (person: Person, body: TagChange) =>
  person.call<TagsChanged>(updateUserTag, signedChange(body))
const set = (name: string, value: string | number | boolean, revision?: number): TagChange => ({
  cgi: 'a',
  id: '1001',
  set: [
    {
      name,
      kind: typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'flag',
      value,
      ...(revision !== undefined && { revision }),
    },
  ],
})
const valuesOf = ({ types }: UserInfo, type: string) =>
  Object.fromEntries(types.find((one) => one.key === type)?.tags.map(({ key, value }) => [key, value]) ?? [])

/** The same of both warehouses. */
async function expectTold(person: Person): Promise<void> {
  const { data } = await look(person)
  expect(data).toMatchObject({ cgi: 'a', game: '游戏 a', id: '1001' })
  expect(data.types.map(({ key }) => key)).toEqual(['profile', 'activity', 'payment', 'custom'])
  expect(valuesOf(data, 'profile')).toMatchObject({ nickname: '小明', channel: 'huawei', server: '7' })
  expect(valuesOf(data, 'profile').registered).toMatch(/^2026-01-02 10:00:00/)
  expect(valuesOf(data, 'activity')).toMatchObject({
    firstLogin: '2026-01-02',
    lastLogin: '2026-01-05',
    churn: '已流失',
    loginDays: 2,
    loginDays30: 0,
    level: 12,
    onlineMinutes: 75,
  })
  expect(valuesOf(data, 'payment')).toMatchObject({
    payTotal: 104.5,
    vip: 'V1',
    payCount: 2,
    lastPay: '2026-01-04',
    payTotal30: null,
    refunds: 1,
  })
  const poor = (await look(person, { id: '1002' })).data
  expect(valuesOf(poor, 'activity')).toMatchObject({ lastLogin: null, churn: null, loginDays: 0 })
  expect(valuesOf(poor, 'payment')).toMatchObject({ payTotal: null, vip: null, payCount: 0 })
}

describe('what the warehouse tells', () => {
  let house: House
  let person: Person
  beforeAll(async () => {
    house = await makeTagHouse()
    person = await house.person({ keys })
  })
  afterAll(() => house.dispose())

  it('is counted from the facts, with its source and time', async () => {
    await expectTold(person)
    const { types } = (await look(person, { types: 'payment' })).data
    expect(types.map(({ key }) => key)).toEqual(['payment'])
    expect(types[0]?.tags[0]).toMatchObject({
      title: '累计付费',
      kind: 'money',
      source: '数据仓库 pay_order',
      at: expect.stringMatching(/^\d{4}-/),
      revision: 0,
    })
  })

  it('bears the names of the dictionaries', async () => {
    const { db } = house.deps.metadata
    const now = new Date().toISOString()
    const { id } = await db
      .insertInto('dictionary')
      .values({ name: '渠道', form_name: 'channel', attributes: '["代码","名称"]', update_time: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { dict_id: id, data: '["huawei","华为应用市场"]', position: 0, code: 'huawei' }
    await db.insertInto('dictionary_data').values(row).execute()
    const { types } = (await look(person, { types: 'profile' })).data
    expect(types[0]?.tags.find((tag) => tag.key === 'channel')).toMatchObject({
      value: 'huawei',
      text: '华为应用市场',
    })
  })

  it('is of several types where a list names them; what is no type is named, with those there are', async () => {
    const { types } = (await look(person, { types: ' payment , custom' })).data
    expect(types.map(({ key }) => key)).toEqual(['payment', 'custom'])
    expect(told(await look(person, { types: 'profile,wealth' }))).toEqual([
      'parameter_wrong',
      expect.stringMatching(/没有标签类型「wealth」，可选：all（全部）、profile（基本资料）/),
    ])
    expect(told(await look(person, { types: ',' }))[1]).toMatch(/请写明标签类型/)
  })

  it.each(['9999', "1' OR '1'='1", '1e3', '99999999999999999999999', '😀', '1001 OR 1=1', '-0', '01001'])(
    'is nothing of a player %s, who is not there',
    async (id) => {
      expect(told(await look(person, { id }))).toEqual([
        'object_missing',
        expect.stringMatching(/没有找到玩家：游戏「游戏 a」/),
      ])
    },
  )

  it('of another game, of no game and of nobody answers alike', async () => {
    const limited = await house.person({ keys, games: ['a'] })
    const answers = [
      await look(limited, { cgi: 'b', id: '2001' }),
      await look(limited, { cgi: 'none', id: '2001' }),
      await look(limited, { cgi: 'a', id: '2001' }),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(404)
      expect(text).not.toContain('canary-b')
      expect(text.replace(/「[^」]*」/g, '')).toBe(answers[0]?.text.replace(/「[^」]*」/g, ''))
    }
    expect((await look(limited, { id: '1001' })).envelope?.isSuccess).toBe(true)
    const book = (await limited.call<TagBook>(readTagBook)).data
    expect(book.games.map(({ cgi }) => cgi)).toEqual(['a'])
    expect(book.recent.map(({ cgi, id }) => [cgi, id])).toEqual([['a', '1001']])
  })

  it('leaves a row in the audit first: without one there is no answer, and the signature is not used up', async () => {
    const { db } = house.deps.metadata
    const request = signedLook()
    await sql`create trigger no_audit before insert on audit begin select raise(abort, 'full'); end`.execute(
      db,
    )
    const refused = await person.call(getUserInfo, request)
    await sql`drop trigger no_audit`.execute(db)
    expect([refused.status, refused.text.includes('小明')]).toEqual([500, false])
    expect((await person.call(getUserInfo, request)).envelope?.isSuccess).toBe(true)
    const last = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
    expect(last).toMatchObject({ user_id: person.id, action: 'userTag.lookUp' })
    expect(JSON.parse(last?.detail ?? '')).toEqual({ cgi: 'a', player: '1001', types: 'all' })
  })

  it('is what the settings define, and what they define wrongly says so beside the rest', async () => {
    const { userTags } = readInstallation({
      userTags: {
        types: { wealth: '财富' },
        tags: [
          {
            key: 'best',
            title: '最大一笔',
            type: 'wealth',
            kind: 'money',
            table: 'pay_order',
            take: 'max',
            column: 'amount',
          },
          {
            key: 'rich',
            title: '富有',
            type: 'wealth',
            kind: 'text',
            of: 'best',
            steps: [{ least: 500, text: '是' }],
          },
          {
            key: 'gone',
            title: '没有的列',
            type: 'wealth',
            kind: 'text',
            table: 'pay_order',
            take: 'max',
            column: 'mood',
          },
          { key: 'lost', title: '没有的表', type: 'wealth', kind: 'text', table: 'nowhere', take: 'count' },
          {
            key: 'odd',
            title: '不能求和',
            type: 'wealth',
            kind: 'number',
            table: 'register',
            take: 'sum',
            column: 'player_name',
          },
        ],
      },
    })
    const { installation } = house.deps.settings
    const before = installation.userTags
    installation.userTags = userTags
    const { types } = (await look(person)).data
    installation.userTags = before
    expect(types.map(({ title }) => title)).toEqual(['财富', '自定义'])
    expect(types[0]?.tags.map(({ value, problem }) => [value, problem])).toEqual([
      [648, ''],
      ['是', ''],
      [null, '表 pay_order 没有列 mood'],
      [null, '数据仓库里没有表 nowhere'],
      [null, expect.stringMatching(/定义与表的列不符/)],
    ])
  })
})

describe.skipIf(!hasClickHouse)('beside a ClickHouse', () => {
  let house: House
  beforeAll(async () => {
    house = await makeTagHouse({ clickhouse: await shareClickHouse() })
  })
  afterAll(() => house?.dispose())

  it('the same is told', async () => {
    await expectTold(await house.person({ keys }))
  })
})

describe('the definitions of the settings', () => {
  const tag = {
    key: 'x',
    title: '标签',
    type: 'profile',
    kind: 'text',
    table: 't',
    take: 'last',
    column: 'c',
    by: 'd',
  }
  const read =
    (...tags: object[]) =>
    () =>
      readInstallation({ userTags: { tags } })

  it.each<[string, object[], RegExp]>([
    ['a key twice', [tag, tag], /x：key 重复/],
    ['of the type that people set', [{ ...tag, type: 'custom' }], /类型不能是 custom/],
    ['without what orders the rows', [{ ...tag, by: undefined }], /应填写 by/],
    ['without a column', [{ ...tag, take: 'sum', column: undefined }], /应填写 column/],
    [
      'of a tag that comes later',
      [{ key: 'y', title: 'y', type: 'profile', kind: 'text', of: 'x' }, tag],
      /应写在它前面/,
    ],
  ])('are refused with %s', (_, tags, words) => {
    expect(read(...(JSON.parse(JSON.stringify(tags)) as object[]))).toThrow(words)
  })
})

describeStores('tags set by hand', (store) => {
  let house: House
  /** Another server on the same store; the same one where a store has one alone. */
  let other: House
  let person: Person
  let peer: Person
  beforeAll(async () => {
    const { metadata } = await store.make()
    house = await makeTagHouse({ metadata })
    other = metadata === 'embedded' ? house : await makeTagHouse({ metadata })
    person = await house.person({ keys })
    peer = await other.person({ keys })
  })
  afterAll(async () => {
    if (other !== house) await other.dispose()
    await house.dispose()
  })

  it('are kept with who and when, several at once, typed, and are found again', async () => {
    const { data } = await change(person, {
      cgi: 'a',
      id: '1001',
      set: [
        { name: '客服', kind: 'text', value: ' 周敏 ' },
        { name: '评分', kind: 'number', value: 4.5 },
        { name: '高价值', kind: 'flag', value: true },
        { name: '生日', kind: 'day', value: '2000-02-29' },
      ],
    })
    expect(data.tags.map(({ key, kind, value }) => [key, kind, value])).toEqual(
      [
        ['客服', 'text', '周敏'],
        ['生日', 'day', '2000-02-29'],
        ['评分', 'number', 4.5],
        ['高价值', 'flag', true],
      ].sort((one, two) => (String(one[0]) < String(two[0]) ? -1 : 1)),
    )
    expect(data.tags[0]).toMatchObject({ source: expect.stringMatching(/^人工 person/), problem: '' })
    expect(valuesOf((await look(peer)).data, 'custom')).toMatchObject({ 客服: '周敏', 评分: 4.5 })
    const book = (await peer.call<TagBook>(readTagBook)).data
    expect(book.names.map(({ name }) => name)).toContain('高价值')
  })

  it('of two that change one at the same time the second is told what stands there', async () => {
    const first = (await change(person, set('抢改', '一'))).data
    const revision = first.tags.find((tag) => tag.key === '抢改')?.revision
    const answers = await Promise.all([
      change(person, set('抢改', '甲', revision)),
      change(peer, set('抢改', '乙', revision)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(told(lost as Answer)).toEqual(['object_conflict', expect.stringMatching(/标签「抢改」/)])
    const kept = answers.find(({ status }) => status === 200)?.data.tags.find((tag) => tag.key === '抢改')
    expect(valuesOf((await look(person)).data, 'custom').抢改).toBe(kept?.value)
    // Both add one that was not there.
    const added = await Promise.all([
      change(person, set('同时新增', '甲', 0)),
      change(peer, set('同时新增', '乙', 0)),
    ])
    expect(added.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('nothing is kept of a change of which one part can’t be', async () => {
    const { data } = await change(person, set('不动', '旧'))
    const body: TagChange = {
      cgi: 'a',
      id: '1001',
      set: [
        { name: '半个', kind: 'text', value: '新' },
        { name: '不动', kind: 'text', value: '新', revision: (data.tags[0]?.revision ?? 0) + 1_000 },
      ],
    }
    expect((await change(person, body)).status).toBe(409)
    const values = valuesOf((await look(person)).data, 'custom')
    expect([values.半个, values.不动]).toEqual([undefined, '旧'])
  })

  it('are taken back as they were, and that again, unless somebody changed them since', async () => {
    await change(person, set('来回', '一'))
    const two = (await change(person, { ...set('来回', '二'), remove: [{ name: '评分' }] })).data.batch
    const undo = (who: Person, batch: unknown) => who.call<TagsChanged>(undoTagChange, { body: { batch } })
    const back = (await undo(peer, two)).data
    const read = async () => valuesOf((await look(person)).data, 'custom')
    expect(await read()).toMatchObject({ 来回: '一', 评分: 4.5 })
    expect((await undo(person, back.batch)).data.tags.some(({ key }) => key === '评分')).toBe(false)
    expect(told(await undo(person, two))).toEqual(['object_conflict', expect.stringMatching(/来回/)])
    expect((await read()).来回).toBe('二')
    const history = (await person.call<TagHistory>(userTagHistory, { params: { cgi: 'a', id: '1001' } })).data
    expect(history[0]).toMatchObject({ undid: true, by: expect.stringMatching(/^person/) })
    expect(history.find(({ batch }) => batch === two)?.changes).toEqual([
      { name: '来回', from: '一', to: '二' },
      { name: '评分', from: '4.5', to: '' },
    ])
  })

  it('of another game can neither be read, set, signed nor taken back', async () => {
    const all = await house.person({ keys })
    const limited = await house.person({ keys, games: ['a'] })
    const foreign = { ...set('canary-b', '1'), cgi: 'b', id: '2001' }
    const { batch } = (await change(all, foreign)).data
    const answers = [
      await change(limited, foreign),
      await limited.call(undoTagChange, { body: { batch } }),
      await limited.call(userTagHistory, { params: { cgi: 'b', id: '2001' } }),
    ]
    for (const { status } of answers) expect(status).toBe(404)
    expect((await limited.call(readTagBook)).text).not.toContain('canary-b')
    expect((await change(limited, { ...foreign, id: '1001', cgi: 'none' })).status).toBe(404)
  })

  it('a signature that one server took is refused by the other', async () => {
    const request = signedLook()
    const answers = await Promise.all([person, peer].map((who) => who.call(getUserInfo, request)))
    expect(answers.map(({ envelope }) => envelope?.code ?? 'told').sort()).toEqual(['signature_used', 'told'])
  })

  it.each<[string, Partial<TagChange>, RegExp]>([
    ['of nothing', {}, /没有要设置或删除的标签/],
    ['of a name without letters', { set: [{ name: ' \u200b', kind: 'text', value: 'x' }] }, /标签名不能为空/],
    [
      'of a name that is too long',
      { set: [{ name: '长'.repeat(51), kind: 'text', value: 'x' }] },
      /最多 50 个字/,
    ],
    ['of an empty value', { set: [{ name: 'x', kind: 'text', value: ' ' }] }, /不能为空；不要它时请删除/],
    ['of a text for a number', { set: [{ name: 'x', kind: 'number', value: '1' }] }, /应为数字/],
    ['of a number that is too large', { set: [{ name: 'x', kind: 'number', value: 1e300 }] }, /数字太大/],
    ['of no day', { set: [{ name: 'x', kind: 'day', value: '2026-02-30' }] }, /日历上有的日期/],
    ['of a text for yes or no', { set: [{ name: 'x', kind: 'flag', value: 'true' }] }, /应为是或否/],
    [
      'of one name twice',
      { set: [{ name: 'X', kind: 'flag', value: true }], remove: [{ name: 'ｘ' }] },
      /出现了两次/,
    ],
    [
      'of more than a player may have',
      {
        set: Array.from({ length: 200 }, (_, at) => ({ name: `n${at}`, kind: 'flag' as const, value: true })),
      },
      /最多 200 个/,
    ],
  ])('a change %s is refused', async (_, parts, words) => {
    const before = (await look(person)).data.types.at(-1)
    const answer = await change(person, { cgi: 'a', id: '1001', ...parts })
    expect(told(answer)).toEqual(['parameter_wrong', expect.stringMatching(words)])
    expect((await look(person)).data.types.at(-1)).toEqual(before)
  })

  it('a name that would be an object’s own is a name', async () => {
    const { data } = await change(person, set('__proto__', 'x'))
    expect(data.tags.find((tag) => tag.key === '__proto__')?.value).toBe('x')
    expect((await change(person, set('__proto__', 'x'))).data.batch).toBeNull()
  })
})
