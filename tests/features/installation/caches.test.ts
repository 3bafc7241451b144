// Cached data on the server: users see and clear their own results, holders of certain keys the figures shared by
// reports.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { querySql } from '#features/code/contract.ts'
import {
  clearOwnResults,
  clearReportCache,
  readCaches,
  type ServerCaches,
} from '#features/installation/contract.ts'

let house: House
beforeAll(async () => {
  house = await makeHouse({ warehouseSql: ['CREATE TABLE fact AS SELECT i AS v FROM range(5) r(i)'] })
})
afterAll(() => house.dispose())

const caches = async (by: Person) => (await by.call<ServerCaches>(readCaches)).data

it('clears one’s own results, nobody else’s, none that is pinned', async () => {
  const [mei, lin] = [
    await house.person({ keys: ['search_sqlQuery'] }),
    await house.person({ keys: ['search_sqlQuery'] }),
  ]
  for (const [by, v] of [
    [mei, 1],
    [mei, 2],
    [lin, 3],
  ] as const)
    await by.call(querySql, { body: { sql: `select ${v} as v` } })
  const { db } = house.deps.metadata
  const pinned = await db
    .selectFrom('sql_run')
    .select('id')
    .where('sql', '=', 'select 2 as v')
    .executeTakeFirstOrThrow()
  await db.updateTable('sql_run').set({ pinned: 1 }).where('id', '=', pinned.id).execute()
  expect((await caches(mei)).results).toMatchObject({ entries: 1 })
  const gone = (await mei.call<{ entries: number; bytes: number }>(clearOwnResults, { body: {} })).data
  expect(gone.entries).toBe(1)
  expect(gone.bytes).toBeGreaterThan(0)
  expect((await caches(mei)).results).toEqual({ entries: 0, bytes: 0 })
  expect((await caches(lin)).results).toMatchObject({ entries: 1 })
  expect(await house.deps.results.find(pinned.id)).not.toBeNull()
})

it('tells and clears the reports’ figures to those alone who may', async () => {
  const kept = (tables: string[]) => ({
    chunks: [{ rowCount: 1, columns: ['[1]'] }],
    rowCount: 1,
    truncated: false,
    elapsedMs: 1,
    computedAt: new Date().toISOString(),
    tables,
  })
  const { cache } = house.deps
  for (const [at, tables] of [['fact'], ['fact', 'other'], ['other']].entries())
    cache.keep(String(at).repeat(64), kept(tables))
  await vi.waitFor(() => expect(cache.sizes().entries).toBe(3))
  const [viewer, manager] = [await house.person(), await house.person({ keys: ['search_config'] })]
  expect(await caches(viewer)).toEqual({ results: null, reports: null, sums: null })
  expect((await viewer.call(clearReportCache, { body: {} })).status).toBe(403)
  const { reports } = await caches(manager)
  expect(reports).toMatchObject({ entries: 3, unread: 0 })
  expect(reports?.tables.map(({ name, entries }) => [name, entries]).sort()).toEqual([
    ['fact', 2],
    ['other', 2],
  ])
  const clear = async (body: object) =>
    (await manager.call<{ entries: number }>(clearReportCache, { body })).data
  expect((await clear({ table: 'fact' })).entries).toBe(2)
  expect((await clear({})).entries).toBe(1)
  expect(await caches(manager)).toMatchObject({ reports: { entries: 0, bytes: 0, oldest: null, tables: [] } })
  expect(await cache.find('2'.repeat(64))).toBeNull()
})
