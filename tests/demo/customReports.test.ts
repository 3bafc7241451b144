// The demo's custom reports run without changes, for their readers too.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type CustomSummary,
  type CustomTable,
  listCustomReports,
  runCustomReport,
} from '#features/custom/contract.ts'
import { makeDemoHouse } from '../factories/demo/house.ts'
import type { House } from '../factories/house.ts'

let house: House
beforeAll(async () => {
  house = await makeDemoHouse()
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
