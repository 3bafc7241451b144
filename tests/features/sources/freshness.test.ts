// How fresh tables are: late also where new rows did not come by the time of day at which they are expected; and what
// stands on a source's table.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type FreshTable,
  listFreshness,
  listSources,
  readSourceStanding,
  type Source,
  type SourceList,
} from '#features/sources/contract.ts'
import { expectedMoments, isOverdue } from '#features/sources/server/lateness.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

let house: SourcesHouse
beforeAll(async () => {
  house = await makeSourcesHouse()
})
afterAll(() => house.dispose())

it.each([
  // Expected by 09:00 in Shanghai, 01:00 in UTC.
  ['2026-01-05T00:59:00Z', '2026-01-04T01:00:00.000Z', '2026-01-03T01:00:00Z', false],
  ['2026-01-05T00:59:00Z', '2026-01-04T01:00:00.000Z', '2026-01-03T00:59:00Z', true],
  ['2026-01-05T01:00:00Z', '2026-01-05T01:00:00.000Z', '2026-01-04T00:59:00Z', true],
  ['2026-01-05T01:00:00Z', '2026-01-05T01:00:00.000Z', '2026-01-05T00:30:00Z', false],
  ['2026-01-05T17:00:00Z', '2026-01-05T01:00:00.000Z', '2026-01-04T00:59:00Z', true],
])('at %s the last time was %s: rows of %s are overdue: %s', (now, last, loaded, overdue) => {
  const moment = new Date(now)
  expect(expectedMoments('09:00', 'Asia/Shanghai', moment).last.toISOString()).toBe(last)
  expect(isOverdue('09:00', 'Asia/Shanghai', loaded, moment)).toBe(overdue)
})

it.each([
  // By 09:00 in New York: the day before the clocks change, that day, and the one after.
  ['2026-03-08T12:59:00Z', '2026-03-07T14:00:00.000Z', '2026-03-08T13:00:00.000Z', '2026-03-06T14:00:00Z'],
  ['2026-03-08T13:00:00Z', '2026-03-08T13:00:00.000Z', '2026-03-09T13:00:00.000Z', '2026-03-07T14:00:00Z'],
  ['2026-11-01T13:30:00Z', '2026-10-31T13:00:00.000Z', '2026-11-01T14:00:00.000Z', '2026-10-30T13:00:00Z'],
  ['2026-11-01T14:00:00Z', '2026-11-01T14:00:00.000Z', '2026-11-02T14:00:00.000Z', '2026-10-31T13:00:00Z'],
])(
  'over a change of the clocks, at %s the last time is %s, the next one %s, and rows of %s are in time',
  (now, last, next, loaded) => {
    const moment = new Date(now)
    const moments = expectedMoments('09:00', 'America/New_York', moment)
    expect([moments.last.toISOString(), moments.next.toISOString()]).toEqual([last, next])
    expect(isOverdue('09:00', 'America/New_York', loaded, moment)).toBe(false)
    const before = new Date(Date.parse(loaded) - 1_000).toISOString()
    expect(isOverdue('09:00', 'America/New_York', before, moment)).toBe(true)
  },
)

it('tells a table as late whose rows did not come, though its source was looked at', async () => {
  house.put('daily/1.csv', 'day,channel,n\n2026-01-01,甲,1\n')
  const source = await house.save({
    name: 'daily',
    table: 'daily',
    settings: { path: join(house.drop, 'daily'), pattern: '*', settle: 1 },
    expectedBy: '00:00',
  })
  await house.run(source.id)
  const state = async () =>
    (await house.ask<FreshTable[]>(listFreshness)).find(({ table }) => table === 'daily')
  expect(await state()).toMatchObject({ state: 'fresh', dueAt: expect.any(String) })
  await house.deps.metadata.db.updateTable('source_load').set({ at: '2026-01-01T00:00:00.000Z' }).execute()
  await house.run(source.id)
  expect((await house.find(source.id)).problem).toBeNull()
  expect(await state()).toMatchObject({ state: 'late' })
  expect((await house.find(source.id)).expectedBy).toBe('00:00')
})

it('names what stands on a source’s table, as its replacement would', async () => {
  const { rows } = await house.ask<SourceList>(listSources)
  const { id } = rows.find(({ name }) => name === 'daily') as Source
  const { things, hidden } = await house.ask<{ things: { kind: string; name: string }[]; hidden: number }>(
    readSourceStanding,
    { params: { id } },
  )
  const kinds = new Set(things.map(({ kind }) => kind))
  expect([...kinds]).toEqual(expect.arrayContaining(['point', 'dimension', 'report']))
  expect(things.map(({ name }) => name)).toContain('n')
  expect(hidden).toBe(0)
})
