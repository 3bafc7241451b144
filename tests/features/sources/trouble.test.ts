// What goes wrong with sources, and what becomes of it: told, and nothing lost, doubled or half done.
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folderConnector } from '#server/sources/folder.ts'
import { accessKey, secretKey, startBucket } from '#tests/factories/databases/bucket.ts'
import {
  confirmSourceChange,
  deleteSources,
  listSources,
  restoreSources,
  type Source,
  type SourceChange,
  type SourceList,
  saveSource,
} from '#features/sources/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

let house: SourcesHouse
beforeAll(async () => {
  house = await makeSourcesHouse()
})
afterAll(() => house.dispose())

const inFolder = (folder: string, rest: Partial<SourceChange> = {}): Partial<SourceChange> => ({
  name: folder,
  table: folder,
  settings: { path: join(house.drop, folder), pattern: '**/*', settle: 1 },
  ...rest,
})
const rows = (table: string) => house.warehouse.rows(`SELECT COLUMNS(*)::VARCHAR FROM ${table} ORDER BY ALL`)

/** What saving answers where it is refused. */
async function refusal(change: Partial<SourceChange>): Promise<unknown> {
  const body = {
    ...saveSource.example.body,
    kind: 'folder',
    ...change,
  }
  const { envelope } = await house.keeper.call(saveSource, { body })
  expect(envelope?.isSuccess).toBe(false)
  return envelope?.data
}

it('is looked at by a clock that was set back, not only once that has caught up', async () => {
  house.put('clock/1.csv', 'day,n\n2026-01-01,1\n')
  const source = await house.save(inFolder('clock', { timing: { kind: 'every', minutes: 5 } }))
  const { db } = house.deps.metadata
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  // Noted while the clock was a day ahead.
  await db
    .updateTable('source_state')
    .set({ looked_at: ago(-86_400_000) })
    .where('source_id', '=', source.id)
    .execute()
  await db
    .updateTable('job_schedule')
    .set({ next_at: ago(1_000), checked_to: ago(400_000) })
    .where('id', '=', `source ${source.id}`)
    .execute()
  await house.app.jobs.tick()
  await house.app.jobs.settled()
  const { last, lookedAt } = await house.find(source.id)
  expect(last).toMatchObject({ outcome: 'done', rows: 1 })
  expect(Date.parse(lookedAt ?? '')).toBeLessThanOrEqual(Date.now())
})

it('shares a table with sources that add to it, and with none that replaces it', async () => {
  house.put('first/1.csv', 'day,n\n2026-01-01,1\n')
  house.put('second/1.csv', 'day,n\n2026-01-02,2\n')
  const first = await house.save(inFolder('first', { table: 'shared' }))
  const second = await house.save(inFolder('second', { table: 'Shared' }))
  await house.run(first.id)
  const { others } = await house.run(second.id)
  expect(others).toEqual(['first'])
  expect(await rows('shared')).toEqual([
    ['2026-01-01', '1'],
    ['2026-01-02', '2'],
  ])
  const third = inFolder('third', { table: 'SHARED ', mode: 'replace' })
  expect(await refusal(third)).toMatchObject({
    fields: { mode: expect.stringMatching(/「first」也载入数据表「shared」，整表替换会换掉/) },
  })
  // Nor by a source that comes back.
  await house.ask(deleteSources, { body: { ids: [first.id, second.id] } })
  const replacing = await house.save(third)
  expect(await refusal(inFolder('fourth', { table: 'shared' }))).toMatchObject({
    fields: { mode: expect.stringMatching(/「third」整表替换数据表「shared」/) },
  })
  const back = await house.keeper.call(restoreSources, { body: { ids: [first.id, second.id] } })
  expect(back.envelope).toMatchObject({ isSuccess: false, msg: expect.stringContaining('「third」') })
  await house.ask(deleteSources, { body: { ids: [replacing.id] } })
  await house.ask(restoreSources, { body: { ids: [first.id, second.id] } })
})

it('replaces a table that something stands on only once that was confirmed, as it was seen', async () => {
  house.put('broken/1.csv', 'day,channel,n\n2026-01-01,甲,1\n')
  const source = await house.save(inFolder('broken', { mode: 'replace' }))
  const { points } = await house.run(source.id)
  expect(points.map(({ name }) => name)).toContain('broken·n')
  expect((await house.find(source.id)).asks).toBeNull()
  house.put('broken/2.csv', 'day,channel,amount\n2026-01-02,乙,2\n', 30_000)
  expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'failed', loaded: 0 })
  const asking = await house.find(source.id)
  expect(asking.problem).toMatch(
    /会让下面这些不能用，什么也没有改变.*\n少了列：n\n多了列：amount\n指标：.*「broken·n」/,
  )
  expect(await rows('broken')).toEqual([['2026-01-01', '甲', '1']])
  const confirm = async (asks: string) =>
    (await house.keeper.call(confirmSourceChange, { params: { id: source.id }, body: { asks } })).envelope
  expect(await confirm('another')).toMatchObject({
    isSuccess: false,
    msg: expect.stringContaining('它已变了'),
  })
  // What is confirmed is what was seen: another file breaks something else.
  house.put('broken/2.csv', 'day,amount\n2026-01-02,2\n', 20_000)
  expect(await confirm(asking.asks ?? '')).toMatchObject({ isSuccess: true })
  await house.app.jobs.tick()
  await house.app.jobs.settled()
  const other = await house.find(source.id)
  expect(other.problem).toMatch(/少了列：channel、n/)
  expect(other.asks).not.toBe(asking.asks)
  expect(await rows('broken')).toHaveLength(1)
  expect(await confirm(other.asks ?? '')).toMatchObject({ isSuccess: true })
  await house.app.jobs.tick()
  await house.app.jobs.settled()
  expect(await house.find(source.id)).toMatchObject({ asks: null, problem: null, last: { outcome: 'done' } })
  expect(await rows('broken')).toEqual([['2026-01-02', '2']])
  // It counted for this load alone.
  const { db } = house.deps.metadata
  const state = await db
    .selectFrom('source_state')
    .select('confirmed')
    .where('source_id', '=', source.id)
    .executeTakeFirst()
  expect(state?.confirmed).toBeNull()
})

it('loads objects of a bucket once each, and those that were written anew', async () => {
  const bucket = await startBucket('facts')
  try {
    await bucket.put('in/1.csv', 'day,n\n2026-01-01,1\n')
    await bucket.put('in/2.csv', 'day,n\n2026-01-02,many\n')
    await bucket.put('other/3.csv', 'day,n\n2026-01-03,3\n')
    const source = await house.save({
      name: 'bucket',
      table: 'bucket',
      kind: 'bucket',
      settings: {
        endpoint: bucket.endpoint,
        bucket: 'facts',
        region: 'us-east-1',
        style: 'path',
        tls: 'on',
        ca: '',
        accessKey,
        prefix: 'in/',
        pattern: '*.csv',
      },
      secrets: { secretKey },
    })
    const first = await house.run(source.id)
    expect(first.runs[0]).toMatchObject({ outcome: 'failed', loaded: 1, failed: 1 })
    expect(first.loads.find(({ outcome }) => outcome === 'failed')?.problem).toMatch(/in\/2\.csv.*「many」/s)
    await bucket.put('in/2.csv', 'day,n\n2026-01-02,2\n')
    expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', loaded: 1, rows: 1 })
    expect((await house.run(source.id)).runs[0]).toMatchObject({ loaded: 0 })
    expect(await rows('bucket')).toEqual([
      ['2026-01-01', '1'],
      ['2026-01-02', '2'],
    ])
  } finally {
    await bucket.stop()
  }
  // It is gone: told, and the table stays.
  const { id } = (await house.ask<SourceList>(listSources)).rows.find(
    ({ name }) => name === 'bucket',
  ) as Source
  expect((await house.run(id)).runs[0]).toMatchObject({ outcome: 'failed' })
  expect((await house.find(id)).problem).toMatch(/端口没有服务在听/)
  expect(await rows('bucket')).toHaveLength(2)
})

it('does not take a file that changes while it is read', async () => {
  const path = house.put('read/1.csv', 'day,n\n2026-01-01,1\n')
  const connector = folderConnector([house.drop])
  const settings = { path: join(house.drop, 'read'), pattern: '*', settle: 1 }
  const into = await mkdtemp(join(tmpdir(), 'read-'))
  const { signal } = new AbortController()
  try {
    for await (const batch of connector.batches(settings, {}, null, signal)) {
      appendFileSync(path, '2026-01-02,2\n')
      await expect(batch.fetch(into, signal)).rejects.toThrow('1.csv 在读取时被改写，这次没有载入')
    }
  } finally {
    await rm(into, { recursive: true, force: true })
  }
})
