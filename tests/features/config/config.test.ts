// Calls that read the report engine's definitions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeStores } from '#tests/factories/stores.ts'
import {
  anaSettingOption,
  getAdbTableNameByTableType,
  getAnaDimOrPointType,
  getAnaDimTable,
  getAnaPointTable,
  type SettingOptions,
} from '#features/config/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { makeOffice, type Office } from '../statement/office.ts'

describeStores('definitions', (store) => {
  let office: Office
  beforeAll(async () => {
    office = await makeOffice({ metadata: (await store.make()).metadata })
    await office.deps.metadata.db
      .insertInto('category')
      .values([
        { kind: 'point', name: '付费', position: 2 },
        { kind: 'point', name: '活跃', position: 1 },
        { kind: 'dimension', name: '玩家', position: 1 },
      ])
      .execute()
  })
  afterAll(() => office?.dispose())

  it('names every choice of the forms in Chinese', async () => {
    const { data } = await (await office.person()).call<SettingOptions>(anaSettingOption)
    expect(data.grains.map(({ value }) => value)).toEqual(['hour', 'day', 'week', 'month', 'quarter', 'year'])
    expect(data.pointTypes).toContainEqual({ value: 'distinct', label: '去重计数' })
    for (const options of Object.values(data)) expect(options.length).toBeGreaterThan(1)
  })

  it('offers tables with something to add up as point tables, small ones as dimension tables', async () => {
    const names = async (tableType: string) => {
      const { data } = await office.admin.call<{ name: string }[]>(getAdbTableNameByTableType, {
        params: { tableType },
      })
      return data.map(({ name }) => name).sort()
    }
    expect(await names('point')).toEqual(['orders', 'visit'])
    expect(await names('dim')).toEqual(['channels', 'letters', 'orders', 'visit'])
    const wrong = await office.admin.call(getAdbTableNameByTableType, { params: { tableType: '__proto__' } })
    expect(wrong.status).toBe(400)
  })

  it('reads tables by ids, all of them without, and categories in order', async () => {
    const person = await office.person()
    const names = async (call: typeof getAnaDimTable | typeof getAnaPointTable, body: object) =>
      (await person.call<{ name: string }[]>(call, { body })).data.map(({ name }) => name)
    expect(await names(getAnaPointTable, {})).toEqual(['访问', '订单'])
    expect(await names(getAnaPointTable, { tableIds: [office.tables.orders, 999] })).toEqual(['订单'])
    expect(await names(getAnaPointTable, { tableIds: [] })).toEqual([])
    expect(await names(getAnaDimTable, {})).toEqual(['渠道表'])
    const { data } = await person.call<{ name: string; order: number }[]>(getAnaDimOrPointType)
    expect(data.map(({ name }) => name)).toEqual(['玩家', '活跃', '付费'])
  })
})

/** Publications and changes by other processes are noticed within a second or two. */
const soon = { timeout: 60_000 }

describe('the model', () => {
  let office: Office
  beforeAll(async () => {
    office = await makeOffice()
  })
  afterAll(() => office?.dispose())

  it('is kept for a moment, and follows the store and the warehouse', async () => {
    const first = await readModel(office.deps)
    expect(await readModel(office.deps)).toBe(first)
    await office.warehouse.publish(['CREATE TABLE later(day DATE, amount INTEGER)'])
    await expect
      .poll(async () => (await readModel(office.deps)).tables.map(({ name }) => name), soon)
      .toContain('later')
    await office.deps.metadata.db
      .updateTable('point')
      .set({ name: '改名' })
      .where('id', '=', office.points.orders)
      .execute()
    const renamed = async () => (await readModel(office.deps)).points.some(({ name }) => name === '改名')
    await expect.poll(renamed, soon).toBe(true)
  })

  it('names keys that stand in a dimension table twice', async () => {
    expect((await readModel(office.deps)).duplicateKeys).toEqual([])
    await office.warehouse.publish([
      "CREATE OR REPLACE TABLE channels AS SELECT * FROM (VALUES ('web', 'x'), ('web', 'y'), (NULL, 'z'), (NULL, 'z')) t(code, kind)",
    ])
    await expect
      .poll(async () => (await readModel(office.deps)).duplicateKeys, soon)
      .toEqual([{ dimTableId: office.tables.channels, examples: ['web'] }])
  })
})
