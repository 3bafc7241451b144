// The demo on demand: added beside existing data and removed entirely, without any of the users' objects.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { demoTableNames } from '#demo/warehouse/comments.ts'
import { hasDemoPasswords } from '#server/metadata/demoPasswords.ts'
import { publish, unpublish } from '#server/warehouse/publish.ts'
import {
  dataFileName,
  nextGeneration,
  readManifest,
  warehouseFolder,
  writeManifest,
} from '#server/warehouse/snapshot/manifest.ts'
import { findPostgres } from '#setup/postgres.mjs'
import { businessDay } from '#shared/businessDay.ts'
import { permissionKeys } from '#shared/permissions.ts'
import { dumpMetadata } from '#tests/factories/dump.ts'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import { makeDatabase } from '#tests/factories/postgres.ts'
import { askFor } from '#tests/factories/services.ts'
import { addOrUpdateAlarm } from '#features/alarm/contract.ts'
import {
  addDemo as addCall,
  cancelDemo,
  type Demo,
  readDemo,
  removeDemo as removeCall,
} from '#features/demo/contract.ts'
import { addDemo } from '#features/demo/server/adding.ts'
import { namesOne } from '#features/demo/server/naming.ts'
import { removeDemo } from '#features/demo/server/removing.ts'
import { showDemo } from '#features/demo/server/work.ts'
import { saveEmbed } from '#features/embed/contract.ts'
import { getReportDataByInfo, type ReportTable } from '#features/statement/contract.ts'
import { saveSubscription } from '#features/subscription/contract.ts'

let house: House
let mei: Person
/** A demo's tables, for what needs none made anew. */
let made: string
beforeAll(async () => {
  house = await makeHouse({ warehouseSql: ['CREATE TABLE sales AS SELECT 1 AS amount'] })
  mei = await house.person({ keys: ['search_config'] })
  made = await askFor<string>('demo')
})
afterAll(() => house.dispose())

const folder = () => warehouseFolder(house.dataDir)
const published = async () => (await readManifest(folder())).tables
const names = async () => (await published()).map(({ name }) => name).sort()
const db = () => house.deps.metadata.db
const add = (more: Partial<Parameters<typeof addDemo>[1]> = {}) =>
  addDemo(house.deps, { userId: mei.id, size: 'small', ...more })
const remove = (named: number | 'all' = 0) => removeDemo(house.deps, { userId: mei.id, asking: mei, named })
const idOf = async (table: 'point' | 'view_meta', name: string) =>
  (await db().selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const untouched = { changed: [], goes: [], stays: [], hidden: 0 }

/** As a kill leaves it after the publication: noted, published, without rows. */
async function cutShort(accounts = 0): Promise<void> {
  const now = await readManifest(folder())
  const before = await readManifest(warehouseFolder(made))
  const generation = (await nextGeneration(folder(), now)) + 1
  const file = dataFileName(generation)
  cpSync(join(warehouseFolder(made), before.tables[0]?.file ?? ''), join(folder(), file))
  const tables = [...now.tables, ...before.tables.map((table) => ({ ...table, file }))]
  await writeManifest(folder(), { ...now, generation, tables })
  await db()
    .insertInto('demo_state')
    .values({
      id: 1,
      state: 'making',
      user_id: mei.id,
      today: businessDay(house.deps.settings),
      size: 'small',
      accounts,
      file,
      hashed: '{}',
      begun_at: '',
      made_at: null,
    })
    .execute()
}
const addQuickly = async (accounts = 0) => {
  await cutShort(accounts)
  expect(await add()).toBe('made')
}

/** All but the audit and what looks leave: what a removal leaves as it was. */
async function content() {
  const { tables } = await dumpMetadata(house.deps.metadata)
  const { audit: _audit, trace: _trace, job: _job, job_kind: _kind, job_server: _server, ...rest } = tables
  return { rest, tables: await published() }
}

const query = {
  id: 'own',
  name: '自己的',
  folder: '',
  tags: '[]',
  sql: 'select 1',
  params: '[]',
  version: 1,
  share: 'off' as const,
  created_at: '',
  modified_at: '',
  deleted_at: null,
  revision: 1,
}

describe('the demo', () => {
  it('comes, is there, and goes: rows and tables are as they were', async () => {
    const before = await content()
    const steps = new Set<string>()
    expect(await add({ onProgress: (_, step) => steps.add(step) })).toBe('made')
    expect(steps.size).toBeGreaterThan(5)
    expect(await names()).toEqual([...demoTableNames, 'sales'].sort())
    expect(await add()).toBe('there')
    const users = await db().selectFrom('user').select('id').execute()
    expect(users).toHaveLength(1)
    const report = await db().selectFrom('report').selectAll().orderBy('id').executeTakeFirstOrThrow()
    const answer = await mei.call<ReportTable>(getReportDataByInfo, {
      body: { reportId: report.id, info: JSON.parse(report.info) },
    })
    expect(answer.data.rowCount).toBeGreaterThan(5)
    expect(await remove()).toEqual({ touched: untouched, tables: expect.arrayContaining(['login_day']) })
    expect(await content()).toEqual(before)
    await expect(remove()).rejects.toThrow('没有演示数据可移除')
    const audit = await db().selectFrom('audit').select('action').where('action', 'like', 'demo.%').execute()
    expect(audit.map(({ action }) => action)).toEqual(['demo.add', 'demo.remove'])
  })

  it('is not told as broken off where its making ends while it is looked at', async () => {
    await cutShort()
    const ending = {
      list: async () => {
        await add()
        return [{ id: 'x', status: 'done', endedAt: '2026-10-01' }]
      },
    } as unknown as Parameters<typeof showDemo>[1]
    expect(await showDemo(house.deps, ending, mei.user)).toMatchObject({ state: 'made', job: null })
    await remove()
  })

  it('refuses names that are taken before anything is written, and gives titles an ending', async () => {
    await publish(house.dataDir, async ({ connection }) => {
      await connection.run('CREATE TABLE Pay_Order AS SELECT 2 AS own')
    })
    await db().insertInto('game').values({ cgi: 'yhxt', name: 'own' }).execute()
    const before = await content()
    await expect(add()).rejects.toMatchObject({
      code: 'name_taken',
      data: {
        taken: [
          { kind: '数据表', name: 'Pay_Order' },
          { kind: '游戏', name: 'yhxt' },
        ],
      },
    })
    expect(await content()).toEqual(before)
    await db().deleteFrom('game').execute()
    await unpublish(house.dataDir, ['Pay_Order'])
  })

  it('stands beside titles of the same words, which its formulas do not take for their own', async () => {
    const row = { kind: 'point' as const, name: '付费', position: 0 }
    await db().insertInto('category').values(row).execute()
    const own = {
      table_id: null,
      point_type_id: null,
      name_sql: '1',
      event_filter: '',
      filter: '',
      types: 'computed',
    }
    const rest = {
      name: '充值金额',
      describe: '',
      info: '{}',
      note: '',
      create_time: new Date().toISOString(),
    }
    await db()
      .insertInto('point')
      .values({ ...own, ...rest })
      .execute()
    const before = await content()
    await addQuickly()
    const points = await db().selectFrom('point').select(['name', 'name_sql']).execute()
    const named = points.map(({ name }) => name)
    expect(named.filter((name) => name.startsWith('充值金额'))).toEqual(['充值金额', '充值金额（演示）'])
    expect(points.find(({ name }) => name === 'ARPU')?.name_sql).toContain('[充值金额（演示）]')
    await remove()
    expect(await content()).toEqual(before)
    await db().deleteFrom('point').execute()
    await db().deleteFrom('category').execute()
  })

  it('tells what users changed and built before it goes, deletes nothing of theirs, and can be forced', async () => {
    await addQuickly()
    const li = await house.person({ keys: ['search_config', 'search_sqlQuery'] })
    const now = new Date().toISOString()
    const view = { type_id: null, position: 0, owner_id: li.id }
    const table = await db()
      .selectFrom('point_table')
      .selectAll()
      .where('table_truename', '=', 'pay_order')
      .executeTakeFirstOrThrow()
    const point = await db()
      .selectFrom('point')
      .selectAll()
      .where('name', '=', '充值金额')
      .executeTakeFirstOrThrow()
    const { id: _id, ...copied } = point
    const { id: ownPoint } = await db()
      .insertInto('point')
      .values({ ...copied, name: '自己的指标' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const info = JSON.stringify({ dims: [], points: [point.id], dateRange: { relative: 'last7' } })
    const addReport = async (name: string, shared: number) => {
      const { id } = await db()
        .insertInto('view_meta')
        .values({ ...view, name, shared })
        .returning('id')
        .executeTakeFirstOrThrow()
      return db()
        .insertInto('report')
        .values({
          view_meta_id: id,
          report_name: name,
          remark: '',
          position: 0,
          owner_id: li.id,
          info,
          modified_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    }
    const shared = await addReport('大家的', 1)
    await addReport('私下的', 0)
    const channels = await db()
      .selectFrom('dimension_table')
      .select('id')
      .where('table_truename', '=', 'dim_channel')
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('dimension_table')
      .values({
        name: '自己的店铺',
        table_truename: 'sales',
        key_column: 'shop',
        game_column: null,
        joins: JSON.stringify([{ dimTableId: channels.id, column: 'channel' }]),
        describe: '',
        create_time: now,
      })
      .execute()
    await db()
      .updateTable('dictionary')
      .set({ name: '渠道（改）', revision: 2 })
      .where('form_name', '=', 'channel')
      .execute()
    const before = await content()
    await expect(remove()).rejects.toMatchObject({
      code: 'object_in_use',
      data: {
        touched: {
          changed: [{ kind: '字典', name: '渠道（改）' }],
          goes: [],
          stays: [
            { kind: '指标', name: '自己的指标' },
            { kind: '报表', name: '大家的 / 大家的' },
            { kind: '维度表', name: '自己的店铺' },
          ],
          hidden: 1,
        },
      },
    })
    expect(await content()).toEqual(before)
    await expect(remove(4)).rejects.toMatchObject({ code: 'object_in_use' })
    await remove(5)
    expect(await names()).toEqual(['sales'])
    // What theirs hangs on stays with it.
    expect(await db().selectFrom('point').select('id').execute()).toEqual([{ id: ownPoint }])
    expect(await db().selectFrom('point_table').select('id').execute()).toEqual([{ id: table.id }])
    expect(await db().selectFrom('report').select('report_name').execute()).toEqual([
      { report_name: '大家的' },
      { report_name: '私下的' },
    ])
    const answer = await li.call(getReportDataByInfo, {
      body: { reportId: shared.id, info: JSON.parse(info) },
    })
    expect(answer.envelope?.msg).toMatch(/^报表用到的指标已被删除/)
    for (const gone of ['report', 'view_meta', 'point', 'point_table', 'category'] as const)
      await db().deleteFrom(gone).execute()
  })

  it('leaves what stood in its folders standing by itself', async () => {
    await addQuickly()
    const folder = await db().selectFrom('view_type').select('id').orderBy('id').executeTakeFirstOrThrow()
    const view = { name: '私下的', type_id: folder.id, position: 9, owner_id: mei.id, shared: 0 }
    await db().insertInto('view_meta').values(view).execute()
    await expect(remove()).rejects.toMatchObject({
      data: { touched: { stays: [{ kind: '视图', name: '私下的' }] } },
    })
    await remove(1)
    expect(await db().selectFrom('view_type').select('id').execute()).toEqual([])
    expect(await db().selectFrom('view_meta').select(['name', 'type_id']).execute()).toEqual([
      { name: '私下的', type_id: null },
    ])
    await db().deleteFrom('view_meta').execute()
  })

  it('takes what is nothing without it, named, and names what watches it', async () => {
    await addQuickly()
    const boss = await house.person({ keys: permissionKeys })
    const point = await idOf('point', '活跃用户')
    const viewId = await idOf('view_meta', '经营日报')
    const rule = { ...addOrUpdateAlarm.example.body, watch: { points: [point], dims: [], grain: 'day' } }
    // Never met: what fires is told in its own time, while what comes next looks at all that is there.
    const conditions = [{ kind: 'threshold', point, op: 'gt', value: 1e12 }]
    const body = { ...rule, name: '自己的告警', conditions, userIds: [boss.id], receiverIds: [] }
    expect((await boss.call(addOrUpdateAlarm, { body })).envelope?.msg).toBe('')
    const sent = {
      ...saveSubscription.example.body,
      viewId,
      name: '自己的订阅',
      link: `/statement/detail?id=${viewId}`,
    }
    expect((await boss.call(saveSubscription, { body: sent })).envelope?.msg).toBe('')
    expect((await mei.call(saveEmbed, { body: { viewId, enabled: true } })).envelope?.msg).toBe('')
    const touched = {
      changed: [],
      goes: [
        { kind: '订阅', name: '自己的订阅' },
        { kind: '嵌入', name: '经营日报' },
      ],
      stays: [{ kind: '告警', name: '自己的告警' }],
      hidden: 0,
    }
    const told = removeDemo(house.deps, { userId: boss.id, asking: boss })
    await expect(told).rejects.toMatchObject({ data: { touched } })
    await remove('all')
    const left = async (table: 'alarm' | 'subscription' | 'report_embed') =>
      (await db().selectFrom(table).select('id').execute()).length
    expect([await left('alarm'), await left('subscription'), await left('report_embed')]).toEqual([1, 0, 0])
    await db().deleteFrom('alarm').execute()
  })

  it('that is cancelled leaves nothing', async () => {
    const before = await content()
    const end = new AbortController()
    const work = add({
      signal: end.signal,
      onProgress: (fraction) => {
        if (fraction > 0.1) end.abort(new Error('cut'))
      },
    })
    await expect(work).rejects.toThrow('cut')
    expect(await content()).toEqual(before)
  })

  it('that was killed half-way is completed by the next, or taken away', async () => {
    const before = await content()
    await addQuickly()
    await remove()
    expect(await content()).toEqual(before)
    await cutShort()
    await remove()
    expect(await content()).toEqual(before)
  })

  it.skipIf(!findPostgres())('does so in PostgreSQL', async () => {
    const embedded = { house, mei }
    house = await makeHouse({ metadata: await makeDatabase('migrated') })
    mei = await house.person({ keys: ['search_config'] })
    try {
      const before = await content()
      await addQuickly(1)
      await remove()
      expect(await content()).toEqual(before)
    } finally {
      await house.dispose()
      house = embedded.house
      mei = embedded.mei
    }
  })

  it('that was killed in its removal is gone after the next', async () => {
    const before = await content()
    await addQuickly()
    const own = await db().selectFrom('report').select('id').execute()
    await db()
      .deleteFrom('report')
      .where(
        'id',
        'in',
        own.map(({ id }) => id),
      )
      .execute()
    await db().updateTable('demo_state').set({ state: 'removing' }).execute()
    await expect(add()).rejects.toThrow('上次移除没有完成')
    await db().updateTable('demo_state').set({ state: 'made' }).execute()
    await remove()
    expect(await content()).toEqual(before)
  })

  it('is not taken for absent where the list of tables can not be read, nor another’s table for its own', async () => {
    await addQuickly()
    const before = await content()
    const path = join(folder(), 'current.json')
    const list = readFileSync(path)
    writeFileSync(path, '{"generation":')
    await expect(remove('all')).rejects.toThrow('已损坏')
    await expect(add()).resolves.toBe('there')
    writeFileSync(path, list)
    expect(await content()).toEqual(before)
    await publish(house.dataDir, async ({ connection }) => {
      await connection.run('CREATE TABLE dim_item AS SELECT 3 AS own')
    })
    await remove()
    expect(await names()).toEqual(['dim_item', 'sales'])
    await unpublish(house.dataDir, ['dim_item'])
  })

  it('brings accounts only where that is said and they can be reached from this machine alone', async () => {
    const open = { ...house.deps, settings: { ...house.deps.settings, host: '0.0.0.0' } }
    await expect(addDemo(open, { userId: mei.id, size: 'small', accounts: true })).rejects.toThrow('人人皆知')
    const before = await content()
    await addQuickly(1)
    expect(await hasDemoPasswords(db())).toBe(true)
    const { id } = await db()
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'sql')
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('saved_query')
      .values({ ...query, owner_id: id, modified_by: id })
      .execute()
    await expect(remove()).rejects.toMatchObject({
      data: { touched: { hidden: 0, stays: [{ kind: 'SQL 查询', name: '自己的' }] } },
    })
    await db().deleteFrom('saved_query').where('id', '=', query.id).execute()
    await remove()
    expect(await content()).toEqual(before)
  })

  it('is one: two who ask at once get one, and those who see some games none', async () => {
    const before = await content()
    await cutShort()
    const both = await Promise.allSettled([add(), add()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await remove()
    expect(await content()).toEqual(before)
    const some = await house.person({ keys: ['search_config'], games: ['own'] })
    for (const call of [addCall, cancelDemo, removeCall]) {
      const { status, envelope } = await some.call(call, call.example)
      expect([call.name, status, envelope?.code]).toEqual([call.name, 403, 'permission_missing'])
    }
    expect((await some.call<Demo>(readDemo)).data.refusal).toContain('全部游戏')
  })

  it('comes by the page, which tells how far it is, and goes by it', async () => {
    const before = await content()
    await cutShort()
    await mei.call(addCall, { body: { size: 'small' } })
    const show = async () => (await mei.call<Demo>(readDemo)).data
    await vi.waitFor(async () => expect((await show()).state).toBe('made'))
    const { parts, touched, refusal } = await show()
    expect(parts[0]).toEqual({ kind: '数据表', count: demoTableNames.length })
    expect([touched, refusal]).toEqual([untouched, null])
    expect((await mei.call(addCall, { body: { size: 'small' } })).envelope?.msg).toBe('演示数据已存在')
    expect((await mei.call(removeCall, { body: {} })).data).toEqual(untouched)
    expect((await show()).state).toBe('none')
    expect(await content()).toEqual(before)
  })

  it('is refused on a ClickHouse', async () => {
    const elsewhere = {
      ...house.deps,
      settings: { ...house.deps.settings, warehouse: 'http://localhost:8123' },
    }
    expect(() => addDemo(elsewhere, { userId: mei.id, size: 'small' })).toThrow('ClickHouse')
  })
})

test.each([
  ['select * from Pay_Order', true],
  ['select 1 from "pay_order"', true],
  ["select 'pay_order'", false],
  ['select * from pay_orders', false],
  ['select * from dict.channel', true],
  ['select channel from sales', false],
])('%s reads the demo: %s', (sql, reads) => {
  expect(namesOne(sql, new Set(['pay_order', 'dict.channel']))).toBe(reads)
})
