// A table is replaced in silence only where nothing breaks.

import { existsSync } from 'node:fs'
import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeBackup } from '#server/backup/backup.ts'
import { verifyBackup } from '#server/backup/verify.ts'
import { makeLog } from '#server/log.ts'
import { dropFormers, listFormers } from '#server/warehouse/formers.ts'
import { takeBack } from '#server/warehouse/import/command.ts'
import type { Proposer } from '#server/warehouse/import/proposal.ts'
import { takeTableBack } from '#server/warehouse/import/takingBack.ts'
import {
  type FormerTable,
  formersNamed,
  readManifest,
  withFormer,
} from '#server/warehouse/snapshot/manifest.ts'
import { rebuildManifest } from '#server/warehouse/snapshot/rebuild.ts'
import { type ImportHouse, makeImportHouse } from '#tests/factories/imports.ts'
import { reportProposer } from '#features/config/server/index.ts'
import { whatBreaks } from '#features/config/server/proposing/breaking.ts'

let house: ImportHouse
beforeAll(async () => {
  house = await makeImportHouse()
})
afterAll(() => house.dispose())

const first = ['日期,渠道,花费,点击', '2026-03-01,官网,10,4', '2026-03-02,TapTap,20,6'].join('\n')

/** Compares saved queries for so long. */
const comparing = (mostMs: number): Proposer => ({
  ...reportProposer,
  breaks: ({ db }, change, caller) => whatBreaks(db, change, caller, mostMs),
})
/** However slow the machine, each query is compared. */
const patient = comparing(600_000)

const run = async (name: string, text: string, ...args: string[]) =>
  (await house.run([await house.file(name, text), '--table', 'spend', ...args], patient)).lines.join('\n')

const at = '2026-03-01T00:00:00.000Z'
const object = { owner_id: 1, created_at: at, modified_at: at, modified_by: 1, revision: 1, deleted_at: null }

async function idOf(kind: 'point' | 'dimension', name: string): Promise<number> {
  const { id } = await house.metadata.db
    .selectFrom(kind)
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

async function addUses(): Promise<void> {
  const { db } = house.metadata
  const watch = { points: [await idOf('point', '点击')], dims: [], grain: 'day' }
  const alarm = {
    games: '"*"',
    watch: JSON.stringify(watch),
    join_by: 'and',
    conditions: '[]',
    lasting: 1,
  } as const
  const telling = { level: 'warn', quiet: null, rearm_minutes: 0, recovery: 0, receiver_ids: '[]' } as const
  const texts = { user_ids: '[]', title: '', body: '', note: '', frozen: 0, frozen_until: null, mutes: null }
  await db
    .insertInto('alarm')
    .values([
      { ...object, name: '点击太少', ...alarm, ...telling, ...texts },
      ...['q1', 'q2', 'q4'].map((id) => ({
        ...object,
        name: `看 ${id}`,
        ...alarm,
        ...telling,
        ...texts,
        watch: JSON.stringify({ query: { id } }),
      })),
    ] as never)
    .execute()
  const view = await db.selectFrom('report').select('view_meta_id').executeTakeFirstOrThrow()
  await db
    .insertInto('subscription')
    .values({
      ...object,
      name: '每日投放',
      view_id: view.view_meta_id,
      link: '',
      timing: '{}',
      content: '{}',
      note: '',
    } as never)
    .execute()
  const query = { folder: '', tags: '[]', params: '[]', version: 1, share: 'off' } as const
  await db
    .insertInto('saved_query')
    .values([
      { ...object, ...query, id: 'q1', name: '点击明细', sql: 'SELECT "点击" FROM spend' },
      { ...object, ...query, id: 'q2', name: '花费明细', sql: 'SELECT "花费" FROM spend -- 点击' },
      // Its column becomes a text.
      {
        ...object,
        ...query,
        id: 'q3',
        name: '总花费',
        sql: 'SELECT 1; SELECT 渠道 AS 花费, sum("花费") FROM spend WHERE 日期 > :from GROUP BY ALL',
        params: JSON.stringify([
          { name: 'from', type: 'date', label: '', default: '2026-03-01', dictId: null },
        ]),
      },
      { ...object, ...query, id: 'q4', name: '求和', sql: 'SELECT sum("花费") FROM spend' },
      // Clicks of its own.
      {
        ...object,
        ...query,
        id: 'q5',
        name: '自己的点击',
        sql: 'SELECT "点击" FROM (SELECT 1 AS "点击", 日期 FROM spend)',
      },
      // They did not run before, either.
      { ...object, ...query, id: 'q6', name: '没写完', sql: 'SELECT FROM spend WHERE' },
      { ...object, ...query, id: 'q7', name: '没有的表', sql: 'SELECT * FROM spend JOIN gone USING (日期)' },
      // Nobody knows here what the temporary table is.
      { ...object, ...query, id: 'q8', name: '临时', sql: 'SELECT * FROM spend, tmp.mine' },
      // Their owner has this one.
      {
        ...object,
        ...query,
        id: 'q9',
        name: '旧渠道',
        sql: 'SELECT k.地区 FROM spend s JOIN tmp.kept k ON k.编号 = s.点击',
      },
      {
        ...object,
        ...query,
        id: 'q10',
        name: '花费对照',
        sql: 'SELECT s."花费", k.地区 FROM spend s, tmp.kept k',
      },
      {
        ...object,
        ...query,
        id: 'q11',
        name: '渠道名',
        sql: 'SELECT d.名称 FROM spend s JOIN dict.channels d ON d.代码 = s.渠道',
      },
      {
        ...object,
        ...query,
        id: 'q12',
        name: '字典里的花费',
        sql: 'SELECT "花费" FROM spend JOIN dict.channels ON 代码 = \'渠道\'',
      },
    ] as never)
    .execute()
  await addSqlTables()
}

/** A temp table of the queries' owner, a dictionary, and custom reports. */
async function addSqlTables(): Promise<void> {
  const { db } = house.metadata
  const columns = [
    { name: '编号', type: 'BIGINT' },
    { name: '地区', type: 'VARCHAR' },
  ]
  await db
    .insertInto('temporary_table')
    .values({
      id: 't1',
      owner_id: 1,
      name: 'kept',
      columns: JSON.stringify(columns),
      row_count: 1,
      bytes: 1,
      file: 'none',
      sql: '',
      created_at: at,
      expires_at: '2999-01-01T00:00:00.000Z',
      games: '"*"',
    } as never)
    .execute()
  const dictionary = { name: '渠道', form_name: 'channels', attributes: JSON.stringify(['代码', '名称']) }
  await db
    .insertInto('dictionary')
    .values({ ...dictionary, update_time: at } as never)
    .execute()
  const report = {
    folder: '',
    describe: '',
    params: '[]',
    chart: '{}',
    query_id: null,
    published: 1,
    version: 1,
  }
  await db
    .insertInto('custom_report')
    .values([
      { ...object, ...report, id: 'c1', name: '花费合计', sql: 'SELECT sum("花费") FROM spend' },
      { ...object, ...report, id: 'c2', name: '只看花费', sql: 'SELECT "花费" FROM spend -- 点击' },
    ] as never)
    .execute()
}

it('names what breaks, changes nothing, and does it when forced', async () => {
  await run('spend.csv', first)
  await addUses()
  const before = await house.state()
  // Without clicks and channels, and with texts for numbers.
  const next = '日期,花费,地区\n2026-03-01,很多,华东\n2026-03-02,不多,华南\n'
  const refused = await run('next.csv', next, '--replace').catch((error: Error) => error.message)
  expect(refused.split('\n')).toEqual([
    '替换数据表「spend」会让下面这些不能用，什么也没有改变；确定要替换，请加 --force：',
    '少了列：渠道、点击',
    '列「花费」由整数变为文本',
    '多了列：地区',
    '指标：「花费」「点击」',
    '维度：「渠道」',
    '报表：「spend / 按日」「spend / 按渠道」',
    '告警：「点击太少」「看 q1」「看 q4」',
    '订阅：「每日投放」',
    expect.stringMatching(
      /^查询：「点击明细」（[^（）]*点击.*）「渠道名」（[^（）]*找不到列 渠道.*）「总花费」（.+）「求和」（.*sum.*）「旧渠道」（[^（）]*找不到列 点击.*）$/,
    ),
    expect.stringMatching(/^自定义报表：「花费合计」（.*sum.*）$/),
    '没有核对的查询：1 条，可能也不能用',
  ])
  expect(await house.state()).toEqual(before)
  expect(await run('next.csv', next, '--replace', '--force')).toContain('比原表少了列：渠道、点击')
  expect((await house.published('spend')).columns.map(({ name }) => name)).toEqual(['日期', '花费', '地区'])
})

it('compares as many as 200 queries on a table, and says how many it did not', async () => {
  await house.run([await house.file('many.csv', first), '--table', 'many'])
  const query = { folder: '', tags: '[]', params: '[]', version: 1, share: 'off' } as const
  const rows = Array.from({ length: 203 }, (_, at) => ({
    ...object,
    ...query,
    id: `m${String(at).padStart(3, '0')}`,
    name: `第 ${at} 条`,
    sql: at === 7 ? 'SELECT 点击 FROM many' : `SELECT 花费, ${at} FROM many`,
  }))
  await house.metadata.db
    .insertInto('saved_query')
    .values(rows as never)
    .execute()
  const next = await house.file('many.csv', '日期,渠道,花费\n2026-03-01,官网,10\n')
  const before = await house.state()
  const refusedBy = (proposer: Proposer) =>
    house
      .run([next, '--table', 'many', '--replace'], proposer)
      .catch((error: Error) => error.message.split('\n'))
  const refused = await refusedBy(patient)
  expect(refused).toContain('没有核对的查询：3 条，可能也不能用')
  expect(refused).toContainEqual(expect.stringMatching(/^查询：「第 7 条」（[^（）]*点击[^（）]*）$/))
  // Where there is no time, names alone tell.
  const hasty = await refusedBy(comparing(0))
  expect(hasty).toContain('没有核对的查询：202 条，可能也不能用')
  expect(hasty).toContain('查询：「第 7 条」')
  expect(await house.state()).toEqual(before)
})

it('asks nothing where nothing breaks', async () => {
  await house.run([await house.file('calm.csv', first), '--table', 'calm'])
  const more = '日期,渠道,花费,点击,备注\n2026-03-01,官网,10.25,4,无\n2026-03-03,B 站,20,6,无\n'
  const { lines } = await house.run([await house.file('calm.csv', more), '--table', 'calm', '--replace'])
  expect(lines.join('\n')).toContain('比原表多了列：备注')
  expect(await house.rows('calm', 'ORDER BY 1')).toHaveLength(2)
})

it('takes the former version back, with what reported it, and exchanges them again', async () => {
  const columns = () =>
    house.metadata.db
      .selectFrom('point_table')
      .select(['date_column'])
      .where('table_truename', '=', 'back')
      .execute()
  const load = async (text: string, ...args: string[]) =>
    house.run([await house.file('back.csv', text), '--table', 'back', ...args])
  await load('日期,次数\n2026-03-01,4\n2026-03-02,6\n')
  await load('天,次数\n2026-03-01,5\n', '--replace', '--force')
  expect(await columns()).toEqual([{ date_column: '天' }])
  const back = () =>
    takeBack(
      { dataDir: house.dataDir, ...house.clock },
      { table: 'back', nth: 1 },
      house.metadata,
      reportProposer,
    )
  const [former] = await listFormers(house.dataDir)
  expect(await back()).toEqual([expect.stringContaining('2 行')])
  expect(await house.rows('back', 'ORDER BY 1')).toEqual([
    ['2026-03-01', 4],
    ['2026-03-02', 6],
  ])
  expect(await columns()).toEqual([{ date_column: '日期' }])
  const audited = await house.metadata.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'table.takeBack')
    .execute()
  // The version that was taken back, of several that there may be.
  expect(audited.map(({ detail }) => JSON.parse(detail))).toEqual([
    { table: 'back', rows: 2, version: former?.replacedAt },
  ])
  await back()
  expect(await house.rows('back')).toEqual([['2026-03-01', 5]])
  // What is over is deleted, file and all; what is not, stays.
  expect(await dropFormers(house.dataDir)).toEqual([])
  await back()
  const { file } = await house.published('back')
  const later = new Date(Date.now() + 31 * 86_400_000)
  expect(await dropFormers(house.dataDir, later)).toContain('back')
  expect(existsSync(join(house.dataDir, 'warehouse', file))).toBe(true)
  await expect(back()).rejects.toThrow('没有可以取回的上一版')
})

it('keeps the former version where the new one can not be reported', async () => {
  const load = async (text: string, proposer = reportProposer) =>
    house.run([await house.file('kept.csv', text), '--table', 'kept', '--replace'], proposer)
  await load('日期,次数\n2026-03-01,1\n')
  await load('日期,次数\n2026-03-01,2\n')
  const full = { ...reportProposer, save: () => Promise.reject(new Error('ENOSPC')) }
  await expect(load('日期,次数\n2026-03-01,3\n', full)).rejects.toThrow()
  expect(await house.rows('kept')).toEqual([['2026-03-01', 2]])
  await takeBack(
    { dataDir: house.dataDir, ...house.clock },
    { table: 'kept', nth: 1 },
    house.metadata,
    reportProposer,
  )
  expect(await house.rows('kept')).toEqual([['2026-03-01', 1]])
})

it('takes back what holds rows of other games only for those who see them', async () => {
  const load = async (text: string, ...args: string[]) =>
    house.run([await house.file('games.csv', text), '--table', 'games', '--game', '游戏', ...args])
  await load('日期,游戏,次数\n2026-03-01,yhxt,1\n2026-03-01,fhsg,1\n')
  await load('日期,游戏,次数\n2026-03-01,yhxt,2\n', '--replace')
  const by = (games: 'all' | string[]) =>
    ({ id: 1, role: null, games, rules: [], authorityInfo: {} }) as never
  const { dataDir, metadata, clock } = house
  const order = { table: 'games', dataDir, clock, metadata, proposer: reportProposer }
  await expect(takeTableBack({ ...order, by: by(['yhxt']) })).rejects.toThrow('还有你看不到的游戏的数据')
  expect(await house.rows('games')).toHaveLength(1)
  await takeTableBack({ ...order, by: by(['yhxt', 'fhsg']) })
  expect(await house.rows('games')).toHaveLength(2)
})

it('keeps several former versions; each comes back by its number, and the others stay', async () => {
  const load = async (count: number) =>
    house.run([
      await house.file('several.csv', `日期,次数\n2026-03-01,${count}\n`),
      ...['--table', 'several', '--replace'],
    ])
  for (const count of [1, 2, 3, 4]) await load(count)
  const back = (nth: number) =>
    takeBack(
      { dataDir: house.dataDir, ...house.clock },
      { table: 'several', nth },
      house.metadata,
      reportProposer,
    )
  const told = await back(3)
  expect(await house.rows('several')).toEqual([['2026-03-01', 1]])
  expect(told.filter((line) => line.includes('--nth'))).toHaveLength(3)
  await back(1)
  expect(await house.rows('several')).toEqual([['2026-03-01', 4]])
  await back(3)
  expect(await house.rows('several')).toEqual([['2026-03-01', 2]])
  await expect(back(4)).rejects.toThrow('有 3 个旧版，没有倒数第 4 版')
  const listed = (await listFormers(house.dataDir)).filter(({ table }) => table.name === 'several')
  expect(listed.map(({ bytes, by }) => bytes > 0 && by === null)).toEqual([true, true, true])
})

it('keeps as many as ten of a table, and all of others', () => {
  const of = (name: string, at: number) =>
    ({ table: { name }, replacedAt: String(at), until: '', kept: null }) as unknown as FormerTable
  const others = [of('other', 0)]
  const all = Array.from({ length: 12 }, (_, at) => of(at % 2 ? 'T' : 't', at)).reduce(withFormer, others)
  expect(all.map(({ replacedAt }) => Number(replacedAt))).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

it('keeps one version before rows were added, however often they come', async () => {
  const load = async (count: number, ...args: string[]) =>
    house.run([
      await house.file('steps.csv', `日期,次数\n2026-03-01,${count}\n`),
      '--table',
      'steps',
      ...args,
    ])
  await load(1)
  await load(2, '--replace')
  for (const count of [3, 4, 5]) await load(count, '--append')
  const rows = formersNamed(await readManifest(join(house.dataDir, 'warehouse')), 'steps')
  expect(rows.map(({ table }) => table.rowCount)).toEqual([3, 1])
})

it('former versions are in a backup, which says so, and survive a manifest that is rebuilt', async () => {
  const load = async (count: number) =>
    house.run([
      await house.file('found.csv', `日期,次数\n2026-03-01,${count}\n`),
      ...['--table', 'found', '--replace'],
    ])
  for (const count of [1, 2, 3]) await load(count)
  const folder = join(house.dataDir, 'warehouse')
  const count = (await listFormers(house.dataDir)).length
  const path = join(house.dataDir, 'kept.backup')
  expect((await writeBackup(house.dataDir, house.metadata, path)).formers).toBe(count)
  const verified = await verifyBackup(path, makeLog('silent'), house.metadata.tables, () =>
    Promise.resolve(null),
  )
  expect(verified.formers).toBe(count)
  await rm(join(folder, 'current.json'))
  const rebuilt = await rebuildManifest(folder)
  const own = rebuilt?.formers.filter(({ table }) => table.name === 'found') ?? []
  expect(own).toHaveLength(2)
  expect(await house.rows('found')).toEqual([['2026-03-01', 3]])
  const present = rebuilt?.tables.find(({ name }) => name === 'found')
  await takeBack(
    { dataDir: house.dataDir, ...house.clock },
    { table: 'found', nth: 2 },
    house.metadata,
    reportProposer,
  )
  expect(await house.rows('found')).toEqual([['2026-03-01', 1]])
  // The version that was taken back is in force, though its file is older than the others.
  await rm(join(folder, 'current.json'))
  const again = await rebuildManifest(folder)
  expect(again?.formers.filter(({ table }) => table.name === 'found').map(({ table }) => table.file)).toEqual(
    [...own.slice(1).map(({ table }) => table.file), present?.file],
  )
  expect(await house.rows('found')).toEqual([['2026-03-01', 1]])
  // One that can't be read is set aside and named; the others stay.
  const [former] = formersNamed(await readManifest(folder), 'found')
  await truncate(join(folder, former?.table.file ?? ''), 5000)
  const mended = await rebuildManifest(folder)
  expect(mended?.left.map(({ file }) => file)).toEqual([`${former?.table.file}.unread`])
  expect(formersNamed(await readManifest(folder), 'found')).toHaveLength(1)
  expect(await house.rows('found')).toEqual([['2026-03-01', 1]])
})
