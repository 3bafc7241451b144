// Corrections of what subscriptions told: to each recipient their own figures, once a load, and to nobody whose figures
// stand as they were told.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readImport } from '#server/warehouse/import/arguments.ts'
import { addFile } from '#server/warehouse/import/command.ts'
import { readSource } from '#server/warehouse/import/source.ts'
import type { Person } from '#tests/factories/house.ts'
import { loadGuard } from '#features/checks/server/index.ts'
import { type SavedQuery, saveQuery } from '#features/code/contract.ts'
import { reportProposer } from '#features/config/server/index.ts'
import { getReportDataByInfo, type ReportTable } from '#features/statement/contract.ts'
import * as calls from '#features/subscription/contract.ts'
import { watchData } from '#features/subscription/server/scheduling.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
let all: Person
let some: Person
let number = 0
beforeAll(async () => {
  office = await makeOffice({ extraSql: ["COMMENT ON TABLE visit IS '导入自 visit.csv'"] })
  all = await office.person({ keys: ['alert_config_edit', 'search_sqlQuery'] })
  some = await office.person({ keys: ['search_sqlQuery'], games: ['b'] })
})
afterAll(() => office.dispose())

const minutes = async () => {
  const { data } = await all.call<ReportTable>(getReportDataByInfo, { body: { info: office.info() } })
  return Number(data.summary?.[1])
}

async function load(rows: string): Promise<void> {
  const { settings, metadata } = office.deps
  number += 1
  const path = join(office.dataDir, `late${number}.csv`)
  await writeFile(path, `day,cgi,channel,player_id,minutes\n${rows}`)
  const request = readImport([path, '--table', 'visit', '--by-day'])
  const source = await readSource(path)
  const before = await minutes()
  const guard = loadGuard({ settings, metadata })
  const given = { request, source, settings, metadata, proposer: reportProposer, guard }
  await addFile(given, request.addition as NonNullable<typeof request.addition>)
  await vi.waitFor(async () => expect(await minutes()).not.toBe(before), { timeout: 60_000 })
}

async function work() {
  const { jobs } = office.app
  await jobs.enqueue({ kind: watchData, payload: {}, userId: null })
  for (let round = 0; round < 6; round++) {
    await jobs.tick()
    await jobs.settled()
  }
}

async function subscribe(change: Partial<calls.SubscriptionChange> = {}): Promise<number> {
  number += 1
  const body: calls.SubscriptionChange = {
    viewId: office.view,
    reportId: office.report,
    link: `/statement/detail?id=${office.view}`,
    name: `日报 ${number}`,
    timing: { kind: 'weekly', weekdays: [1], time: '09:00' },
    content: { picture: false, table: true, file: false },
    toInbox: true,
    toMail: false,
    people: [some.email],
    receivers: [],
    ...change,
  }
  const { id } = (await all.call<calls.Subscription>(calls.saveSubscription, { body })).data
  await all.call(calls.sendSubscription, { params: { id }, body: {} })
  await work()
  return id
}

const corrections = async (person: Person, id: number) => {
  const notes = await office.deps.metadata.db
    .selectFrom('inbox_note')
    .select(['title', 'text'])
    .where('user_id', '=', person.id)
    .where('source_id', '=', id)
    .where('title', 'like', '更正：%')
    .orderBy('id')
    .execute()
  return notes.map(({ text }) => text)
}

it('go to each recipient whose own figures changed, once a load, with both figures and the load', async () => {
  const id = await subscribe()
  const quiet = await subscribe({ content: { picture: false, table: true, file: false, corrections: false } })
  expect(await corrections(all, id)).toEqual([])
  await load('2026-10-02,b,store,3,90\n')
  await work()
  const [mine, ...more] = await corrections(all, id)
  expect(more).toEqual([])
  // 40 + 5 + 5 of a, and 50, then 90 of b.
  expect(mine).toContain('2026-10-02 在线时长 由 100 改为 140（+40%）')
  expect(mine).toMatch(/2026-10-01 至 2026-10-03 合计 在线时长 由 160 改为 200（\+25%）/)
  expect(mine).toMatch(/修订来自：.* 载入「late\d+\.csv」（按天替换）/)
  expect((await corrections(some, id)).join()).toContain('2026-10-02 在线时长 由 50 改为 90（+80%）')
  expect((await corrections(some, id)).join()).not.toContain('late')
  expect(await corrections(all, quiet)).toEqual([])
  // Another look tells nothing again.
  await work()
  expect(await corrections(all, id)).toHaveLength(1)
  // Rows of another game change nothing that this reader was told.
  await load('2026-10-01,a,web,1,15\n')
  await work()
  expect((await corrections(all, id))[1]).toContain('2026-10-01 在线时长 由 60 改为 45（−25%）')
  expect(await corrections(some, id)).toHaveLength(1)
})

it('tell the cells of a pivot, by the words of their rows and columns', async () => {
  const { date, channel } = office.dims
  const info = office.info({ dims: [channel, date], pivot: [channel] })
  const id = await subscribe({ info: JSON.stringify(info), pivot: '{}' })
  await load('2026-10-02,b,store,3,70\n')
  await work()
  expect((await corrections(all, id)).join()).toMatch(/2026-10-02 应用商店 在线时长 由 \d+ 改为 70/)
  expect((await corrections(all, id)).join()).not.toContain('官网')
  expect(await corrections(some, id)).toHaveLength(1)
})

const subscribeTo = async (sql: string) => {
  const day = { name: 'day', type: 'date' as const, label: '截止日', default: '昨天', dictId: null }
  number += 1
  const body = { name: `查询 ${number}`, sql, params: sql.includes(':day') ? [day] : [] }
  const query = (await all.call<SavedQuery>(saveQuery, { body })).data
  const asked = { viewId: null, reportId: null, queryId: query.id, link: `/code?query=${query.id}` }
  return { query, id: await subscribe(asked) }
}

it('tell the rows of a saved query, in the rows of each reader, and not after its text was changed', async () => {
  const byDay = 'select day, channel, sum(minutes) as minutes from visit group by all order by 1'
  const daily = await subscribeTo(byDay)
  const upTo = await subscribeTo('select sum(minutes) as total from visit where day <= :day')
  const undated = await subscribeTo('select channel, sum(minutes) as minutes from visit group by all')
  const changed = await subscribeTo(byDay)
  const { id: queryId, name } = changed.query
  const body = { id: queryId, name, sql: `${byDay} desc`, params: [] }
  expect((await all.call(saveQuery, { body })).envelope?.msg).toBe('')
  await load('2026-10-02,b,store,3,95\n')
  await work()
  const [mine, ...more] = await corrections(all, daily.id)
  expect(more).toEqual([])
  expect(mine).toContain('2026-10-02 store minutes 由 70 改为 95（+35.7%）')
  expect(mine).toMatch(/修订来自：.* 载入「late\d+\.csv」（按天替换）/)
  expect((await corrections(all, upTo.id)).join()).toMatch(/total 由 \d+ 改为 \d+/)
  // Nothing says of which days these are; and another text tells other figures.
  expect(await corrections(all, undated.id)).toEqual([])
  expect(await corrections(all, changed.id)).toEqual([])
  expect((await corrections(some, daily.id)).join()).toContain('2026-10-02 store minutes 由 70 改为 95')
  expect((await corrections(some, daily.id)).join()).not.toContain('late')
  // Rows of another game change nothing that this reader was told.
  await load('2026-10-02,a,web,1,33\n')
  await work()
  expect(await corrections(all, daily.id)).toHaveLength(2)
  expect(await corrections(some, daily.id)).toHaveLength(1)
})
