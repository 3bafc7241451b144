// Temporary tables: made from a statement or a stored result, visible only to their owner, usable in later queries.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  createTmpTable,
  dropTmpTable,
  querySql,
  type Run,
  type TemporaryTable,
  tmpTableList,
} from '#features/code/contract.ts'
import { sweepTemporary } from '#features/code/server/temporary/service.ts'

let house: House
let owner: Person
let other: Person
beforeAll(async () => {
  house = await makeHouse({
    warehouseSql: [
      "CREATE TABLE pay AS SELECT i AS id, DATE '2026-10-01' + i::INTEGER AS day FROM range(100) r(i)",
    ],
  })
  owner = await house.person({ keys: ['search_sqlQuery'] })
  other = await house.person({ keys: ['search_sqlQuery'] })
})
afterAll(() => house.dispose())

const create = (person: Person, body: object) => person.call<TemporaryTable>(createTmpTable, { body })
const rowsOf = async (person: Person, sql: string) =>
  (await person.call<Run>(querySql, { body: { sql } })).data.data
const files = (person: Person) => readdirSync(join(house.dataDir, 'temporary', String(person.id)))

describe('a temp table', () => {
  it('keeps its columns with their types, and serves later queries', async () => {
    const sql =
      'select day, sum(id) as total, 12.30::decimal(10,2) as price, 170141183460469231731687303715884105727::hugeint as big, [1, 2] as list from pay group by day'
    const table = (await create(owner, { name: '每日', sql })).data
    expect(table).toMatchObject({ name: '每日', fullName: 'tmp.每日', rowCount: 100, sql })
    expect(table.columns).toEqual([
      { name: 'day', type: 'DATE' },
      { name: 'total', type: 'HUGEINT' },
      { name: 'price', type: 'DECIMAL(10,2)' },
      { name: 'big', type: 'HUGEINT' },
      { name: 'list', type: 'INTEGER[]' },
    ])
    const [days, totals, prices, bigs, firsts] = await rowsOf(
      owner,
      "select day, total, price, big, list[1] from tmp.每日 where day = date '2026-10-03'",
    )
    expect([days, totals, prices, bigs, firsts]).toEqual([
      ['2026-10-03'],
      [2],
      [12.3],
      ['170141183460469231731687303715884105727'],
      [1],
    ])
    expect((await rowsOf(owner, 'select count(*) from pay join tmp."每日" using (day)'))[0]).toEqual([100])
  })

  it('can be made from a kept result', async () => {
    const run = (await owner.call<Run>(querySql, { body: { sql: 'select id as "a b", id from pay' } })).data
    await create(owner, { name: 'kept', queryId: run.queryId })
    expect(await rowsOf(owner, 'select count(*), max("a b") from tmp.kept')).toEqual([[100], [99]])
  })

  it('is nobody else’s: neither seen, nor queried, nor dropped', async () => {
    const table = (await create(owner, { name: 'secret', sql: "select 'canary-4711' as word" })).data
    const seen = await other.call<{ tables: TemporaryTable[] }>(tmpTableList)
    expect(seen.data.tables).toEqual([])
    const foreign = await other.call(querySql, { body: { sql: 'select * from tmp.secret' } })
    const missing = await other.call(querySql, { body: { sql: 'select * from tmp.secreu' } })
    expect(foreign.envelope?.code).toBe('sql_error')
    expect(foreign.text).not.toContain('canary')
    expect(foreign.text.replaceAll('secret', '*')).toBe(missing.text.replaceAll('secreu', '*'))
    const dropped = await other.call(dropTmpTable, { params: { id: table.id }, body: {} })
    expect([dropped.status, dropped.envelope?.code]).toEqual([404, 'object_missing'])
    // A table of one's own may have the same name.
    await create(other, { name: 'secret', sql: 'select 1 as mine' })
    expect(await rowsOf(other, 'select * from tmp.secret')).toEqual([[1]])
    expect(await rowsOf(owner, 'select * from tmp.secret')).toEqual([['canary-4711']])
  })

  it('is replaced when asked to, and not otherwise', async () => {
    await create(owner, { name: 'Twice', sql: 'select 1 as n' })
    const refused = await create(owner, { name: 'tmp.twice', sql: 'select 2 as n' })
    expect(refused.envelope).toMatchObject({ isSuccess: false, code: 'name_taken' })
    // Full-width letters are other letters to the engine, and the same name to people.
    const wide = await create(owner, { name: 'ｔｗｉｃｅ', sql: 'select 2 as n' })
    expect(wide.envelope).toMatchObject({ isSuccess: false, code: 'name_taken' })
    const before = files(owner).length
    await create(owner, { name: 'twice', sql: 'select 2 as n', replace: true })
    expect(await rowsOf(owner, 'select * from tmp.twice')).toEqual([[2]])
    expect(files(owner).length).toBe(before)
  })

  it('goes with its file when it is dropped', async () => {
    const table = (await create(owner, { name: 'gone', sql: 'select 1 as n' })).data
    const before = files(owner).length
    await owner.call(dropTmpTable, { params: { id: table.id }, body: {} })
    expect(files(owner).length).toBe(before - 1)
    expect((await owner.call(querySql, { body: { sql: 'select * from tmp.gone' } })).envelope?.code).toBe(
      'sql_error',
    )
  })

  it('expires', async () => {
    const table = (await create(owner, { name: 'old', sql: 'select 1 as n', days: 1 })).data
    expect(Date.parse(table.expiresAt) - Date.parse(table.createdAt)).toBe(86_400_000)
    await house.deps.metadata.db
      .updateTable('temporary_table')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('id', '=', table.id)
      .execute()
    const listed = await owner.call<{ tables: TemporaryTable[] }>(tmpTableList)
    expect(listed.data.tables.map(({ name }) => name)).not.toContain('old')
    expect((await owner.call(querySql, { body: { sql: 'select * from tmp.old' } })).envelope?.code).toBe(
      'sql_error',
    )
    const before = files(owner).length
    await sweepTemporary(house.deps)
    expect(files(owner).length).toBe(before - 1)
  })

  it('is gone for an owner who has lost one of its games, and comes back with them', async () => {
    const person = await house.person({ keys: ['search_sqlQuery'], games: ['a', 'b'] })
    await create(person, { name: 'both', sql: "select 'canary-b' as word" })
    const give = (games: string) =>
      house.deps.metadata.db.updateTable('user').set({ games }).where('id', '=', person.id).execute()
    const listed = async () =>
      (await person.call<{ tables: TemporaryTable[] }>(tmpTableList)).data.tables.map(({ name }) => name)
    await give('["a"]')
    expect(await listed()).toEqual([])
    const answer = await person.call(querySql, { body: { sql: 'select * from tmp.both' } })
    expect(answer.envelope?.code).toBe('sql_error')
    expect(answer.text).not.toContain('canary')
    for (const games of ['["b", "a", "c"]', '"*"']) {
      await give(games)
      expect([games, await listed()]).toEqual([games, ['both']])
    }
    await give('["c"]')
    const made = await create(person, { name: 'both', sql: 'select 2 as n' })
    expect([made.data.name, files(person).length]).toEqual(['both', 1])
  })

  it('is not dropped where that can not be noted', async () => {
    const { id } = (await create(owner, { name: 'noted', sql: 'select 1 as n' })).data
    const { db } = house.deps.metadata
    await sql`create trigger no_audit before insert on audit begin select raise(abort, 'full'); end`.execute(
      db,
    )
    try {
      const answer = await owner.call(dropTmpTable, { params: { id }, body: {} })
      expect(answer.envelope?.isSuccess).toBe(false)
    } finally {
      await sql`drop trigger no_audit`.execute(db)
    }
    expect(await rowsOf(owner, 'select * from tmp.noted')).toEqual([[1]])
    await owner.call(dropTmpTable, { params: { id }, body: {} })
    const [row] = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(row).toMatchObject({ action: 'sql.dropTemporary', user_id: owner.id })
  })

  it.each([
    ['1st', '不能以数字开头'],
    ['a b', '只能由'],
    ['a";drop', '只能由'],
    ['  ', '请填写'],
  ])('is not named %j', async (name, reason) => {
    const answer = await create(owner, { name, sql: 'select 1 as n' })
    expect(answer.envelope?.isSuccess).toBe(false)
    expect(answer.envelope?.msg).toContain(reason)
  })

  it('tells why its statement failed, and leaves nothing', async () => {
    const before = files(owner).length
    const answer = await create(owner, { name: 'broken', sql: 'select nothing from pay' })
    expect(answer.envelope).toMatchObject({ code: 'sql_error', data: { line: 1, column: 8 } })
    expect(files(owner).length).toBe(before)
  })

  it('counts against the quota', async () => {
    await house.deps.metadata.db
      .updateTable('temporary_table')
      .set({ bytes: 3 * 2 ** 30 })
      .where('owner_id', '=', other.id)
      .execute()
    const answer = await create(other, { name: 'more', sql: 'select 1 as n' })
    expect(answer.envelope).toMatchObject({ code: 'quota_exceeded' })
  })
})

describe('CREATE TEMP TABLE AS', () => {
  it('makes a temp table of the product, with the rows as its result', async () => {
    const person = await house.person({ keys: ['search_sqlQuery'] })
    const run = (sql: string, params = {}) => person.call<Run>(querySql, { body: { sql, params, limit: 5 } })
    const made = await run('create temp table 新表 as select id from pay where id < :most', { most: 20 })
    expect(made.data).toMatchObject({ rowCount: 20, truncated: false })
    expect((await rowsOf(person, 'select count(*) from tmp.新表'))[0]).toEqual([20])
    const { tables } = (await person.call<{ tables: TemporaryTable[] }>(tmpTableList)).data
    expect(tables).toMatchObject([{ name: '新表', rowCount: 20, sql: 'select id from pay where id < :most' }])
    const again = await run('create temp table 新表 as select 1 as one')
    expect(again.envelope).toMatchObject({ isSuccess: false, code: 'name_taken' })
    await run('create or replace temp table 新表 as select 1 as one')
    expect((await rowsOf(person, 'from tmp.新表'))[0]).toEqual([1])
    expect(await rowsOf(person, 'show tables')).toEqual([['pay', 'tmp.新表']])
    expect((await rowsOf(other, 'show tables')).flat()).not.toContain('tmp.新表')
  })

  it('says what is wrong with its name or its query, and makes nothing', async () => {
    const person = await house.person({ keys: ['search_sqlQuery'] })
    const run = (sql: string) => person.call<Run>(querySql, { body: { sql } })
    expect((await run('create temp table "a b" as select 1')).envelope?.msg).toMatch('只能由文字、字母')
    expect((await run('create temp table x as select nosuch from pay')).envelope).toMatchObject({
      code: 'sql_error',
      data: { line: 1, column: 31, near: 'nosuch' },
    })
    expect((await run('create table x as select 1')).envelope?.msg).toMatch('CREATE TEMP TABLE')
    expect((await person.call<{ tables: unknown[] }>(tmpTableList)).data.tables).toEqual([])
  })
})
