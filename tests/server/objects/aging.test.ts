// Records that age are removed each night, after the installation's number of days; on both metadata stores.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { giveUpOldRows } from '#server/objects/aging.ts'
import { describeStores } from '#tests/factories/stores.ts'
import { type ListsHouse, makeListsHouse } from '#tests/features/lists/listsHouse.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

describeStores('records that age', (store) => {
  let house: ListsHouse
  let person: number
  beforeAll(async () => {
    const { metadata } = await store.make()
    house = await makeListsHouse(null, { metadata })
    person = (await house.editor()).id
  })
  afterAll(() => house.dispose())
  beforeEach(async () => {
    const { db } = house.deps.metadata
    for (const table of ['trace', 'sql_run', 'audit'] as const) await db.deleteFrom(table).execute()
    for (const days of [401, 399])
      await db
        .insertInto('trace')
        .values({ code: `T${days}`, kind: 'view', user_id: person, at: daysAgo(days), detail: '{}' })
        .execute()
    await db
      .insertInto('audit')
      .values(
        [800, 31, 29].map((days) => ({
          at: daysAgo(days),
          user_id: person,
          action: `a${days}`,
          detail: '{}',
        })),
      )
      .execute()
    const run = (id: string, days: number, given = {}) => ({
      ...{ id, user_id: person, kind: 'query' as const, status: 'done' as const, title: '', sql: 'select 1' },
      ...{
        params: '{}',
        query_id: null,
        row_limit: null,
        cache_key: id,
        cached: 0,
        columns: '[]',
        row_count: 0,
      },
      ...{
        truncated: 0,
        elapsed_ms: 1,
        queued_ms: 0,
        problem: null,
        pinned: 0,
        expires_at: null,
        file: null,
      },
      ...{ started_at: daysAgo(days), ended_at: daysAgo(days), ...given },
    })
    await db
      .insertInto('sql_run')
      .values([
        ...Array.from({ length: 450 }, (_, at) => run(`old ${at}`, 401)),
        run('young', 399),
        run('kept', 401, { expires_at: daysAgo(-1) }),
        run('pinned', 401, { pinned: 1 }),
        run('running', 401, { status: 'running', ended_at: null }),
      ])
      .execute()
  })

  const work = async (keepDays = {}) => {
    house.deps.settings.installation = readInstallation({ keepDays })
    const id = await house.app.jobs.enqueue({ kind: giveUpOldRows, payload: {}, userId: null })
    await house.work()
    const { db } = house.deps.metadata
    const traces = await db.selectFrom('trace').select('code').orderBy('code').execute()
    const runs = await db.selectFrom('sql_run').select('id').orderBy('id').execute()
    const audit = await db
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'a%')
      .orderBy('id')
      .execute()
    const job = await house.app.jobs.find(id)
    return {
      result: job?.result,
      traces: traces.map(({ code }) => code),
      runs: runs
        .map(({ id: one }) => one)
        .filter((one) => !one.startsWith('old'))
        .sort(),
      old: runs.filter(({ id: one }) => one.startsWith('old')).length,
      audit: audit.map(({ action }) => action).filter((one) => /^a\d+$/.test(one)),
    }
  }

  it('are kept for as long as is usual: the audit for ever', async () => {
    expect(await work()).toEqual({
      result: expect.objectContaining({ audit: 0, traces: 1, runs: 450 }),
      traces: ['T399'],
      // What still has a result, or is under way, stays.
      runs: ['kept', 'pinned', 'running', 'young'],
      old: 0,
      audit: ['a800', 'a31', 'a29'],
    })
  })

  it('are kept for as long as the installation says', async () => {
    expect(await work({ audit: 30, traces: 0, runs: 0 })).toMatchObject({
      traces: ['T399', 'T401'],
      old: 450,
      audit: ['a29'],
    })
  })
})

it.each([{ audit: -1 }, { runs: 1.5 }, { traces: '30' }, { others: 1 }])('refuses %j', (keepDays) => {
  expect(() => readInstallation({ keepDays })).toThrow(/keepDays/)
})
