// The server's own logs: complete from the first request, found by the id that the browser showed, and limited to
// each reader's part.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, makeHouse, type Person } from '#tests/factories/house.ts'
import {
  countValues,
  getIndex,
  getLogStores,
  getLogs,
  type LogFound,
  type LogIndex,
  type LogLine,
  type LogStore,
  type LogTail,
  type LogValues,
  listEntrances,
  readContext,
  tailLogs,
} from '#features/logsearch/contract.ts'

let house: House
let engineer: Person
const keys = ['search_log'] as const
const access = { entrance: 'server', logStore: 'access' }
const linesOf = async (person: Person, body: object): Promise<LogLine[]> =>
  (await person.call<LogFound>(getLogs, { body: { waitMs: 15_000, ...body } })).data.page?.lines ?? []
const fieldOf = (line: LogLine | undefined, name: string) =>
  line?.fields.find((field) => field.name === name)?.value

beforeAll(async () => {
  house = await makeHouse()
  engineer = await house.person({ keys })
})
afterAll(() => house.dispose())

describe('the server’s own logs', () => {
  it('hold each request under the id that its caller saw', async () => {
    const answer = await engineer.call(listEntrances)
    const [line] = await linesOf(engineer, { ...access, query: `reqId="${answer.headers['request-id']}"` })
    expect([fieldOf(line, 'call'), fieldOf(line, 'status'), fieldOf(line, 'user')]).toEqual([
      'listEntrances',
      '200',
      engineer.user.username,
    ])
  })

  it('have their fields and stores told', async () => {
    const stores = (
      await engineer.call<LogStore[]>(getLogStores, { params: { entrance: 'server' } })
    ).data.map(({ name }) => name)
    expect(stores).toEqual(['access', 'error', 'sql', 'audit'])
    const { fields, lines } = (await engineer.call<LogIndex>(getIndex, { params: access })).data
    expect(lines).toBeGreaterThan(0)
    expect(fields.find(({ name }) => name === 'status')?.kind).toBe('number')
  })

  it('count, page, tell what stands around a line and the values of a field', async () => {
    for (let at = 0; at < 5; at += 1) await engineer.call(listEntrances)
    const body = { ...access, query: 'call:listEntrances', limit: 3, waitMs: 15_000 }
    const { page, progress } = (await engineer.call<LogFound>(getLogs, { body })).data
    expect(progress?.state).toBe('done')
    expect(progress?.bars?.counts.reduce((sum, count) => sum + count, 0)).toBe(progress?.count)
    const rest = await linesOf(engineer, { ...body, limit: 500, cursor: page?.cursor })
    expect(rest.length).toBe((progress?.count ?? 0) - 3)
    const line = page?.lines[1]?.id ?? ''
    const around = (
      await engineer.call(readContext, { params: { ...access, line }, query: { before: 1, after: 1 } })
    ).data as { before: LogLine[]; line: LogLine }
    expect([around.line.id, around.before.length]).toEqual([line, 1])
    const told = (await engineer.call<LogValues>(countValues, { body: { ...access, field: 'call' } })).data
    expect(told.exact).toBe(true)
    expect(told.values.reduce((sum, { count }) => sum + count, 0)).toBe(told.having)
  })

  it('are followed as they are written', async () => {
    const ask = (body: object) => engineer.call<LogTail>(tailLogs, { body: { ...access, ...body } })
    const { cursor } = (await ask({})).data
    await engineer.call(listEntrances)
    const { lines } = (await ask({ cursor, query: 'listEntrances', waitMs: 15_000 })).data
    expect(lines.length).toBeGreaterThan(0)
  })

  it('show readers of some games the lines of people who have no others, and nothing that tells of no person', async () => {
    const limited = await house.person({ keys, games: ['yhxt'] })
    const lines = await linesOf(limited, access)
    await limited.call(listEntrances)
    const own = await linesOf(limited, access)
    expect(lines.every((line) => fieldOf(line, 'userId') === String(limited.id))).toBe(true)
    expect(own.length).toBeGreaterThan(0)
    const error = await limited.call(getLogs, { body: { entrance: 'server', logStore: 'error' } })
    expect(error.envelope?.code).toBe('object_missing')
  })

  it('note a search of what people did in the audit, and show that row without its texts', async () => {
    const body = { entrance: 'server', logStore: 'audit', query: 'log.search' }
    await linesOf(engineer, body)
    const [line] = await linesOf(engineer, body)
    expect([fieldOf(line, 'action'), line?.text.includes('"query"')]).toEqual(['log.search', false])
  })
})

it('names the place of what can’t be read', async () => {
  const { envelope } = await engineer.call(getLogs, { body: { ...access, query: 'a (b' } })
  expect([envelope?.code, envelope?.data]).toEqual([
    'parameter_wrong',
    { problems: [{ from: 2, to: 3, message: '括号没有结束' }] },
  ])
})
