// One player's data is erased on demand: rows, former versions, caches, results, temp tables, exports. The figures are
// counted by hand beside the reports, and the data folder's bytes are searched for the id.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publish } from '#server/warehouse/publish.ts'
import type { Person } from '#tests/factories/house.ts'
import { createTmpTable, querySql, type Run } from '#features/code/contract.ts'
import { markPersonal, type PlayerTold, tellPlayer } from '#features/config/contract.ts'
import { type ErasureState, erasePlayer, erasures } from '#features/erasing/contract.ts'
import { getReportDataByInfo } from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

const canary = 'canary-4b8d27e6f0'
let office: Office
let holder: Person

beforeAll(async () => {
  office = await makeOffice({
    extraSql: [
      'CREATE TABLE person(day DATE, device VARCHAR, minutes INTEGER)',
      `INSERT INTO person VALUES ('2026-10-01', '${canary}', 10), ('2026-10-01', 'other', 20), ('2026-10-02', '${canary}', 40)`,
    ],
  })
  holder = await office.person({ keys: ['search_config', 'search_sqlQuery', 'see_personal'] })
  await holder.call(markPersonal, {
    body: { table: 'person', columns: [{ name: 'device', kind: 'device' }] },
  })
})
afterAll(() => office.dispose())

const order = (player: string, typed = player, person = holder) =>
  person.call<ErasureState>(erasePlayer, { body: { player, typed } })

/** Erases, and returns what is told of it. */
async function erased(player: string): Promise<ErasureState> {
  const { data } = await order(player)
  await office.app.jobs.tick()
  await office.app.jobs.settled()
  const all = (await holder.call<ErasureState[]>(erasures)).data
  const found = all.find(({ id }) => id === data.id)
  if (!found) throw new Error('the erasure is not listed')
  return found
}

async function filesWith(value: string): Promise<string[]> {
  const found = []
  for (const entry of await readdir(office.dataDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(value))
      found.push(entry.name)
  return found
}

const rows = async (sql: string) => {
  const run = (await holder.call<Run>(querySql, { body: { sql } })).data
  if (run.problem) throw new Error(run.problem.message)
  return (run.data[0] ?? []).map((_, row) => run.data.map((column) => column[row]))
}

it('leaves the others’ rows, and nowhere a byte of the id', async () => {
  // In a result, a temp table and a former version of the table.
  expect(await rows('select device, minutes from person order by minutes')).toHaveLength(3)
  const made = await holder.call(createTmpTable, {
    body: { name: 'kept', sql: 'select device from person' },
  })
  expect(made.envelope?.isSuccess).toBe(true)
  await publish(
    office.dataDir,
    async ({ connection }) => {
      await connection.run(
        `CREATE TABLE person AS SELECT * FROM (VALUES (DATE '2026-10-01', '${canary}', 1), (DATE '2026-10-01', 'other', 2)) AS v(day, device, minutes)`,
      )
    },
    { former: () => ({ kept: null }) },
  )
  await office.warehouse.warehouse.snapshot()
  expect((await filesWith(canary)).length).toBeGreaterThan(2)

  const told = await erased(canary)
  expect(told).toMatchObject({ state: 'done', problem: null })
  expect(told.player).toMatch(/^#[0-9a-f]{20}$/)
  expect(told.done).toContain('数据表 person：删除 1 行')
  expect(told.done).toContain('删除含有这些行的旧版：person 1 版')
  expect(told.done).toContain('删除 1 个临时表')
  expect(told.left.join()).toContain('备份')
  await office.warehouse.warehouse.snapshot()
  expect(await rows('select device, minutes from person')).toEqual([['other', 2]])
  await expect(rows('select * from tmp.kept')).rejects.toThrow()
  const found = await holder.call<PlayerTold>(tellPlayer, { body: { player: canary } })
  expect(found.data.tables).toEqual([])
  expect(await filesWith(canary)).toEqual([])
})

it('is in no list, tag or record of a push afterwards, deleted or not', async () => {
  const { db } = office.deps.metadata
  const at = '2026-10-04T00:00:00.000Z'
  const id = 'canary-91d0c7'
  const entry = {
    owner_id: holder.id,
    created_at: at,
    modified_at: at,
    modified_by: holder.id,
    revision: 1,
    cgi: 'a',
    kind: 'player' as const,
    reason: '',
    note: '',
    source: 'hand' as const,
    rule_id: null,
    expires_on: null,
  }
  for (const [value, deleted_at] of [
    [id, null],
    [id, at],
    ['stays', null],
  ] as const)
    await db
      .insertInto('black_entry')
      .values({ ...entry, value, deleted_at } as never)
      .execute()
  const tag = {
    cgi: 'a',
    name_key: 'vip',
    name: 'VIP',
    kind: 'text',
    value: '"x"',
    set_at: at,
    set_by: holder.id,
  }
  for (const player_id of [id, 'stays'])
    await db
      .insertInto('user_tag')
      .values({ ...tag, player_id, revision: 1 } as never)
      .execute()
  const segment = await db
    .insertInto('segment')
    .values({
      owner_id: holder.id,
      created_at: at,
      modified_at: at,
      modified_by: holder.id,
      revision: 1,
      name: '粘贴的',
      games: '"*"',
      players: '[]',
      keep_days: 1,
      source: '{}',
      state: 'done',
      computations: 0,
      note: '',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('segment_list')
    .values({ segment_id: segment.id, part: 0, games: '["a","b"]', players: JSON.stringify([id, 'stays']) })
    .execute()
  expect((await erased(id)).done).toEqual(
    expect.arrayContaining(['删除黑名单、白名单里的条目（含已删除的） 2 条', '删除自建标签 1 条']),
  )
  expect(await db.selectFrom('segment_list').select(['games', 'players']).execute()).toEqual([
    { games: '["b"]', players: '["stays"]' },
  ])
  expect((await db.selectFrom('black_entry').select('value').execute()).map(({ value }) => value)).toEqual([
    'stays',
  ])
  expect((await db.selectFrom('user_tag').select('player_id').execute()).map((row) => row.player_id)).toEqual(
    ['stays'],
  )
  expect(await filesWith(id)).toEqual([])
})

it('changes a report by that player’s figures alone', async () => {
  const figures = async () => {
    const info = office.info({ dims: [], points: [office.points.minutes, office.points.players] })
    return (await holder.call<{ data: unknown[][] }>(getReportDataByInfo, { body: { info } })).data.data
  }
  // Player 1 has 10 and 40 of 160 minutes, and is one of five.
  expect(await figures()).toEqual([[160], [5]])
  const told = await erased('1')
  expect(told.done.filter((line) => line.startsWith('数据表'))).toEqual([
    '数据表 visit：删除 2 行',
    '数据表 orders：删除 2 行',
  ])
  await office.warehouse.warehouse.snapshot()
  expect(await figures()).toEqual([[110], [4]])
  // Nothing is left to do, and nothing else goes.
  expect((await erased('1')).done).toContain('数据表里没有这位玩家的行')
  expect(await figures()).toEqual([[110], [4]])
})

it('is ordered by who may, with the id typed twice, and audited without it', async () => {
  expect((await order('3', '33')).envelope).toMatchObject({ isSuccess: false, code: 'parameter_wrong' })
  const refused = { isSuccess: false, code: 'parameter_wrong' }
  const alone = await office.person({ keys: ['see_personal'] })
  expect((await order('3', '3', alone)).envelope).toMatchObject(refused)
  const limited = await office.person({ keys: ['see_personal', 'search_config'], games: ['a'] })
  expect((await order('3', '3', limited)).envelope).toMatchObject(refused)
  expect((await limited.call<ErasureState[]>(erasures)).data).toEqual([])
  expect((await order('3', '3', office.admin)).status).toBe(403)
  const audited = await office.deps.metadata.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'table.erasePlayer')
    .execute()
  expect(audited.length).toBeGreaterThan(0)
  for (const { detail } of audited) expect(detail).toMatch(/^\{"player":"#[0-9a-f]{20}"\}$/)
})
