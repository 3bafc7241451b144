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
  all = await office.person({ keys: ['alert_config_edit'] })
  some = await office.person({ games: ['b'] })
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
