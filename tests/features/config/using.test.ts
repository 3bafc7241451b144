// Users of a definition, the effect of a change on them, and undo.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeStores } from '#tests/factories/stores.ts'
import * as calls from '#features/config/contract.ts'
import { getReportDataByInfo } from '#features/statement/contract.ts'
import { makeOffice, type Office } from '../statement/office.ts'
import { definitionsAsRows } from './definitionRows.ts'

describeStores('what stands on definitions', (store) => {
  let office: Office
  let privateReport: number
  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    const other = await office.person()
    const { db } = office.deps.metadata
    const { id: view } = await db
      .insertInto('view_meta')
      .values({ name: '秘密', type_id: office.folder, position: 2, owner_id: other.id, shared: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    privateReport = await reportOf('私有', view, { points: [office.points.revenue] }, other.id)
  })
  afterAll(() => office?.dispose())

  async function reportOf(name: string, view: number, change: object, owner = office.admin.id) {
    const row = { view_meta_id: view, report_name: name, remark: '', position: 9, owner_id: owner }
    const info = JSON.stringify(office.info(change))
    const { id } = await office.deps.metadata.db
      .insertInto('report')
      .values({ ...row, info, modified_at: '2026-10-04T00:00:00.000Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const state = async () =>
    createHash('sha256')
      .update(JSON.stringify(await definitionsAsRows(office.deps.metadata.db)))
      .digest('hex')
  const uses = async (kind: calls.DefinitionKind, id: number) =>
    (await office.admin.call<calls.DefinitionUses>(calls.definitionUses, { params: { kind, id } })).data
  const savePoint = async (body: object) =>
    (await office.admin.call<{ id: number; revision: number }>(calls.addOrUpdateAnaPoint, { body })).data
  const effectOf = async (body: object) =>
    (await office.admin.call<calls.ChangeEffect>(calls.changeEffect, { body })).data
  const history = async (id: number) =>
    (
      await office.admin.call<calls.DefinitionHistory>(calls.definitionHistory, {
        params: { kind: 'point', id },
      })
    ).data

  it('names reports with their views, formulas, and counts what is private', async () => {
    const minutes = await uses('point', office.points.minutes)
    expect(minutes.uses).toContainEqual({
      kind: 'report',
      id: String(office.report),
      name: '访问',
      where: '日报',
      viewMetaId: office.view,
      through: '',
      blocks: true,
    })
    const revenue = await uses('point', office.points.revenue)
    expect(revenue.uses.map(({ kind, name }) => `${kind} ${name}`)).toContain('point ARPU')
    expect(revenue.hidden).toBe(1)
    expect(JSON.stringify(revenue)).not.toContain('私有')
    const table = await uses('dimensionTable', office.tables.channels)
    expect(table.uses.map(({ kind, where }) => `${kind} ${where}`).sort()).toEqual([
      'dimension 维度表',
      'pointTable 关联',
      'pointTable 关联',
    ])
    const facts = await uses('pointTable', office.tables.visit)
    expect(facts.uses.find(({ kind }) => kind === 'report')?.through).toBe('在线时长')
  })

  it('refuses to delete what is used, with the list, and changes nothing', async () => {
    const before = await state()
    const { envelope } = await office.admin.call<calls.DefinitionUses>(calls.deleteAnaPoint, {
      params: { id: office.points.minutes },
      body: {},
    })
    expect(envelope).toMatchObject({ isSuccess: false, code: 'object_in_use' })
    expect(envelope?.msg).toContain('「访问」')
    expect(envelope?.data.uses[0]?.viewMetaId).toBe(office.view)
    const hidden = await office.admin.call(calls.deleteAnaPoint, {
      params: { id: office.points.revenue },
      body: {},
    })
    expect(hidden.envelope?.code).toBe('object_in_use')
    const dims = await office.admin.call(calls.deleteAnaDimTable, {
      params: { id: office.tables.channels },
      body: {},
    })
    expect(dims.envelope?.code).toBe('object_in_use')
    expect(await state()).toBe(before)
  })

  it('says which reports’ figures a change makes others, with those of one before and after', async () => {
    const before = await state()
    const effect = await effectOf({ point: { id: office.points.minutes, name_sql: 'minutes * 2' } })
    expect(effect.reports).toEqual([
      {
        id: office.report,
        reportName: '访问',
        viewMetaId: office.view,
        viewName: '日报',
        effect: 'changes',
        problem: '',
      },
    ])
    const [total, ...rows] = effect.example?.rows ?? []
    expect([total?.before?.[1], total?.after?.[1]]).toEqual([160, 320])
    for (const { before: past, after } of rows) expect(after?.[1]).toBe(2 * Number(past?.[1]))
    const renamed = await effectOf({ point: { id: office.points.minutes, describe: '别的说明' } })
    expect([renamed.reports, renamed.example]).toEqual([[], null])
    expect(await state()).toBe(before)
  })

  it('counts what would change in other people’s private views, and a new name breaks no formula', async () => {
    const revenue = await effectOf({
      point: { id: office.points.revenue, name_sql: 'amount + 1' },
      example: false,
    })
    expect(revenue.hidden).toEqual({ changes: 1, breaks: 0 })
    expect(JSON.stringify(revenue)).not.toContain(`"id":${privateReport},`)
    const renamed = await effectOf({ point: { id: office.points.revenue, name: '流水' } })
    expect([renamed.broken, renamed.reports]).toEqual([[], []])
  })

  it('gives what stands around a definition, in layers', async () => {
    const { data } = await office.admin.call<calls.DefinitionGraph>(calls.definitionGraph, {
      query: { kind: 'point', id: office.points.minutes },
    })
    const layer = Object.fromEntries(data.nodes.map((node) => [node.key, node.layer]))
    expect(layer['physical:visit']).toBe(0)
    expect(layer[`point:${office.points.minutes}`]).toBeGreaterThan(
      layer[`pointTable:${office.tables.visit}`] ?? 9,
    )
    expect(layer[`report:${office.report}`]).toBeGreaterThan(layer[`point:${office.points.minutes}`] ?? 9)
    expect(data.edges).toContainEqual({
      from: `point:${office.points.minutes}`,
      to: `report:${office.report}`,
    })
    const whole = await office.admin.call<calls.DefinitionGraph>(calls.definitionGraph)
    expect(JSON.stringify(whole.data)).not.toContain('私有')
  })

  it('answers new figures as soon as a definition is changed, and the old ones as soon as it is taken back', async () => {
    const person = await office.person()
    const total = async () => {
      const { data } = await person.call<{ summary: unknown[] }>(getReportDataByInfo, {
        body: { info: office.info({ dims: [] }) },
      })
      return data.summary[0]
    }
    expect(await total()).toBe(160)
    const { revision } = await savePoint({ id: office.points.minutes, name_sql: 'minutes * 3', note: '三倍' })
    expect(await total()).toBe(480)
    const [changed, made] = await history(office.points.minutes)
    expect(changed).toMatchObject({
      action: 'change',
      by: office.admin.user.username,
      back: false,
      changes: [
        { title: '表达式', from: 'minutes', to: 'minutes * 3' },
        { title: '备注', from: '', to: '三倍' },
      ],
    })
    expect(made).toMatchObject({ change: 0, action: 'add', back: true })
    const body = { kind: 'point', id: office.points.minutes, change: 0 }
    const stale = await office.admin.call(calls.backToChange, { body: { ...body, revision: revision - 1 } })
    expect(stale.envelope?.code).toBe('object_conflict')
    const back = await office.admin.call(calls.backToChange, { body: { ...body, revision } })
    expect(back.data).toMatchObject({ name_sql: 'minutes', note: '', revision: revision + 1 })
    expect(await total()).toBe(160)
    const [again] = await history(office.points.minutes)
    expect(again?.changes.map(({ to }) => to)).toEqual(['minutes', ''])
  })

  it('goes back to any state between, and refuses one that can’t be computed any more', async () => {
    const part = await savePoint({ name: '部分', table_id: office.tables.visit, name_sql: 'minutes' })
    const sum = await savePoint({ name: '合', types: 'computed', name_sql: '[部分] + 1' })
    await savePoint({ id: sum.id, name_sql: '[在线时长] + 2' })
    await savePoint({ id: sum.id, name_sql: '[在线时长] + 3' })
    const entries = await history(sum.id)
    const between = entries[1] as calls.DefinitionHistory[number]
    const back = (change: number) =>
      office.admin.call(calls.backToChange, { body: { kind: 'point', id: sum.id, change } })
    expect((await back(between.change)).data).toMatchObject({ name_sql: '[在线时长] + 2' })
    await office.admin.call(calls.deleteAnaPoint, { params: { id: part.id }, body: {} })
    const before = await state()
    const refused = await back(0)
    expect((refused.envelope?.data as { fields: object } | null)?.fields).toMatchObject({
      name_sql: expect.stringContaining('没有指标 [部分]'),
    })
    expect(await state()).toBe(before)
    expect((await back(987654)).envelope?.code).toBe('object_missing')
  })

  it('deletes what nothing uses from every reader, and brings it back as it was', async () => {
    const { id } = await savePoint({ name: '多余', table_id: office.tables.visit, note: '备注' })
    await office.admin.call(calls.deleteAnaPoint, { params: { id }, body: {} })
    const query = `{ allPoint(where: { id: ${id} }) { name note } countPoint(where: { id: ${id} }) allConfig { points { id } } }`
    const read = async () => (await office.admin.call(calls.graphql, { body: { query } })).text
    expect(await read()).not.toContain('多余')
    expect(await read()).not.toContain(`"id":${id}`)
    const gone = await office.admin.call<calls.GoneDefinitions>(calls.goneDefinitions, {
      params: { kind: 'point' },
    })
    expect(gone.data[0]).toMatchObject({ id, name: '多余' })
    const again = await savePoint({ name: '多 余', table_id: office.tables.visit })
    const bring = () => office.admin.call(calls.bringBackDefinitions, { body: { kind: 'point', ids: [id] } })
    expect((await bring()).envelope?.code).toBe('name_taken')
    await office.admin.call(calls.deleteAnaPoint, { params: { id: again.id }, body: {} })
    expect((await bring()).envelope?.isSuccess).toBe(true)
    expect(await read()).toContain('"note":"备注"')
  })

  it('brings a look-up table back only while its keys are its rows’', async () => {
    const { data } = await office.admin.call<{ id: number }>(calls.addOrUpdateAnaDimTable, {
      body: { name: '字母', table_truename: 'letters', key_column: 'code' },
    })
    const { id } = data
    await office.admin.call(calls.deleteAnaDimTable, { params: { id }, body: {} })
    await office.warehouse.publish([
      "CREATE OR REPLACE TABLE letters AS SELECT * FROM (VALUES ('x', 'y'), ('x', 'z')) t(code, note)",
    ])
    const bring = () =>
      office.admin.call(calls.bringBackDefinitions, { body: { kind: 'dimensionTable', ids: [id] } })
    const fields = async () => ((await bring()).envelope?.data as { fields?: object } | null)?.fields
    await expect.poll(fields).toHaveProperty('key_column')
    expect(
      (
        await office.admin.call(calls.bringBackDefinitions, {
          body: { kind: 'dimensionTable', ids: [Number.MAX_SAFE_INTEGER] },
        })
      ).envelope?.code,
    ).toBe('object_missing')
  })

  it('a formula and what it names go together, all or none', async () => {
    const part = await savePoint({ name: '甲', table_id: office.tables.visit })
    const sum = await savePoint({ name: '乙', types: 'computed', name_sql: '[甲] + 1' })
    const remove = (ids: number[]) =>
      office.admin.call(calls.deleteDefinitions, { body: { kind: 'point', ids } })
    expect((await remove([part.id])).envelope?.code).toBe('object_in_use')
    const before = await state()
    expect((await remove([sum.id, 987654])).envelope?.code).toBe('object_missing')
    expect(await state()).toBe(before)
    expect((await remove([part.id, sum.id])).envelope?.isSuccess).toBe(true)
  })

  it('changes many at once or none, and a category in use stays', async () => {
    const body = { kind: 'point', name: '批量' }
    const { data: category } = await office.admin.call<{ id: number }>(calls.addOrUpdateAnaDimOrPointType, {
      body,
    })
    const edit = (given: object) =>
      office.admin.call(calls.editDefinitions, { body: { kind: 'point', ...given } })
    const items = [{ id: office.points.minutes }, { id: office.points.players }]
    const values = { category: category.id, describe: '一起', unit: '次' }
    expect((await edit({ items, values })).data).toEqual({ changed: 2 })
    const [entry] = await history(office.points.players)
    expect(entry?.changes.map(({ title, to }) => [title, to])).toContainEqual(['分类', '批量'])
    const before = await state()
    const half = await edit({ items: [...items, { id: 987654 }], values: { describe: '半途' } })
    expect(half.envelope?.code).toBe('object_missing')
    const strange = await edit({ items, values: { cgi_filter: true } })
    expect((strange.envelope?.data as { fields: object } | null)?.fields).toHaveProperty('cgi_filter')
    const late = await edit({
      items: [{ id: office.points.minutes, revision: 1 }],
      values: { describe: '晚' },
    })
    expect(late.envelope).toMatchObject({ code: 'object_conflict', data: { id: office.points.minutes } })
    const removed = await office.admin.call(calls.deleteAnaDimOrPointType, {
      params: { id: category.id },
      body: {},
    })
    expect(removed.envelope?.code).toBe('object_in_use')
    expect(await state()).toBe(before)
  })
})
