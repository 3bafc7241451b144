// Sources of files in a folder: what they load, once and whole, and what they say where they can't.
import { appendFileSync, linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  deleteSources,
  type FreshTable,
  listFreshness,
  pauseSource,
  restoreSources,
  type SourceChange,
  saveSource,
  sourceHistory,
  testSource,
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

it('loads each file once, plain and packed, and what comes later beside it', async () => {
  house.put('orders/1.csv', 'day,channel,n\n2026-01-01,甲,1\n2026-01-01,乙,2\n')
  house.put('orders/in/2.csv.gz', gzipSync('day,channel,n\n2026-01-02,甲,3\n'), 50_000)
  house.put('orders/3.ndjson.zst', zstdCompressSync('{"day":"2026-01-03","channel":"丙","n":4}\n'), 40_000)
  const source = await house.save(inFolder('orders'))
  const first = await house.run(source.id)
  expect(first.runs[0]).toMatchObject({ outcome: 'done', loaded: 3, failed: 0, rows: 4, problem: null })
  expect(first.loads.map(({ name, rows }) => [name, rows])).toEqual([
    ['3.ndjson.zst', 1],
    ['in/2.csv.gz', 1],
    ['1.csv', 2],
  ])
  expect(await rows('orders')).toEqual([
    ['2026-01-01', '乙', '2'],
    ['2026-01-01', '甲', '1'],
    ['2026-01-02', '甲', '3'],
    ['2026-01-03', '丙', '4'],
  ])
  // Called after the source, not after the file that came first.
  expect(first.points.map(({ name }) => name)).toContain(`${source.name} 行数`)
  expect(JSON.stringify(first.points)).not.toMatch(/ndjson|csv/)
  // Nothing new, then the same content under another name and one that is new.
  expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', loaded: 0, rows: 0 })
  house.put('orders/copy.csv', 'day,channel,n\n2026-01-01,甲,1\n2026-01-01,乙,2\n')
  house.put('orders/4.csv', 'day,channel,n\n2026-01-04,甲,5\n')
  expect((await house.run(source.id)).runs[0]).toMatchObject({ loaded: 1, same: 1, rows: 1 })
  // From the beginning: all is there.
  expect((await house.run(source.id, true)).runs[0]).toMatchObject({ loaded: 0, same: 5, rows: 0 })
  expect(await rows('orders')).toHaveLength(5)
})

it('refuses what is outside of the allowed folders, and follows no link there', async () => {
  const outside = join(tmpdir(), `outside-${process.pid}.csv`)
  writeFileSync(outside, 'day,n\n2026-01-01,1\n')
  for (const path of ['/etc', join(house.drop, '..'), join(house.drop, 'none')]) {
    const { envelope } = await house.keeper.call(testSource, {
      body: { kind: 'folder', settings: { path, pattern: '*', settle: 1 }, secrets: {} },
    })
    expect(envelope?.msg).toMatch(/不存在，或不在允许的/)
    expect(envelope?.data).toMatchObject({ fields: { 'folder.path': expect.stringContaining(path) } })
  }
  house.put('links/own.csv', 'day,n\n2026-01-02,2\n')
  symlinkSync(outside, join(house.drop, 'links', 'out.csv'))
  symlinkSync('/etc', join(house.drop, 'links', 'etc'))
  const { first } = await house.ask<{ first: string[] }>(testSource, {
    body: {
      kind: 'folder',
      settings: { path: join(house.drop, 'links'), pattern: '**/*', settle: 1 },
      secrets: {},
    },
  })
  expect(first).toEqual(['own.csv'])
})

it('reads no file that has another name elsewhere, and takes it once it has one name', async () => {
  const outside = join(tmpdir(), `linked-${process.pid}.csv`)
  writeFileSync(outside, 'day,n\n2026-01-01,1\n')
  house.put('hard/own.csv', 'day,n\n2026-01-02,2\n')
  linkSync(outside, join(house.drop, 'hard', 'other.csv'))
  const source = await house.save(inFolder('hard'))
  const { runs } = await house.run(source.id)
  expect(runs[0]).toMatchObject({ outcome: 'failed', loaded: 1, failed: 1 })
  expect(runs[0]?.problem).toMatch(/other\.csv 还有别的名字（硬链接），可能连到文件夹之外，不读/)
  expect(await rows('hard')).toEqual([['2026-01-02', '2']])
  rmSync(outside)
  expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', loaded: 1, rows: 1 })
  expect(await rows('hard')).toHaveLength(2)
})

it('waits for a file that is being written, and takes it whole', async () => {
  const path = house.put('growing/1.csv', 'day,n\n2026-01-01,1\n', 0)
  const source = await house.save(inFolder('growing'))
  const writing = setInterval(() => appendFileSync(path, '2026-01-02,2\n'), 50)
  const during = await house.run(source.id)
  clearInterval(writing)
  expect(during.runs[0]).toMatchObject({ outcome: 'done', loaded: 0 })
  const after = await house.run(source.id)
  expect(after.runs[0]).toMatchObject({ outcome: 'done', loaded: 1 })
  const [count] = await house.warehouse.rows('SELECT count(*)::INTEGER, sum(n)::INTEGER FROM growing')
  expect(count?.[1]).toBe((Number(count?.[0]) - 1) * 2 + 1)
})

it('says at its line what can’t be loaded, changes nothing, and takes the mended file', async () => {
  house.put('days/1.csv', 'day,n\n2026-01-01,1\n2026-01-02,2\n')
  const source = await house.save(inFolder('days', { mode: 'days' }))
  await house.run(source.id)
  const refused: [name: string, content: string, problem: RegExp][] = [
    ['more.csv', 'day,n,extra\n2026-01-03,1,x\n', /多了列：extra/],
    ['less.csv', 'day\n2026-01-03\n', /少了列：n/],
    ['typed.csv', 'day,n\n2026-01-03,many\n', /应为整数.*「many」/],
    ['year.csv', 'day,n\n2026-01-03,1\n2025-01-03,9\n', /从 2025-01-03 到 2026-01-03，跨 366 天/],
  ]
  for (const [name, content, problem] of refused) {
    house.put(`days/${name}`, content)
    const { runs, loads } = await house.run(source.id)
    expect(runs[0]).toMatchObject({ outcome: 'failed', failed: 1, loaded: 0 })
    expect(loads[0]?.problem).toMatch(problem)
    expect(loads[0]?.problem).toContain(name)
    expect((await house.find(source.id)).problem).toMatch(problem)
    renameSync(join(house.drop, 'days', name), join(house.drop, 'days', `.${name}`))
  }
  expect(await rows('days')).toHaveLength(2)
  house.put('days/mended.csv', 'day,n\n2026-01-02,20\n2026-01-03,30\n')
  expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', loaded: 1, rows: 2 })
  expect((await house.find(source.id)).problem).toBeNull()
  expect(await rows('days')).toEqual([
    ['2026-01-01', '1'],
    ['2026-01-02', '20'],
    ['2026-01-03', '30'],
  ])
})

it('loads by the clock, and not while it is paused or deleted', async () => {
  house.put('timed/1.csv', 'day,n\n2026-01-01,1\n')
  const source = await house.save(inFolder('timed', { timing: { kind: 'every', minutes: 5 } }))
  const { schedules } = house.app.jobs
  const isTimed = async () => (await schedules.list()).some(({ id }) => id === `source ${source.id}`)
  expect(await isTimed()).toBe(true)
  await house.ask(pauseSource, { params: { id: source.id }, body: { paused: true } })
  expect(await isTimed()).toBe(false)
  await house.ask(pauseSource, { params: { id: source.id }, body: { paused: false } })
  await house.ask(deleteSources, { body: { ids: [source.id] } })
  expect(await isTimed()).toBe(false)
  await house.ask(restoreSources, { body: { ids: [source.id] } })
  expect(await isTimed()).toBe(true)
  const { db } = house.deps.metadata
  const due = new Date(Date.now() - 1_000).toISOString()
  await db
    .updateTable('job_schedule')
    .set({ next_at: due, checked_to: new Date(Date.now() - 400_000).toISOString() })
    .where('id', '=', `source ${source.id}`)
    .execute()
  await house.app.jobs.tick()
  await house.app.jobs.settled()
  expect((await house.find(source.id)).last).toMatchObject({ outcome: 'done', reason: 'clock', rows: 1 })
  const tables = await house.ask<FreshTable[]>(listFreshness)
  expect(tables.find(({ table }) => table === 'timed')).toMatchObject({
    rows: 1,
    last: 'timed：1.csv',
    sources: ['timed'],
    state: 'fresh',
  })
  const history = await house.ask<{ fields: unknown }[]>(sourceHistory, { params: { id: source.id } })
  expect(JSON.stringify(history)).toContain('已暂停')
})

it('replaces the table by each new file, and rows of the same key', async () => {
  house.put('whole/1.csv', 'code,n\na,1\nb,2\n')
  const whole = await house.save(inFolder('whole', { mode: 'replace' }))
  await house.run(whole.id)
  house.put('whole/2.csv', 'code,n\nc,3\n', 1_000)
  await house.run(whole.id)
  expect(await rows('whole')).toEqual([['c', '3']])
  house.put('keyed/1.csv', 'code,n\na,1\nb,2\n')
  const keyed = await house.save(inFolder('keyed', { mode: 'keys', keys: ['code'] }))
  await house.run(keyed.id)
  house.put('keyed/2.csv', 'code,n\nb,20\nc,3\n', 1_000)
  expect((await house.run(keyed.id)).loads[0]).toMatchObject({ rows: 2, replaced: 1 })
  expect(await rows('keyed')).toEqual([
    ['a', '1'],
    ['b', '20'],
    ['c', '3'],
  ])
})

it('is for those who see all games', async () => {
  const limited = await house.person({ keys: ['search_config'], games: ['a'] })
  const body = {
    ...inFolder('orders'),
    kind: 'folder',
    secrets: {},
    mode: 'rows',
    keys: [],
    reading: [],
    keepGood: false,
    spanDays: 31,
    timing: { kind: 'hand' },
    name: '别的',
  }
  const { status, envelope } = await limited.call(saveSource, { body })
  expect(status).toBe(403)
  expect(envelope?.msg).toContain('只能由可看全部游戏的人')
})
