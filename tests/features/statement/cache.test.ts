// Cached figures: their time, their readers, and their removal.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GameScope, ReportInfo } from '#semantic/model/types.ts'
import { Flights } from '#server/cache/flights.ts'
import { cacheFolder } from '#server/cache/open.ts'
import type { Person } from '#tests/factories/house.ts'
import { cleanPointTableCache } from '#features/config/contract.ts'
import { getReportDataByInfo, type ReportTable } from '#features/statement/contract.ts'
import { makeOffice, type Office } from './office.ts'

let office: Office
beforeEach(async () => {
  office = await makeOffice()
})
afterEach(() => office.dispose())

const ask = async (person: Person, change: Partial<ReportInfo> = {}, body: object = {}) =>
  (await person.call<ReportTable>(getReportDataByInfo, { body: { info: office.info(change), ...body } })).data
const runs = () => vi.spyOn(office.deps.warehouse, 'run')

it('answers an equal question again without running it, and says since when the figures are', async () => {
  const first = await ask(office.admin)
  const warehouse = runs()
  const reader = await office.person()
  const second = await ask(reader)
  expect(warehouse).not.toHaveBeenCalled()
  expect([first.cached, second.cached]).toEqual([false, true])
  expect(second.computedAt).toBe(first.computedAt)
  const { sql: _, cached: __, elapsedMs: ___, trace: ____, ...figures } = first
  expect(second).toMatchObject(figures)
  warehouse.mockRestore()
})

it('computes anew where fresh figures are asked for, and keeps those', async () => {
  const first = await ask(office.admin)
  await new Promise((resolve) => setTimeout(resolve, 5))
  const second = await ask(office.admin, {}, { fresh: true })
  expect(second.cached).toBe(false)
  expect(second.computedAt > first.computedAt).toBe(true)
  expect(await ask(office.admin)).toMatchObject({ cached: true, computedAt: second.computedAt })
})

it('computes anew when a table that was read is published, and only then', async () => {
  await ask(office.admin)
  await ask(office.admin, { points: [office.points.revenue] })
  await office.warehouse.publish([
    "CREATE OR REPLACE TABLE visit AS SELECT DATE '2026-10-01' AS day, 'a' AS cgi, 'web' AS channel, 1 AS player_id, 77 AS minutes",
  ])
  await expect.poll(async () => (await ask(office.admin)).summary).toEqual([null, 77])
  expect((await ask(office.admin, { points: [office.points.revenue] })).cached).toBe(true)
})

it('never crosses games, in memory or on disk', async () => {
  const scopes: GameScope[] = ['all', ['a'], ['b'], ['a', 'b'], []]
  const change = { dims: [office.dims.game], points: [office.points.revenue] }
  const wanted = [1057, 150, 900, 1050, 0]
  const people = await Promise.all(scopes.map((games) => office.person({ games })))
  for (const [index, person] of people.entries()) {
    const table = await ask(person, change)
    expect([table.cached, table.summary?.[1]]).toEqual([false, wanted[index]])
  }
  for (const [index, person] of people.toReversed().entries()) {
    const table = await ask(person, change)
    const scope = scopes.toReversed()[index]
    expect([table.cached, table.summary?.[1]]).toEqual([true, wanted.toReversed()[index]])
    if (scope !== 'all') expect(JSON.stringify(table.data)).not.toContain('"c"')
  }
})

it('takes away a game with its cached figures', async () => {
  const person = await office.person({ games: ['a', 'b'] })
  await ask(person, { points: [office.points.revenue] })
  const { db } = office.deps.metadata
  await db.updateTable('user').set({ games: '["a"]' }).where('id', '=', person.id).execute()
  const table = await ask(person, { points: [office.points.revenue] })
  expect([table.cached, table.summary]).toEqual([false, [null, 150]])
})

it('runs equal questions that come at once but once', async () => {
  const people = await Promise.all([office.person(), office.person(), office.person()])
  await ask(office.admin, { points: [office.points.revenue] })
  const warehouse = runs()
  const tables = await Promise.all(people.map((person) => ask(person)))
  expect(warehouse).toHaveBeenCalledTimes(1)
  for (const table of tables) expect(table.summary).toEqual([null, 160])
  warehouse.mockRestore()
})

it('goes on for the others when one newer question ends an older', async () => {
  const other = await office.person()
  await ask(other, { points: [office.points.revenue] })
  const info = office.info()
  const send = (person: Person) =>
    office.send(
      getReportDataByInfo,
      { body: { info } },
      { cookie: person.cookie, 'request-id': 'page-report-1' },
    )
  const run = office.deps.warehouse.run.bind(office.deps.warehouse)
  // It runs until all three wait for it, however long their way there is.
  const allWait = Promise.withResolvers<void>()
  const warehouse = runs().mockImplementationOnce(async (request) => {
    await allWait.promise
    return await run(request)
  })
  const joins = vi.spyOn(Flights.prototype, 'join')
  const answers: ReturnType<typeof send>[] = []
  for (const person of [office.admin, other, office.admin]) {
    answers.push(send(person))
    await vi.waitFor(() => expect(joins).toHaveBeenCalledTimes(answers.length))
  }
  allWait.resolve()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([499, 200, 200])
  expect(warehouse).toHaveBeenCalledTimes(1)
  warehouse.mockRestore()
  joins.mockRestore()
})

it('keeps no failure', async () => {
  const warehouse = runs().mockRejectedValueOnce(new Error('broken'))
  const body = { info: office.info() }
  expect((await office.admin.call(getReportDataByInfo, { body })).status).toBe(500)
  expect((await ask(office.admin)).summary).toEqual([null, 160])
  warehouse.mockRestore()
})

it('forgets what was computed from a point table, for those who configure reports', async () => {
  const reader = await office.person()
  await ask(reader)
  await ask(reader, { grain: 'month' })
  await ask(reader, { points: [office.points.revenue] })
  await ask(reader, { points: [office.points.arpu] })
  const clean = (person: Person, id: number) =>
    person.call<{ entries: number }>(cleanPointTableCache, { params: { id }, body: {} })
  expect((await clean(reader, office.tables.visit)).status).toBe(403)
  expect((await clean(office.admin, 424_242)).status).toBe(404)
  expect((await clean(office.admin, office.tables.visit)).data).toEqual({ entries: 3 })
  expect(readdirSync(cacheFolder(office.dataDir))).toHaveLength(1)
  expect((await ask(reader)).cached).toBe(false)
  expect((await ask(reader, { points: [office.points.revenue] })).cached).toBe(true)
  const audits = await office.deps.metadata.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'pointTable.cleanCache')
    .execute()
  expect(audits).toHaveLength(1)
  expect(join(office.dataDir, 'report-cache')).toBe(cacheFolder(office.dataDir))
})
