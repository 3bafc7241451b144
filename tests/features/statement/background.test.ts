// Background reports: ownership, restarts of the server, and reading of results.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import XLSX from 'sheetjs-style'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import { damagesOf, replaceText } from '#tests/factories/damage.ts'
import type { Person } from '#tests/factories/house.ts'
import { setDisabled } from '#features/session/server/index.ts'
import {
  type BackgroundRecord,
  deleteRecord,
  getRecordData,
  getRecords,
  type ReportTable,
  runInBackground,
} from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
let reader: Person
beforeEach(async () => {
  office = await makeOffice()
  reader = await office.person()
})
afterEach(() => office.dispose())

const send = (person: Person, change: Partial<ReportInfo> = {}, body: object = {}) =>
  person.call<BackgroundRecord>(runInBackground, { body: { info: office.info(change), ...body } })
const list = async (person: Person, id = 0) =>
  (await person.call<BackgroundRecord[]>(getRecords, { params: { id } })).data
const read = (person: Person, id: string, query: object = {}, file = false) =>
  person.call<ReportTable>(getRecordData, { params: { id, export: String(file) }, query })
const ended = (person: Person, id: string) =>
  expect.poll(async () => (await list(person)).find((one) => one.id === id)?.status, { timeout: 60_000 })
/** The warehouse answers no report until it is told to. */
function holdWarehouse() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { warehouse } = office.deps
  const run = warehouse.run.bind(warehouse)
  const spy = vi.spyOn(warehouse, 'run').mockImplementation(async (request) => {
    if (!request.sql.startsWith('WITH')) return run(request)
    request.signal?.throwIfAborted()
    await Promise.race([
      promise,
      new Promise((_, reject) =>
        request.signal?.addEventListener('abort', () => reject(request.signal?.reason), { once: true }),
      ),
    ])
    return run(request)
  })
  return { spy, go: resolve }
}
const folder = () => readdirSync(join(office.dataDir, 'background'))

it('runs a report and keeps its figures, as a table and as a file', async () => {
  const sent = (await send(reader, {}, { reportId: office.report })).data
  expect(sent).toMatchObject({ name: '访问', reportId: office.report, problem: '' })
  await ended(reader, sent.id).toBe('done')
  const [record] = await list(reader, office.report)
  expect(record).toMatchObject({ id: sent.id, rowCount: 2 })
  expect(Date.parse(record?.expiresAt ?? '')).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  expect(await list(reader, 424_242)).toEqual([])
  const table = (await read(reader, sent.id)).data
  expect(table).toMatchObject({
    data: [
      ['2026-10-02', '2026-10-01'],
      [100, 60],
    ],
    summary: [null, 160],
    cached: true,
    sql: '',
  })
  expect(table.trace).toMatch(/^[0-9A-Z]{10}$/)
  const answer = await read(reader, sent.id, { showBottom: '1' }, true)
  expect(answer.headers['content-type']).toBe('application/vnd.ms-excel')
  const { SheetNames, Sheets } = XLSX.read(answer.bytes, { type: 'buffer' })
  const rows = XLSX.utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] as string] as never, { header: 1 })
  expect(rows.map((row) => row[1])).toEqual(['在线时长', 100, 60, 160])
  const audits = await office.deps.metadata.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'report.export')
    .execute()
  expect(JSON.parse(audits[0]?.detail ?? '')).toMatchObject({ name: '访问', recordId: sent.id })
})

it('is there for its owner alone', async () => {
  const { id } = (await send(reader)).data
  await ended(reader, id).toBe('done')
  const other = await office.person({ keys: ['search_config', 'manage_authority'] })
  expect(await list(other)).toEqual([])
  const missing = await read(other, 'none')
  for (const answer of [
    await read(other, id),
    await read(other, id, {}, true),
    await other.call(deleteRecord, { params: { id }, body: {} }),
  ]) {
    expect([answer.status, answer.text]).toEqual([404, missing.text])
  }
  expect((await read(reader, id)).status).toBe(200)
})

it('counts the owner’s games as they are when it runs, and is gone where they shrink afterwards', async () => {
  const limited = await office.person({ games: ['a', 'b'] })
  const { id } = (await send(limited, { points: [office.points.revenue] })).data
  await ended(limited, id).toBe('done')
  expect((await read(limited, id)).data.summary).toEqual([null, 1050])
  const { db } = office.deps.metadata
  await db.updateTable('user').set({ games: '["a"]' }).where('id', '=', limited.id).execute()
  for (const file of [false, true]) {
    const answer = await read(limited, id, {}, file)
    expect(answer.envelope).toMatchObject({ isSuccess: false, code: 'result_expired' })
    expect(answer.text).not.toContain('1050')
  }
  await db.updateTable('user').set({ games: '"*"' }).where('id', '=', limited.id).execute()
  expect((await read(limited, id)).data.summary).toEqual([null, 1050])
})

it('does not run for who was disabled, or lost the report, meanwhile', async () => {
  const held = holdWarehouse()
  const first = (await send(reader)).data
  const disabled = await office.person()
  const second = (await send(disabled, { grain: 'month' })).data
  await ended(reader, first.id).toBe('running')
  await setDisabled(office.deps.metadata.db, disabled.id, true)
  held.go()
  await ended(reader, first.id).toBe('done')
  await expect
    .poll(
      async () =>
        await office.deps.metadata.db
          .selectFrom('background_report')
          .select(['status', 'problem'])
          .where('id', '=', second.id)
          .executeTakeFirst(),
    )
    .toEqual({ status: 'failed', problem: '账号已停用，没有运行' })
  held.spy.mockRestore()
})

it('refuses what cannot run when it is sent', async () => {
  expect((await send(reader, { points: [424_242] })).envelope?.code).toBe('report_invalid')
  expect((await send(reader, {}, { reportId: 424_242 })).status).toBe(404)
  expect(await list(reader)).toEqual([])
})

it('takes turns, lets waiting ones be canceled, and holds at most ten of one user', async () => {
  const held = holdWarehouse()
  const first = (await send(reader)).data
  const others = []
  for (let count = 0; count < 9; count += 1) others.push((await send(reader, { limit: count + 1 })).data)
  expect((await send(reader, { limit: 50 })).envelope).toMatchObject({
    isSuccess: false,
    code: 'quota_exceeded',
  })
  await ended(reader, first.id).toBe('running')
  await ended(reader, others[0]?.id ?? '').toBe('queued')
  expect((await read(reader, first.id)).envelope?.msg).toContain('还没有运行完')
  for (const { id } of [first, ...others.slice(1)]) {
    expect((await reader.call(deleteRecord, { params: { id }, body: {} })).status).toBe(200)
    await ended(reader, id).toBe('canceled')
  }
  held.go()
  await ended(reader, others[0]?.id ?? '').toBe('done')
  expect((await read(reader, first.id)).envelope?.isSuccess).toBe(false)
  held.spy.mockRestore()
  // What has ended is forgotten.
  await reader.call(deleteRecord, { params: { id: first.id }, body: {} })
  expect((await list(reader)).map(({ id }) => id)).not.toContain(first.id)
})

it('goes on after a kill with what waited and what ran, and tells what two kills ended', async () => {
  const { db } = office.deps.metadata
  const held = holdWarehouse()
  const ids: string[] = []
  for (const grain of ['day', 'week', 'month'] as const) ids.push((await send(reader, { grain })).data.id)
  await ended(reader, ids[0] ?? '').toBe('running')
  held.spy.mockRestore()
  await office.app.close()
  // As kills leave them: the first has run once, the second twice, the third waits.
  for (const [at, attempt] of [1, 2].entries())
    await db
      .updateTable('job')
      .set({ status: 'running', server: 'killed', attempt })
      .where('id', '=', ids[at] ?? '')
      .execute()
  mkdirSync(join(office.dataDir, 'background'), { recursive: true })
  writeFileSync(join(office.dataDir, 'background', `${ids[0]}.1.part`), 'half')
  const { build } = await import('../../../src/main-build.ts')
  const app = await build(office.deps)
  const rows = () => db.selectFrom('background_report').select(['id', 'status', 'problem']).execute()
  await expect
    .poll(async () => Object.fromEntries((await rows()).map(({ id, status }) => [id, status])), {
      timeout: 60_000,
    })
    .toEqual({ [ids[0] ?? '']: 'done', [ids[1] ?? '']: 'failed', [ids[2] ?? '']: 'done' })
  expect((await rows()).find(({ id }) => id === ids[1])?.problem).toContain('重启')
  expect(folder().toSorted()).toEqual([`${ids[0]}.rows`, `${ids[2]}.rows`].toSorted())
  await app.close()
})

it('hands back what runs when the server stops in good order', async () => {
  const held = holdWarehouse()
  const { id } = (await send(reader)).data
  await ended(reader, id).toBe('running')
  await office.app.close()
  const { db } = office.deps.metadata
  const row = await db
    .selectFrom('background_report')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(row?.status).toBe('queued')
  held.spy.mockRestore()
})

it('says where a result is gone, damaged or too old', async () => {
  const { id } = (await send(reader)).data
  await ended(reader, id).toBe('done')
  const path = join(office.dataDir, 'background', `${id}.rows`)
  const whole = readFileSync(path)
  const edit = replaceText(/"rowCount":\d+/, '"rowCount":77')
  for (const [name, damage] of damagesOf(edit)) {
    for (const isTable of [false, true]) {
      writeFileSync(path, whole)
      await damage(path)
      expect((await read(reader, id, {}, isTable)).envelope?.code, name).toBe('result_expired')
    }
  }
  writeFileSync(path, whole)
  expect((await read(reader, id)).status).toBe(200)
  const { db } = office.deps.metadata
  await db.updateTable('background_report').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
  expect((await read(reader, id)).envelope?.code).toBe('result_expired')
  const app = await (await import('../../../src/main-build.ts')).build(office.deps)
  await expect
    .poll(async () => (await db.selectFrom('background_report').selectAll().execute()).length)
    .toBe(0)
  expect(folder()).toEqual([])
  await app.close()
  rmSync(path, { force: true })
})
