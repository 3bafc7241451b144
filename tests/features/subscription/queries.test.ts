// Saved queries that are sent: each reader's own rows, only where there is something to tell, and never an empty
// message where the query fails.
import { readFile } from 'node:fs/promises'
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endDrawing } from '#server/picture/index.ts'
import { businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import type { Person } from '#tests/factories/house.ts'
import { deleteQuery, type SavedQuery, saveQuery } from '#features/code/contract.ts'
import { setDisabled } from '#features/session/server/index.ts'
import * as calls from '#features/subscription/contract.ts'
import { sendOne } from '#features/subscription/server/scheduling.ts'
import { watchOnce } from '#features/subscription/server/watching.ts'
import { makeOffice, type Office, officeSql } from '../statement/office.ts'

let office: Office
/** Sees all rows; the others see game a, and the rows of web alone. */
let all: Person
let ofGame: Person
let ofChannel: Person
let withoutSql: Person
let names = 0

const byChannel =
  'select channel, sum(minutes) as minutes from visit where day <= :day group by all order by 2 desc'

beforeAll(async () => {
  office = await makeOffice()
  const { db } = office.deps.metadata
  await db.insertInto('game').values({ cgi: 'a', name: '云海仙途' }).execute()
  all = await office.person({ keys: ['search_sqlQuery', 'alert_config_edit', 'manage_authority'] })
  ofGame = await office.person({ keys: ['search_sqlQuery'], games: ['a'] })
  const rule = { dim: office.dims.channel, how: 'only' as const, values: ['web'], open: false }
  ofChannel = await office.person({ keys: ['search_sqlQuery'], rules: [rule] })
  withoutSql = await office.person()
})
afterAll(async () => {
  await office.dispose()
  endDrawing()
})

const day = { name: 'day', type: 'date' as const, label: '截止日', default: '昨天', dictId: null }
const query = async (sql: string, { params = [day], by = all } = {}) => {
  const body = { name: `查询 ${++names}`, sql, params: sql.includes(':day') ? params : [] }
  return (await by.call<SavedQuery>(saveQuery, { body })).data
}
const text = { picture: false, table: true, file: false }
const changeOf = (queryId: string, change: Partial<calls.SubscriptionChange> = {}) => ({
  viewId: null,
  queryId,
  link: `/code?query=${queryId}`,
  name: `定时 ${++names}`,
  timing: { kind: 'daily' as const, time: '09:00' },
  content: text,
  toInbox: true,
  toMail: false,
  people: [],
  receivers: [],
  ...change,
})
const save = (queryId: string, change: Partial<calls.SubscriptionChange> = {}, by = all) =>
  by.call<calls.Subscription>(calls.saveSubscription, { body: changeOf(queryId, change) })
const listed = async (id: number, by = all) =>
  (await by.call<calls.Subscription[]>(calls.listSubscriptions)).data.find((one) => one.id === id)
const runs = async (id: number, by = all) =>
  (await by.call<calls.SubscriptionRun[]>(calls.subscriptionRuns, { params: { id } })).data
const inbox = (person: Person) =>
  office.deps.metadata.db
    .selectFrom('inbox_note')
    .selectAll()
    .where('user_id', '=', person.id)
    .where('source_kind', '=', 'subscription')
    .orderBy('id')
    .execute()
const lastTold = async (person: Person) => (await inbox(person)).at(-1)?.text ?? ''
const work = async () => {
  const { jobs } = office.app
  for (let round = 0; round < 5; round++) {
    await jobs.tick()
    await jobs.settled()
  }
}
const send = async (id: number, by = all) => {
  expect((await by.call(calls.sendSubscription, { params: { id }, body: {} })).envelope?.msg).toBe('')
  await work()
}
const preview = (queryId: string, change: object = {}, by = all) => {
  const { timing: _, toInbox: __, toMail: ___, people: ____, receivers: _____, ...body } = changeOf(queryId)
  return by.call<calls.Preview>(calls.previewSubscription, { body: { ...body, ...change } })
}

describe('a saved query by clock', () => {
  it('reaches each reader with the rows that they may see, and nobody without the right to SQL', async () => {
    const { id: queryId } = await query(byChannel)
    const people = [ofGame.email, ofChannel.email, withoutSql.email]
    const { id } = (await save(queryId, { people })).data
    await send(id)
    expect(await lastTold(all)).toContain('channel 应用商店，minutes 80\nchannel 官网，minutes 70')
    const [ofTheGame, ofTheChannel] = [await lastTold(ofGame), await lastTold(ofChannel)]
    expect(ofTheGame).toContain('channel 官网，minutes 70')
    expect(ofTheGame).not.toContain('应用商店')
    expect(ofTheGame).toContain('云海仙途')
    expect(ofTheChannel).toContain('共 1 行\nchannel 官网，minutes 70')
    expect(ofTheChannel).toContain('数据范围内')
    expect(await inbox(withoutSql)).toEqual([])
    const [run] = await runs(id)
    expect(run).toMatchObject({ state: 'partly', told: [{}, {}, {}, { state: 'skipped' }] })
    expect(run?.told[3]?.problem).toContain('代码查询')
    const { db } = office.deps.metadata
    const audited = await db.selectFrom('audit').selectAll().where('action', '=', 'sql.send').execute()
    expect(new Set(audited.map(({ user_id }) => user_id))).toEqual(new Set([all.id, ofGame.id, ofChannel.id]))
  })

  it('has its days moved to the day of sending, as the query or the subscription says', async () => {
    const { id: queryId } = await query('select cast(:day as varchar) as told')
    const today = businessDay(office.deps.settings)
    const told = async (params: object) => (await preview(queryId, { params })).data.tables[0]?.rows
    expect(await told({})).toEqual([[shiftDay(today, -1)]])
    expect(await told({ day: 'today-7' })).toEqual([[shiftDay(today, -7)]])
    const wrong = await save(queryId, { params: { day: '某天' } })
    expect(wrong.envelope?.data).toMatchObject({ fields: { parameters: expect.stringContaining('截止日') } })
    expect((await listed((await save(queryId, { params: { day: '今天' } })).data.id))?.params).toEqual({
      day: '今天',
    })
  })

  it('comes by mail with a table and a file that other programs read', async () => {
    const { id: queryId } = await query('select 1.50::decimal(8,2) as price, 12345 as amount, null as empty')
    const files = async (csv: boolean) => {
      const content = { ...text, file: true, csv }
      const { id } = (await save(queryId, { toInbox: false, toMail: true, content })).data
      await send(id)
      const { db } = office.deps.metadata
      const mail = await db
        .selectFrom('message')
        .select('body')
        .where('source_id', '=', id)
        .executeTakeFirstOrThrow()
      const message = JSON.parse(mail.body) as {
        table: object
        attachments: { name: string; path: string }[]
      }
      return { ...message, file: message.attachments[0] }
    }
    const book = await files(false)
    // A message leaves out a column without a value.
    expect(book.table).toMatchObject({ columns: ['price', 'amount'], rows: [['1.50', '12,345']] })
    expect(book.file?.name).toMatch(/\.xlsx$/)
    const sheets = XLSX.read(await readFile(book.file?.path ?? ''), { type: 'buffer' })
    const rows = XLSX.utils.sheet_to_json(sheets.Sheets[sheets.SheetNames[0] ?? ''] as never, { header: 1 })
    expect(rows).toEqual([
      ['price', 'amount', 'empty'],
      [1.5, 12345],
    ])
    const plain = await files(true)
    expect((await readFile(plain.file?.path ?? '', 'utf8')).replace('\uFEFF', '')).toBe(
      'price,amount,empty\r\n1.50,12345,\r\n',
    )
  })
})

describe('what a message tells of the rows', () => {
  const sql = "select * from (values ('官网', 70), (null, 33598)) as t(site, amount)"

  it('a value that is missing is a dash, in words as in the table', async () => {
    const { id: queryId } = await query(sql)
    const rows = [
      ['官网', '70'],
      ['–', '33,598'],
    ]
    expect((await preview(queryId)).data.tables[0]?.rows).toEqual(rows)
    expect((await preview(queryId, { as: 'inbox' })).data.text).toContain('site –，amount 33,598')
    expect((await preview(queryId, { as: 'wecom' })).data.text).toContain('– ｜ 33,598')
  })

  it('the first rows are told once: in words to an inbox, in the table to the others', async () => {
    const { id: queryId } = await query(sql)
    const textAs = async (as: string, change: object = {}) =>
      (await preview(queryId, { as, ...change })).data.text
    expect(await textAs('inbox')).toContain('site 官网，amount 70')
    const told = await Promise.all(['mail', 'wecom', 'dingtalk', 'feishu'].map((as) => textAs(as)))
    for (const text of told) {
      expect(text).toContain('共 2 行')
      expect(text).not.toContain('site 官网')
    }
    for (const text of told.slice(1)) expect(text.match(/官网/g)).toHaveLength(1)
    // The JSON of an address keeps its text, and rows that met a threshold stay told.
    expect(await textAs('url')).toContain('site 官网，amount 70')
    const only = { kind: 'figure', column: 'amount', op: 'gt', value: 100 }
    expect(await textAs('wecom', { only })).toContain('1 行达到条件：amount 大于 100\nsite –，amount 33,598')
  })
})

describe('only where there is something to tell', () => {
  it('a query without rows is not sent, which its records say, and it is sent once there are some', async () => {
    const { id: queryId, version } = await query('select * from visit where minutes > 1000')
    const { id } = (await save(queryId, { only: { kind: 'rows' } })).data
    const before = (await inbox(all)).length
    await send(id)
    expect(await inbox(all)).toHaveLength(before)
    expect((await runs(id))[0]).toMatchObject({ state: 'quiet', problem: '没有数据，没有发送' })
    expect((await listed(id))?.onlyText).toBe('有数据才发')
    const sql = 'select * from visit where minutes > 45'
    await all.call(saveQuery, { body: { id: queryId, version, name: `查询 ${++names}`, sql } })
    await send(id)
    expect((await runs(id))[0]).toMatchObject({ state: 'done' })
    expect(await inbox(all)).toHaveLength(before + 1)
  })

  it('a figure of any row meets the threshold, or it is not sent', async () => {
    const { id: queryId } = await query(byChannel)
    const only = { kind: 'figure' as const, column: 'Minutes', op: 'gt' as const, value: 75 }
    const { id } = (await save(queryId, { only, people: [ofGame.email] })).data
    const before = (await inbox(ofGame)).length
    await send(id)
    expect(await lastTold(all)).toContain('1 行达到条件：Minutes 大于 75\nchannel 应用商店，minutes 80')
    expect(await inbox(ofGame)).toHaveLength(before)
    expect((await runs(id))[0]?.told.map(({ state }) => state)).toEqual(['inbox', 'quiet'])
    const shown = (await preview(queryId, { only: { ...only, value: 100 } })).data
    expect(shown.quiet).toBe('未达条件：Minutes 大于 100')
    const gone = await preview(queryId, { only: { ...only, column: 'amount' } })
    expect(gone.envelope?.msg).toBe('结果里没有「amount」列，有：channel、minutes')
    const words = await preview(queryId, { only: { ...only, column: 'channel' } })
    expect(words.envelope?.msg).toContain('不是数字')
  })

  it('a threshold is told when it begins to be met and when it ends, by each reader’s own rows', async () => {
    const { id: queryId, version } = await query(byChannel)
    const only = { kind: 'figure' as const, column: 'minutes', op: 'gt' as const, value: 75, once: true }
    const { id } = (await save(queryId, { only, people: [ofGame.email] })).data
    const before = [(await inbox(all)).length, (await inbox(ofGame)).length]
    const fire = async () => {
      const payload = { subscription: id, reason: 'schedule' as const }
      await office.app.jobs.enqueue({ kind: sendOne, payload, userId: all.id })
      await work()
      return (await runs(id))[0]?.told.map(({ state, problem }) => [state, problem])
    }
    const still = ['quiet', '未达条件：minutes 大于 75']
    expect(await fire()).toEqual([['inbox', null], still])
    expect(await fire()).toEqual([['quiet', '仍达条件，已经发过'], still])
    const change = { id: queryId, version, name: `查询 ${++names}` }
    await all.call(saveQuery, { body: { ...change, sql: 'select 1 as minutes', params: [] } })
    expect(await fire()).toEqual([['inbox', null], still])
    expect((await inbox(all)).at(-1)?.title).toMatch(/：已恢复$/)
    expect(await lastTold(all)).toContain('已恢复，不再达到：minutes 大于 75')
    expect(await fire()).toEqual([still, still])
    expect([(await inbox(all)).length, (await inbox(ofGame)).length]).toEqual([
      (before[0] ?? 0) + 2,
      before[1],
    ])
  })

  it('a report whose figures are all 0 is not sent either, and has no threshold', async () => {
    const body = {
      ...changeOf('none', { queryId: null, viewId: office.view, link: '/statement/detail?id=1' }),
      reportId: null,
      only: { kind: 'rows' as const },
    }
    const saveReport = async (days: string) => {
      const info = JSON.stringify(office.info({ dateRange: { from: days, to: days } }))
      const change = { ...body, name: `报表 ${++names}`, info }
      return (await all.call<calls.Subscription>(calls.saveSubscription, { body: change })).data.id
    }
    const [empty, full] = [await saveReport('2026-01-01'), await saveReport('2026-10-01')]
    await send(empty)
    await send(full)
    expect((await runs(empty))[0]).toMatchObject({ state: 'quiet' })
    expect((await runs(full))[0]).toMatchObject({ state: 'done' })
    const only = { kind: 'figure' as const, column: 'x', op: 'gt' as const, value: 1 }
    const refused = await all.call(calls.saveSubscription, { body: { ...body, name: '报表', only } })
    expect(refused.envelope?.data).toMatchObject({ fields: { only: expect.stringContaining('告警') } })
  })
})

describe('what can’t be sent is told to its owner', () => {
  it('a query that fails, with the engine’s reason, once', async () => {
    const { id: queryId } = await query('select * from gone_table')
    const { id } = (await save(queryId)).data
    await send(id)
    expect((await runs(id))[0]).toMatchObject({ state: 'failed' })
    const told = (await inbox(all)).filter(({ source_id }) => source_id === id)
    expect(told.map(({ title }) => title)).toEqual([expect.stringContaining('发送失败')])
    expect(told[0]?.text).toContain('gone_table')
    await send(id)
    expect((await inbox(all)).filter(({ source_id }) => source_id === id)).toHaveLength(1)
    expect((await listed(id))?.last).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/gone_table/),
    })
  })

  it('a query that was deleted, or is a script now, pauses it with the reason', async () => {
    const { id: queryId } = await query(byChannel)
    const { id } = (await save(queryId)).data
    await all.call(deleteQuery, { params: { id: queryId }, body: {} })
    const fire = async () => {
      const payload = { subscription: id, reason: 'schedule' as const }
      await office.app.jobs.enqueue({ kind: sendOne, payload, userId: all.id })
      await work()
    }
    await fire()
    expect(await listed(id)).toMatchObject({ paused: { by: 'system', why: '查询不存在或已被删除' } })
    expect((await inbox(all)).at(-1)?.title).toMatch(/已暂停/)
    const script = await query('select 1; select 2')
    expect((await save(script.id)).envelope?.msg).toContain('2 条语句')
    const write = await query('create table t as select 1')
    const { data } = await save(write.id)
    await send(data.id)
    expect((await runs(data.id))[0]).toMatchObject({ state: 'failed' })
  })

  it('an owner who lost the right to SQL, or was disabled: nothing is sent, and the list says why', async () => {
    const own = await office.person({ keys: ['search_sqlQuery'] })
    const { id: queryId } = await query(byChannel, { by: own })
    const { id } = (await save(queryId, { people: [all.email] }, own)).data
    const { db } = office.deps.metadata
    const role = await db
      .selectFrom('user')
      .select('role_id')
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('role').set({ authority_info: '{}' }).where('id', '=', role.role_id).execute()
    const before = (await inbox(all)).length
    const fire = async (subscription: number) => {
      const payload = { subscription, reason: 'schedule' as const }
      await office.app.jobs.enqueue({ kind: sendOne, payload, userId: own.id })
      await work()
    }
    await fire(id)
    expect(await inbox(all)).toHaveLength(before)
    expect(await listed(id, own)).toMatchObject({
      paused: { by: 'system', why: expect.stringContaining('代码查询') },
    })
    const other = await office.person({ keys: ['search_sqlQuery'] })
    const made = (await save((await query(byChannel, { by: other })).id, {}, other)).data
    await setDisabled(db, other.id, true)
    const payload = { subscription: made.id, reason: 'schedule' as const }
    await office.app.jobs.enqueue({ kind: sendOne, payload, userId: other.id })
    await work()
    const managed = (await all.call<calls.Subscription[]>(calls.managedSubscriptions)).data
    expect(managed.find((one) => one.id === made.id)?.paused).toMatchObject({ why: '订阅者的账号已停用' })
  })

  it('another’s query is to a stranger as if it did not exist, in every way to send it', async () => {
    const { id: queryId } = await query(byChannel)
    const { viewId, content, name, link } = changeOf(queryId)
    const asked = { viewId, queryId, content, name, link }
    for (const answer of [
      await save(queryId, {}, ofGame),
      await preview(queryId, {}, ofGame),
      await ofGame.call(calls.trySubscription, { body: { ...asked, toMail: false } }),
    ])
      expect([answer.status, answer.envelope?.msg]).toEqual([404, '查询不存在或已被删除'])
    expect((await save(queryId, {}, withoutSql)).status).toBe(403)
  })
})

it('is sent once a day when its tables were published anew, and told late until then', async () => {
  const { id: queryId } = await query(byChannel)
  const { id } = (await save(queryId, { timing: { kind: 'fresh', latest: '00:00' } })).data
  // Published at noon: shortly before midnight the day would end while the tables rest.
  const noon = new Date(`${businessDay(office.deps.settings)}T12:00:00+08:00`)
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  await office.warehouse.publish(officeSql.slice(0, 2))
  vi.useRealTimers()
  const visit = office.deps.warehouse.tables().find(({ name }) => name === 'visit')
  const published = Date.parse(visit?.updatedAt ?? '')
  expect(published).toBe(noon.getTime())
  const { signal } = new AbortController()
  const watch = async (now: number) => {
    await watchOnce({ ...office.deps, jobs: office.app.jobs }, signal, new Date(now))
    await work()
  }
  const reasons = async () => (await runs(id)).map(({ reason }) => reason)
  // The day after nothing was published yet; on the day of the publication it must have rested.
  await watch(published + 24 * 3_600_000)
  await watch(published + 60_000)
  expect(await reasons()).toEqual(['late'])
  expect(await lastTold(all)).toContain('查询所用的表今天还没有更新')
  await watch(published + 130_000)
  await watch(published + 140_000)
  expect(await reasons()).toEqual(['fresh', 'late'])
})
