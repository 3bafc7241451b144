// The demo's custom reports run as they are, for their readers too.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeDemoMetadata } from '../../src/demo/metadata/make.ts'
import { makeDemoWarehouse } from '../../src/demo/warehouse/make.ts'
import {
  type CustomSummary,
  type CustomTable,
  listCustomReports,
  runCustomReport,
} from '../../src/features/custom/contract.ts'
import { type House, makeHouse } from '../factories/house.ts'

let house: House
beforeAll(async () => {
  house = await makeHouse()
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
  await makeDemoWarehouse({ dataDir: house.dataDir, today, scale: 0.02 })
  await vi.waitFor(() => expect(house.deps.warehouse.tables().length).toBeGreaterThan(5), 20_000)
  await makeDemoMetadata(house.deps)
}, 180_000)
afterAll(() => house?.dispose())

it('answers each published report with its defaults, in the reader’s games', {
  timeout: 60_000,
}, async () => {
  const reader = await house.person({ keys: ['search_customReport'], games: ['yhxt'] })
  const list = (await reader.call<CustomSummary[]>(listCustomReports)).data
  expect(list.map(({ name }) => name).sort()).toEqual(['大额充值玩家', '新服首周', '渠道逐日充值'].sort())
  for (const { id, name } of list) {
    const params = { id }
    // The first game is large enough for orders even in a small demo; its threshold is met by few.
    const body = name === '大额充值玩家' ? { values: { least: 1 } } : {}
    const table = (await reader.call<CustomTable>(runCustomReport, { params, body })).data
    expect([name, table.rowCount > 0]).toEqual([name, true])
    const games = table.columns.findIndex(({ title }) => title === '游戏')
    if (games >= 0) expect(new Set(table.data[games])).toEqual(new Set(['yhxt']))
  }
})
