// Every figure of the demo's reports leads to its players, or says why it has none; where the figure counts players,
// the list has as many.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReportInfo } from '#semantic/model/types.ts'
import {
  getReportDataByInfo,
  listPlayers,
  type PlayerList,
  type ReportTable,
} from '#features/statement/contract.ts'
import { makeDemoHouse } from '../factories/demo/house.ts'
import type { House, Person } from '../factories/house.ts'

let house: House
let person: Person
let reports: { name: string; info: ReportInfo }[]
beforeAll(async () => {
  house = await makeDemoHouse()
  person = await house.person({ keys: ['search_config'] })
  const { db } = house.deps.metadata
  const rows = await db.selectFrom('report').select(['report_name', 'info']).orderBy('id').execute()
  reports = rows.map(({ report_name, info }) => ({ name: report_name, info: JSON.parse(info) as ReportInfo }))
}, 180_000)
afterAll(() => house?.dispose())

/** Roles whose figure is a number of players, each listed once. */
const counting = ['size', 'retained', 'lost', 'back', 'step', 'daily', 'active']
const mostColumns = 7

/** One report of each way to count. */
function shapes(): typeof reports {
  const known = new Map(
    reports.map((one) => {
      const { kind, activity, funnel, retention, compare } = one.info
      return [JSON.stringify([kind, activity, funnel, retention, compare]), one]
    }),
  )
  return [...known.values()]
}

it('every figure leads to its players, or says why not', async () => {
  const wrong: string[] = []
  let counted = 0
  for (const { name, info } of shapes()) {
    const table = (await person.call<ReportTable>(getReportDataByInfo, { body: { info } })).data
    for (const [at, { key, kind, role }] of table.columns.entries()) {
      if (kind === 'dimension' || at > mostColumns) continue
      const asked = { body: { info, key, cells: {} } }
      const { status, envelope } = await person.call<{ lists: PlayerList[] }>(listPlayers, asked)
      if (status !== 200 || !envelope) wrong.push(`${name} ${key}: ${status}`)
      else if (!envelope.isSuccess && !/玩家/.test(envelope.msg))
        wrong.push(`${name} ${key}: ${envelope.msg}`)
      const figure = table.summary?.[at] ?? null
      if (!envelope?.isSuccess || figure === null || !counting.includes(role ?? '')) continue
      counted += 1
      const listed = envelope.data.lists[0]?.total
      if (listed !== figure) wrong.push(`${name} ${key}: ${listed} players instead of ${figure}`)
    }
  }
  expect(wrong).toEqual([])
  expect(counted).toBeGreaterThan(15)
}, 300_000)
