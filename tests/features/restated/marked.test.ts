// The marks 改 and 疑 beyond reports' tables: in files, embeds and messages, each within its reader's rows.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import XLSX from 'sheetjs-style'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readImport } from '#server/warehouse/import/arguments.ts'
import { addFile } from '#server/warehouse/import/command.ts'
import { readSource } from '#server/warehouse/import/source.ts'
import type { Person } from '#tests/factories/house.ts'
import { loadGuard } from '#features/checks/server/index.ts'
import { reportProposer } from '#features/config/server/index.ts'
import { type Embed, readEmbedReport, saveEmbed, standardSettings } from '#features/embed/contract.ts'
import {
  addOrUpdateReportMeta,
  addOrUpdateViewMeta,
  exporeExcel,
  getReportDataByInfo,
  type ReportTable,
} from '#features/statement/contract.ts'
import * as subscriptions from '#features/subscription/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

let office: Office
/** All games; and game `a` alone. */
let all: Person
let some: Person

beforeAll(async () => {
  office = await makeOffice({ extraSql: ["COMMENT ON TABLE visit IS '导入自 visit.csv'"] })
  all = await office.person()
  some = await office.person({ games: ['a'] })
  const { settings, metadata } = office.deps
  // 50 of game b become 90, 50 of game a become 45.
  const path = join(office.dataDir, 'late.csv')
  await writeFile(path, 'day,cgi,channel,player_id,minutes\n2026-10-02,b,store,3,90\n2026-10-02,a,web,1,45\n')
  const request = readImport([path, '--table', 'visit', '--by-day'])
  const guard = loadGuard({ settings, metadata })
  const source = await readSource(path)
  const given = { request, source, settings, metadata, proposer: reportProposer, guard }
  await addFile(given, request.addition as NonNullable<typeof request.addition>)
  const minutes = async () =>
    (await all.call<ReportTable>(getReportDataByInfo, { body: { info: office.info() } })).data
  await vi.waitFor(async () => expect((await minutes()).restated).toHaveLength(1), { timeout: 60_000 })
  const { id } = await metadata.db
    .insertInto('data_check')
    .values({
      ...{ name: '每天的行数', games: '"*"', table_name: 'visit', kind: 'rows', settings: '{}' },
      ...{ action: 'mark', timing: '{}', paused: 0, note: '', owner_id: all.id, revision: 1 },
      ...{ created_at: '2026-10-03', modified_at: '2026-10-03', modified_by: all.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await metadata.db
    .insertInto('data_check_mark')
    .values({ check_id: id, table_name: 'visit', day: '2026-10-01', text: '少了 40%', at: '2026-10-03' })
    .execute()
})
afterAll(() => office.dispose())

const sheetOf = async (person: Person, change: object, body: object = {}) => {
  const info = office.info(change)
  const { bytes } = await person.call(exporeExcel, {
    query: { showBottom: '1' },
    body: { reportName: '日报', info, ...body },
  })
  const { Sheets, SheetNames } = XLSX.read(bytes, { type: 'buffer' })
  return XLSX.utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] as string] as never, {
    header: 1,
    blankrows: true,
    defval: null,
  })
}
const cellsOf = (rows: unknown[][], words: string) =>
  rows.map(([cell]) => cell).filter((cell) => String(cell).startsWith(words))

it('stand under the table of a file, after an empty row, with the figures of its reader’s games', async () => {
  const rows = await sheetOf(all, {})
  const total = rows.findIndex(([cell]) => cell === '合计')
  expect(rows[total + 1]).toEqual([null, null])
  expect(rows.slice(total + 2)).toEqual([
    [
      expect.stringMatching(
        /^改：2026-10-02 在线时长 由 100 改为 135（\+35%），.* 载入「late\.csv」（按天替换）$/,
      ),
      null,
    ],
    ['疑：2026-10-01 访问：每天的行数；少了 40%', null],
  ])
  const [changed, ...more] = (await sheetOf(some, {})).slice(total + 2)
  expect(changed?.[0]).toMatch(/^改：2026-10-02 在线时长 由 50 改为 45（−10%），\S+ \S+ 按天替换$/)
  expect(more[0]?.[0]).toBe('疑：2026-10-01 访问：每天的行数')
  // Days outside the report are told nowhere.
  const others = await sheetOf(all, { dateRange: { from: '2026-10-03', to: '2026-10-03' } })
  expect(cellsOf(others, '改')).toEqual([])
})

it('stand under a pivot’s file, with the word that filters and dimensions do not count', async () => {
  const { date, channel } = office.dims
  const change = { dims: [channel, date], pivot: [channel] }
  const rows = await sheetOf(all, change, { pivot: {} })
  expect(cellsOf(rows, '改')).toEqual([expect.stringContaining('在线时长 由 100 改为 135')])
  expect(cellsOf(rows, '修订')).toEqual(['修订按当天全部数据算，不计筛选和其他维度。'])
  expect(cellsOf(rows, '疑')).toHaveLength(1)
})

it('name days alone in an embed, whose readers nobody knows', async () => {
  const view = (await all.call<{ id: number }>(addOrUpdateViewMeta, { body: { name: '对外' } })).data.id
  const report = (
    await all.call<{ id: number }>(addOrUpdateReportMeta, {
      body: { viewMetaId: view, reportName: '访问', info: office.info() },
    })
  ).data.id
  const body = { viewId: view, enabled: true, settings: standardSettings }
  const { id } = (await all.call<Embed>(saveEmbed, { body })).data
  const nobody = await office.app.inject({
    url: `/api/s1/embed/report/${id}/${report}`,
    method: readEmbedReport.method,
  })
  const { table } = nobody.json().data as { table: ReportTable }
  expect(table.restated).toEqual([
    {
      ...{ day: '2026-10-02', point: null, name: '', format: null, unit: '', source: '', how: 'days' },
      ...{ state: 'hidden', before: null, between: null, after: null, loads: 1, at: expect.any(String) },
    },
  ])
  expect(table.doubts).toEqual([{ day: '2026-10-01', table: '', name: '', text: '' }])
  expect(nobody.body).not.toMatch(/late\.csv|少了|每天的行数/)
})

it('stand in a message beside their days, and in its words with the figures of each reader', async () => {
  const body: subscriptions.SubscriptionChange = {
    ...{ viewId: office.view, reportId: office.report, link: '/statement', name: '日报' },
    ...{ timing: { kind: 'weekly', weekdays: [1], time: '09:00' }, toInbox: true, toMail: false },
    ...{ content: { picture: false, table: true, file: false }, people: [some.email], receivers: [] },
  }
  const { id } = (await all.call<subscriptions.Subscription>(subscriptions.saveSubscription, { body })).data
  const { viewId, reportId, link, name, content } = body
  const asked = { viewId, reportId, link, name, content, note: '', as: 'mail' }
  const shown = await all.call<subscriptions.Preview>(subscriptions.previewSubscription, { body: asked })
  const [table] = shown.data.tables ?? []
  expect(JSON.stringify(table)).toContain('2026-10-02 周五 改')
  expect(JSON.stringify(table)).toContain('2026-10-01 周四 疑')
  await all.call(subscriptions.sendSubscription, { params: { id }, body: {} })
  await office.app.jobs.tick()
  await office.app.jobs.settled()
  const textFor = async (person: Person) =>
    (
      await office.deps.metadata.db
        .selectFrom('inbox_note')
        .select('text')
        .where('user_id', '=', person.id)
        .where('source_id', '=', id)
        .executeTakeFirstOrThrow()
    ).text
  expect(await textFor(all)).toMatch(/改：2026-10-02 在线时长 由 100 改为 135/)
  expect(await textFor(all)).toContain('疑：2026-10-01 访问：每天的行数；少了 40%')
  expect(await textFor(some)).toMatch(/改：2026-10-02 在线时长 由 50 改为 45/)
  expect(await textFor(some)).not.toMatch(/late|少了/)
})
