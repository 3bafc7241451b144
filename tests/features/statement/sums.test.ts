// Reports from kept sums: when sums are made, that they answer like the facts, row scopes, and their removal.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GameScope, ReportInfo } from '#semantic/model/types.ts'
import type { Person } from '#tests/factories/house.ts'
import { eagerSums } from '#tests/factories/warehouse.ts'
import { clearReportSums, readCaches, type ServerCaches } from '#features/installation/contract.ts'
import { explainCell, getReportDataByInfo, type ReportTable } from '#features/statement/contract.ts'
import type { ExplainedCell } from '#features/statement/server/explain/cell.ts'
import { makeOffice, type Office } from './office.ts'

const longer =
  'INSERT INTO visit SELECT day - i::INTEGER, cgi, channel, player_id, minutes + i::INTEGER FROM visit, range(1, 40) AS more(i), range(20)'

let office: Office
beforeAll(async () => {
  office = await makeOffice({ sums: eagerSums, extraSql: [longer] })
})
afterAll(() => office?.dispose())

const days = { from: '2026-09-01', to: '2026-10-03' }
const ask = async (person: Person, change: Partial<ReportInfo> = {}) => {
  const info = office.info({ dims: [office.dims.date, office.dims.channel], dateRange: days, ...change })
  return (await person.call<ReportTable>(getReportDataByInfo, { body: { info, fresh: true } })).data
}
const told = ({ data, summary }: ReportTable) => ({ data, summary })
/** The same figures with sums out of reach: by one player's rows and all the others' they are read from the facts. */
const isOfFacts = ({ sums }: ReportTable) => sums === undefined

it('come once a question over many days was asked three times, and answer as the facts do', async () => {
  const first = await ask(office.admin)
  expect(isOfFacts(first)).toBe(true)
  // Few days are no reason, however often.
  for (let time = 0; time < 4; time += 1)
    await ask(office.admin, { dateRange: { from: '2026-10-01', to: '2026-10-03' } })
  expect(office.deps.warehouse.readSums && (await (await office.deps.warehouse.readSums())?.hasDue())).toBe(
    false,
  )
  await ask(office.admin)
  await ask(office.admin)
  await expect.poll(async () => (await ask(office.admin)).sums?.length, { timeout: 30_000 }).toBe(1)
  const later = await ask(office.admin)
  expect(told(later)).toEqual(told(first))
  expect(later.sums).toEqual([
    { title: '访问', version: expect.stringMatching(/^20/), rows: expect.any(Number) },
  ])
})

it('hold each reader to their games, and serve other days, grains, filters and orders', async () => {
  const changes: Partial<ReportInfo>[] = [
    {},
    { dims: [] },
    { dims: [office.dims.game] },
    { dims: [office.dims.date], grain: 'week', compare: 'previous' },
    { dateRange: { from: '2026-10-01', to: '2026-10-03' } },
    { filters: [{ dim: office.dims.channel, op: 'in', values: ['web', null] }] },
    { dims: [office.dims.channel], top: { dim: office.dims.channel, count: 1, by: office.points.minutes } },
  ] as Partial<ReportInfo>[]
  const scopes: GameScope[] = ['all', ['a'], ['b'], []]
  const people = await Promise.all(scopes.map((games) => office.person({ games })))
  const { warehouse } = office.deps
  const store = await warehouse.readSums()
  for (const person of people)
    for (const change of changes) {
      const over = await ask(person, change)
      expect(isOfFacts(over)).toBe(false)
      const kept = store?.kept
      if (store) store.kept = () => []
      const facts = await ask(person, change)
      if (store && kept) store.kept = kept
      expect(isOfFacts(facts)).toBe(true)
      expect(told(over), JSON.stringify(change)).toEqual(told(facts))
    }
})

it('say so where a cell is explained, in the figures from the cache too, and where they are cleared', async () => {
  const { dims, points, admin } = office
  const info = office.info({ dims: [dims.channel], dateRange: days })
  const body = { info, key: `p${points.minutes}`, cells: { [`d${dims.channel}`]: 'web' } }
  const { data } = await admin.call<ExplainedCell>(explainCell, { body })
  expect(data.sums).toMatchObject([{ title: '访问' }])
  await admin.call(getReportDataByInfo, { body: { info } })
  const cached = (await admin.call<ReportTable>(getReportDataByInfo, { body: { info } })).data
  expect([cached.cached, cached.sums?.[0]?.title]).toEqual([true, '访问'])
  const { sums } = (await admin.call<ServerCaches>(readCaches)).data
  expect(sums).toMatchObject({ entries: 1, tables: [{ name: 'visit', entries: 1 }] })
  expect(sums?.hits).toBeGreaterThan(10)
  const viewer = await office.person()
  expect((await viewer.call<ServerCaches>(readCaches)).data.sums).toBeNull()
})

it('are not read once their facts are published anew, and are made anew by themselves', async () => {
  const before = await ask(office.admin, { dims: [] })
  expect(isOfFacts(before)).toBe(false)
  await office.warehouse.publish([
    `CREATE TABLE visit AS SELECT DATE '2026-09-01' + (i % 30)::INTEGER AS day, 'a' AS cgi, 'web' AS channel, i AS player_id,
      2::INTEGER AS minutes FROM range(1000) AS more(i)`,
  ])
  await expect.poll(async () => (await ask(office.admin, { dims: [] })).summary).toEqual([2000])
  await expect
    .poll(async () => (await ask(office.admin, { dims: [] })).sums?.length, { timeout: 30_000 })
    .toBe(1)
  expect((await ask(office.admin, { dims: [] })).summary).toEqual([2000])
})

it('are passed by where a file is damaged or gone, and given up', async () => {
  const folder = join(office.dataDir, 'report-sums')
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.duckdb'))
  rmSync(join(folder, file))
  writeFileSync(join(folder, file), 'no sums at all')
  // A reader that has it open goes on; another one finds it damaged.
  for (const pid of office.warehouse.warehouse.readerPids()) process.kill(pid, 'SIGKILL')
  const answer = await ask(office.admin, { dims: [] })
  expect([answer.summary, isOfFacts(answer)]).toEqual([[2000], true])
  expect(existsSync(join(folder, file))).toBe(false)
})

it('go when somebody clears them, which the audit keeps', async () => {
  await office.admin.call(clearReportSums, { body: {} })
  expect((await office.admin.call<ServerCaches>(readCaches)).data.sums?.entries).toBe(0)
  const row = await office.deps.metadata.db
    .selectFrom('audit')
    .select('action')
    .where('action', '=', 'reportSums.clear')
    .executeTakeFirst()
  expect(row).toBeDefined()
})
