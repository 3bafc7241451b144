// How long and how many results are stored, and what happens when they are removed.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import type { RunsLimits } from '#features/code/server/runs/context.ts'
import { keptExportFolder } from '#features/code/server/runs/expiry.ts'
import { openRuns, type RunService } from '#features/code/server/runs/runs.ts'
import type { RunOrder } from '#features/code/server/runs/types.ts'
import { makeRunsHouse, patient, query, type RunsHouse } from './runsHouse.ts'

let house: RunsHouse
const opened: RunService[] = []
beforeAll(async () => {
  house = await makeRunsHouse()
})
afterAll(async () => {
  for (const runs of opened) await runs.stop()
  await house.dispose()
})

const open = (limits: Partial<RunsLimits>): RunService => {
  const runs = openRuns(house.deps, limits)
  opened.push(runs)
  return runs
}
const order = (sql: string): RunOrder => ({
  kind: 'query',
  title: '',
  sql,
  params: {},
  limit: 1_000_000,
  savedQueryId: null,
  accelerated: false,
})
async function done(runs: RunService, person: Person, sql: string): Promise<string> {
  const id = await runs.start(person.user, order(sql))
  expect((await runs.ended(person.user, id)).problem).toBeNull()
  return id
}
const isThere = async (id: string) => (await house.deps.results.find(id)) !== null
const setExpiry = (id: string, ms: number) =>
  house.deps.metadata.db
    .updateTable('sql_run')
    .set({ expires_at: new Date(Date.now() + ms).toISOString() })
    .where('id', '=', id)
    .execute()

describe('a result whose time is over', () => {
  it('is not read any more, and is removed by the sweep', async () => {
    const person = await house.writer()
    const { queryId } = (await query(person, { sql: 'select 1' })).data
    await setExpiry(queryId, -1)
    const runs = open({ sweepEveryMs: 20 })
    await expect(runs.assertKept(person.user, queryId)).rejects.toMatchObject({ code: 'result_expired' })
    await expect.poll(() => isThere(queryId), patient).toBe(false)
    const run = await runs.state(person.user, queryId)
    expect([run.status, run.expiresAt]).toEqual(['done', null])
  })

  it('is left to its own server while that may still sweep it', async () => {
    const person = await house.writer()
    const { queryId } = (await query(person, { sql: 'select 1' })).data
    await house.deps.results.remove(queryId)
    await setExpiry(queryId, -1)
    const expiry = async () =>
      (
        await house.deps.metadata.db
          .selectFrom('sql_run')
          .select('expires_at')
          .where('id', '=', queryId)
          .executeTakeFirstOrThrow()
      ).expires_at
    const runs = open({ sweepEveryMs: 20 })
    const another = (await query(person, { sql: 'select 2' })).data.queryId
    await setExpiry(another, -1)
    await expect.poll(() => isThere(another), patient).toBe(false)
    expect(await expiry()).not.toBeNull()
    await setExpiry(queryId, -25 * 3_600_000)
    await expect.poll(expiry, patient).toBeNull()
    await runs.stop()
  })
})

it('an export’s file goes with its time', async () => {
  const person = await house.writer()
  const runs = open({ sweepEveryMs: 20 })
  const folder = keptExportFolder(house.dataDir)
  const id = await runs.start(person.user, { ...order('select 1'), kind: 'export' }, async (task) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${task.id}.csv`), 'one\n')
    return { rowCount: 1, file: { name: '一.csv', format: 'csv', bytes: 4, stored: `${task.id}.csv` } }
  })
  const run = await runs.ended(person.user, id)
  expect(run.file).toMatchObject({ name: '一.csv', bytes: 4 })
  expect(existsSync(join(folder, `${id}.csv`))).toBe(true)
  await setExpiry(id, -1)
  await expect.poll(() => existsSync(join(folder, `${id}.csv`)), patient).toBe(false)
  expect((await runs.state(person.user, id)).file?.expiresAt).toBeNull()
})

describe('a user’s room', () => {
  it('makes the oldest go that are not pinned', async () => {
    const [person, other] = [await house.writer(), await house.writer()]
    const runs = open({ resultsPerUser: 3 })
    const theirs = await done(runs, other, 'select 0')
    const ids: string[] = []
    for (const n of [1, 2, 3]) ids.push(await done(runs, person, `select ${n}`))
    await runs.keep(person.user, ids[0] as string, { pinned: true })
    ids.push(await done(runs, person, 'select 4'))
    await expect.poll(() => Promise.all(ids.map(isThere)), patient).toEqual([true, false, true, true])
    expect(await isThere(theirs)).toBe(true)
    await expect.poll(async () => (await runs.state(person.user, ids[1] as string)).expiresAt).toBeNull()
  })

  it('counts bytes as well, and keeps the newest in any case', async () => {
    const person = await house.writer()
    const runs = open({ bytesPerUser: 3_000_000 })
    const sql = "select n, 'some text ' || n as text from numbers"
    const first = await done(runs, person, sql)
    const second = await done(runs, person, sql)
    await expect.poll(() => isThere(first), patient).toBe(false)
    expect(await isThere(second)).toBe(true)
  })

  it('that pinned results fill takes no more, and says what to do', async () => {
    const person = await house.writer()
    const roomy = open({ resultsPerUser: 3, pinnedPerUser: 2 })
    const ids = [await done(roomy, person, 'select 1'), await done(roomy, person, 'select 2')]
    for (const id of ids) await roomy.keep(person.user, id, { pinned: true })
    const third = await done(roomy, person, 'select 3')
    await expect(roomy.keep(person.user, third, { pinned: true })).rejects.toThrow('最多固定 2 个结果')
    // A run whose room is counted after it has ended may find it full; the next one is refused. Each is waited for,
    // or dozens of processes would start meanwhile.
    const runs = open({ resultsPerUser: 2, pinnedPerUser: 2 })
    await expect
      .poll(() =>
        done(runs, person, 'select 4').then(
          () => null,
          (error: Error) => error.message,
        ),
      )
      .toMatch(/固定的结果已占满/)
    await runs.keep(person.user, ids[0] as string, { pinned: false })
    expect(await done(runs, person, 'select 5')).toBeTruthy()
  })
})
