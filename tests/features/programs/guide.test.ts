// The guide's examples for programs, sent as they stand there.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDemoHouse } from '#tests/factories/demo/house.ts'
import type { House } from '#tests/factories/house.ts'
import { chapter } from '#features/guide/web/chapters/programs.ts'
import { runSource } from '#features/sources/contract.ts'
import { getReportDataByInfo, type ReportTable } from '#features/statement/contract.ts'
import { type MadeToken, saveToken } from '#features/tokens/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from '../sources/sourcesHouse.ts'
import { tokenOf } from './assistant.ts'

let demo: House
let sources: SourcesHouse
beforeAll(async () => {
  demo = await makeDemoHouse()
  sources = await makeSourcesHouse()
})
afterAll(async () => {
  await demo.dispose()
  await sources.dispose()
})

const codeOf = (part: string): string[] =>
  chapter.parts
    .filter(({ id }) => id === part)
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (typeof step === 'object' && 'code' in step ? [step.code] : []))

it('asks the report of the guide by a token, and names what it answers', async () => {
  const [example = ''] = codeOf('api')
  const headers = { authorization: `Bearer ${await tokenOf(demo, 'viewer', { scope: 'read' })}` }
  const { data } = await demo.send<ReportTable>(getReportDataByInfo, { body: JSON.parse(example) }, headers)
  expect(data.columns.map(({ title }) => title)).toEqual(['日期', '活跃用户'])
  expect(data.rowCount).toBe(7)
})

it('starts a load by the request of the guide, with a token for that call alone', async () => {
  sources.put('orders.csv', 'id,n\n1,10\n2,20\n')
  const source = await sources.save({ table: 'called' })
  const body = { name: 'upstream', scope: 'write', games: '*', calls: ['sourcesRun'] }
  const { secret } = (await sources.keeper.call<MadeToken>(saveToken, { body })).data
  const [example = ''] = codeOf('loads')
  const [, url = ''] = /(https:\S+)$/.exec(example) ?? []
  const [, payload = ''] = /-d '(.*?)'/.exec(example) ?? []
  const path = new URL(url).pathname.replace(/12$/, String(source.id))
  const send = (bearer: string) =>
    sources.app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    })
  expect((await send(`${secret}x`)).statusCode).toBe(401)
  await sources.app.jobs.tick()
  await sources.app.jobs.settled()
  expect((await sources.find(source.id)).last).toBeNull()
  expect((await send(String(secret))).json()).toMatchObject({ isSuccess: true })
  await sources.app.jobs.tick()
  await sources.app.jobs.settled()
  expect(await sources.warehouse.rows('SELECT id, n FROM called ORDER BY id')).toHaveLength(2)
  const stranger = await sources.person()
  expect((await stranger.call(runSource, { params: { id: source.id }, body: {} })).status).toBe(403)
  const other = await sources.send(getReportDataByInfo, { body: {} }, { authorization: `Bearer ${secret}` })
  expect([other.status, other.envelope?.code]).toEqual([403, 'token_refused'])
})
