// Loads that meet: sources that begin a table at once, and that bring one content at once.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Hold, listHolds, saveCheck } from '#features/checks/contract.ts'
import { readSourceRuns, runSource, type Source, type SourceRuns } from '#features/sources/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

let house: SourcesHouse
beforeAll(async () => {
  house = await makeSourcesHouse()
})
afterAll(() => house.dispose())

const names = ['one', 'two', 'three']
const file = (day: string) =>
  `day,n\n${Array.from({ length: 20_000 }, (_, at) => `${day},${at % 10}\n`).join('')}`

const makeSources = (table: string): Promise<Source[]> =>
  Promise.all(
    names.map((name) => {
      const settings = { path: join(house.drop, table, name), pattern: '*', settle: 1 }
      return house.save({ name: `${table} ${name}`, table, settings })
    }),
  )

/** Runs all of them at once, and says what each loaded last. */
async function runTogether(sources: readonly Source[]) {
  for (const { id } of sources) await house.ask(runSource, { params: { id }, body: {} })
  // Two run beside each other; the third begins when one of them ends.
  const loads = async () =>
    (
      await Promise.all(sources.map(({ id }) => house.ask<SourceRuns>(readSourceRuns, { params: { id } })))
    ).map(({ runs, loads: own }) => ({ run: runs[0]?.outcome, load: own[0] }))
  await expect
    .poll(
      async () => {
        await house.app.jobs.tick()
        await house.app.jobs.settled()
        return (await loads()).filter(({ run }) => run === 'running')
      },
      { timeout: 60_000 },
    )
    .toEqual([])
  return loads()
}

const counts = (table: string) =>
  house.warehouse.rows(
    `SELECT day::VARCHAR, count(*)::INTEGER, sum(n)::INTEGER FROM ${table} GROUP BY ALL ORDER BY ALL`,
  )

it('make a table at once: one makes it, the others join it, and equal content is in it once', async () => {
  house.put('fresh/one/1.csv', file('2026-01-01'))
  house.put('fresh/two/1.csv', file('2026-01-02'))
  house.put('fresh/three/1.csv', file('2026-01-01'))
  const sources = await makeSources('fresh')
  const first = await runTogether(sources)
  expect(first.map(({ run }) => run)).toEqual(['done', 'done', 'done'])
  expect(first.map(({ load }) => load?.outcome).sort()).toEqual(['loaded', 'loaded', 'same'])
  expect(await counts('fresh')).toEqual([
    ['2026-01-01', 20_000, 90_000],
    ['2026-01-02', 20_000, 90_000],
  ])
  // Into the table that there is.
  house.put('fresh/one/2.csv', file('2026-01-03'))
  house.put('fresh/two/2.csv', file('2026-01-03'))
  house.put('fresh/three/2.csv', file('2026-01-04'))
  const next = await runTogether(sources)
  expect(next.map(({ run }) => run)).toEqual(['done', 'done', 'done'])
  expect(next.map(({ load }) => load?.outcome).sort()).toEqual(['loaded', 'loaded', 'same'])
  expect((await counts('fresh')).map(([day, count]) => [day, count])).toEqual([
    ['2026-01-01', 20_000],
    ['2026-01-02', 20_000],
    ['2026-01-03', 20_000],
    ['2026-01-04', 20_000],
  ])
})

it('are each checked on their own rows: the bad one is held back, those beside it are published', async () => {
  house.put('checked/one/1.csv', file('2026-02-01'))
  const sources = await makeSources('checked')
  await house.run(sources[0]?.id ?? 0)
  await house.ask(saveCheck, {
    body: {
      ...saveCheck.example.body,
      table: 'checked',
      kind: 'range',
      values: { column: 'n', low: 0, high: null, unit: 'count', most: 0 },
      action: 'hold',
      timing: { kind: 'load' },
    },
  })
  house.put('checked/one/2.csv', file('2026-02-02'))
  house.put('checked/two/2.csv', `${file('2026-02-03')}2026-02-03,-1\n`)
  house.put('checked/three/2.csv', file('2026-02-04'))
  const done = await runTogether(sources)
  expect(done.map(({ run }) => run)).toEqual(['done', 'failed', 'done'])
  expect(done[1]?.load?.problem).toContain('没有通过「checked」的数据校验，已扣下')
  const holds = (await house.ask<Hold[]>(listHolds)).filter(({ state }) => state === 'held')
  expect(holds.map(({ rows, problems }) => ({ rows, problems: problems.length }))).toEqual([
    { rows: 20_001, problems: 1 },
  ])
  expect((await counts('checked')).map(([day]) => day)).toEqual(['2026-02-01', '2026-02-02', '2026-02-04'])
})
