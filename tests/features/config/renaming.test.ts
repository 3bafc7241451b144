// A point's new name, with formulas that use it: they follow, whoever types what meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/config/contract.ts'
import { getReportDataByInfo } from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'

describeStores('a new name of a point', (store) => {
  let office: Office
  let other: Office['admin']
  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    other = await office.person({ keys: ['search_config'] })
  })
  afterAll(() => office?.dispose())

  type Saved = { id: number; revision: number; name: string; name_sql: string }
  const save = (body: object, by = office.admin) => by.call<Saved>(calls.addOrUpdateAnaPoint, { body })
  const formula = async (name: string, name_sql: string) =>
    (await save({ name, types: 'computed', name_sql })).data
  const added = async (name: string, table_id = office.tables.visit) =>
    (await save({ name, table_id, name_sql: table_id === office.tables.visit ? 'minutes' : 'amount' })).data
  const read = async (id: number) => {
    const query = `{ allPoint(where: { id: ${id} }) { name name_sql revision } allConfig { points { id name_sql } } }`
    const { text } = await office.admin.call(calls.graphql, { body: { query } })
    const { data } = JSON.parse(text) as {
      data: {
        allPoint: { name: string; name_sql: string; revision: number }[]
        allConfig: { points: { id: number; name_sql: string }[] }
      }
    }
    const [listed] = data.allPoint
    expect(data.allConfig.points.find((point) => point.id === id)?.name_sql).toBe(listed?.name_sql)
    return listed
  }
  const stored = async (id: number) =>
    (
      await office.deps.metadata.db
        .selectFrom('point')
        .select('name_sql')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).name_sql
  const history = async (id: number) =>
    (
      await office.admin.call<calls.DefinitionHistory>(calls.definitionHistory, {
        params: { kind: 'point', id },
      })
    ).data
  const total = async (point: number) => {
    const info = office.info({ dims: [], points: [point] })
    const { data } = await office.admin.call<{ summary: unknown[] }>(getReportDataByInfo, { body: { info } })
    return data.summary[0]
  }

  it('carries seven formulas along: one row is written, and all figures stay', async () => {
    const base = await added('时长甲')
    const readers: Saved[] = []
    for (let at = 1; at <= 7; at += 1)
      readers.push(await formula(`时长公式 ${at}`, `[时长甲] * ${at} + [在线时长]`))
    const over = await formula('时长之上', '[时长公式 7] / [时长甲]')
    const before = await total(over.id)
    expect(before).toEqual(expect.any(Number))
    const renamed = await save({ id: base.id, name: '时长 [新]', revision: base.revision })
    expect(renamed.envelope?.isSuccess).toBe(true)
    for (const [at, { id, revision }] of readers.entries())
      expect(await read(id)).toEqual({
        name: `时长公式 ${at + 1}`,
        name_sql: `[时长 [新]]] * ${at + 1} + [在线时长]`,
        revision,
      })
    expect(await stored(over.id)).toBe(`[#${readers[6]?.id}] / [#${base.id}]`)
    expect(await total(over.id)).toBe(before)
    const [change] = await history(base.id)
    expect(change?.changes).toEqual([{ field: 'name', title: '名称', from: '时长甲', to: '时长 [新]' }])
    // The way back takes the formulas along again.
    const back = { kind: 'point', id: base.id, change: 0 }
    expect((await office.admin.call<Saved>(calls.backToChange, { body: back })).data.name).toBe('时长甲')
    expect((await read(over.id))?.name_sql).toBe('[时长公式 7] / [时长甲]')
  })

  it('reaches formulas that were written by name: by an import, the demo, an older store', async () => {
    await office.deps.metadata.db
      .updateTable('point')
      .set({ name_sql: '[充值金额] / [活跃用户]' })
      .where('id', '=', office.points.arpu)
      .execute()
    const before = await total(office.points.arpu)
    await save({ id: office.points.revenue, name: '流水' })
    expect((await read(office.points.arpu))?.name_sql).toBe('[流水] / [活跃用户]')
    expect(await total(office.points.arpu)).toBe(before)
  })

  it('lets a formula be saved that somebody typed with the old name meanwhile', async () => {
    const base = await added('旧名')
    const open = await formula('开着的', '[旧名] + 1')
    expect((await save({ id: base.id, name: '新名' }, other)).envelope?.isSuccess).toBe(true)
    const typed = { id: open.id, revision: open.revision, name_sql: '[旧名] + 2 * [在线时长]' }
    const { data: checked } = await office.admin.call<calls.CheckedPoint>(calls.checkPoint, {
      body: { point: typed, figures: false },
    })
    expect(checked.problems).toEqual([])
    expect((await save(typed)).data).toMatchObject({ name_sql: '[新名] + 2 * [在线时长]' })
    // Two that both had the name: nobody can tell which is meant.
    const second = await added('旧名')
    await save({ id: second.id, name: '又一个新名' })
    const unclear = await save({ id: open.id, name_sql: '[旧名] + 3' })
    expect(unclear.envelope?.msg).toContain('没有指标 [旧名]')
  })

  it('two at once: each saves, or is told of the other, and every formula still counts', async () => {
    const base = await added('同时')
    const open = await formula('同时的公式', '[同时] + 1')
    const answers = await Promise.all([
      save({ id: base.id, name: '同时一', revision: base.revision }),
      save({ id: base.id, name: '同时二', revision: base.revision }, other),
      save({ id: open.id, name_sql: '[同时] + 5', revision: open.revision }),
    ])
    const [one, two, edited] = answers.map(({ envelope }) => envelope?.code ?? 'saved')
    expect([one, two].toSorted()).toEqual(['object_conflict', 'saved'])
    expect(edited).toBe('saved')
    const name = one === 'saved' ? '同时一' : '同时二'
    expect(await read(open.id)).toMatchObject({ name_sql: `[${name}] + 5` })
    expect(await total(open.id)).toEqual(expect.any(Number))
  })

  it('tells points of one name apart in formulas, and says a taken name while it is typed', async () => {
    const base = await added('重名')
    const open = await formula('重名的公式', '[重名] + 1')
    const elsewhere = await added('重名', office.tables.orders)
    expect((await read(open.id))?.name_sql).toBe(`[#${base.id}] + 1`)
    await save({ id: elsewhere.id, name: '不重名' })
    expect((await read(open.id))?.name_sql).toBe('[重名] + 1')
    const check = async (body: object) =>
      (
        await office.admin.call<calls.CheckedPoint>(calls.checkPoint, {
          body: { point: body, figures: false },
        })
      ).data
    const taken = { id: base.id, name: ' 在线 时长' }
    expect((await check(taken)).problems).toEqual([
      { field: 'name', message: '已有同名的指标，请换一个名称', position: null },
    ])
    expect((await save(taken)).envelope?.msg).toBe('已有同名的指标，请换一个名称')
    const allowed = await check({ id: elsewhere.id, name: '重名' })
    expect([allowed.problems, allowed.warnings]).toEqual([
      [],
      [expect.stringContaining(`已有同名的指标，公式里要写编号来区分，如 [#${base.id}]`)],
    ])
    const dimension = { id: office.dims.state, name: '支付方式' }
    const first = await office.admin.call<{ id: number }>(calls.addOrUpdateAnaDim, {
      body: { ...dimension, id: -1, info: { expression: 'state', factTable: 'orders' } },
    })
    expect(first.envelope?.isSuccess).toBe(true)
    const second = await office.admin.call<calls.CheckedDimension>(calls.checkDimension, {
      body: {
        dimension: { name: '支付方式', info: { expression: 'state', factTable: 'orders' } },
        figures: false,
      },
    })
    expect(second.data.problems).toEqual([
      { field: 'name', message: '已有同名的维度，请换一个名称', position: null },
    ])
  })

  it('names all that a change would break, not one of them', async () => {
    const base = await added('底')
    for (let at = 1; at <= 3; at += 1) await formula(`底上 ${at}`, `[底] * ${at}`)
    const broken = await save({
      id: base.id,
      name_sql: 'channel',
      types: 'additive',
      info: { aggregate: 'max' },
    })
    expect(broken.envelope?.msg).toMatch(/^保存后指标「底上 1」「底上 2」「底上 3」将不能计算：/)
  })
})
