// Pushed rows that were acknowledged get into the table, whatever they hold: each value that a column can't keep is
// refused at the door, and what the door lets in is counted in the table.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathOf } from '#shared/call.ts'
import { makePushToken, pushRows, revokePushToken, type Source } from '#features/sources/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

let house: SourcesHouse
beforeAll(async () => {
  house = await makeSourcesHouse()
})
afterAll(() => house.dispose())

interface Pushing {
  source: Source
  push(payload: string, type?: string): Promise<{ status: number; isSuccess: boolean; msg: string }>
}

async function newSource(name: string, first: string): Promise<Pushing> {
  const source = await house.save({ name, table: name, kind: 'push', settings: {} })
  const { token } = await house.ask<{ token: string }>(makePushToken, { params: { id: source.id } })
  const push: Pushing['push'] = async (payload, type = 'application/x-ndjson') => {
    const reply = await house.app.inject({
      method: 'POST',
      url: pathOf(pushRows, { id: source.id }),
      headers: { host: 'localhost', 'content-type': type, authorization: `Bearer ${token}` },
      payload,
    })
    return { status: reply.statusCode, ...reply.json() }
  }
  expect(await push(first)).toMatchObject({ isSuccess: true })
  expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', problem: null })
  return { source, push }
}

const line = (row: object | string) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`
const rows = (table: string) => house.warehouse.rows(`SELECT COLUMNS(*)::VARCHAR FROM ${table} ORDER BY ALL`)
/** What one run loads of all that waits. */
async function load({ source }: Pushing) {
  const { runs, loads } = await house.run(source.id)
  expect(runs[0]).toMatchObject({ outcome: 'done', failed: 0, problem: null })
  expect((await house.find(source.id)).push?.waiting).toBe(0)
  return loads[0]
}

it('are all in the table: totals by word and by arithmetic, rows without a key, empty cells', async () => {
  const own = await newSource('sparse', line({ day: '2026-01-01', channel: '甲', n: 1 }))
  await own.push(
    [
      { day: '2026-01-02', channel: '乙', n: 2 },
      { day: '2026-01-02', channel: '合计', n: 3 },
      { day: '2026-01-03', channel: 'Total', n: 5 },
      { day: null, channel: '', n: 10 },
      { channel: '丙' },
    ]
      .map(line)
      .join(''),
  )
  await load(own)
  const all = await rows('sparse')
  expect(all.map(([, channel, n]) => [channel || null, n])).toEqual(
    expect.arrayContaining([
      ['合计', '3'],
      ['Total', '5'],
      [null, '10'],
      ['丙', null],
    ]),
  )
  expect(all).toHaveLength(6)
  await own.push('day,channel,n\n2026-01-04,,\n,丁,4\n', 'text/csv')
  await load(own)
  expect(await rows('sparse')).toHaveLength(8)
})

it('may leave a column out, which the load says, and may not bring another one', async () => {
  const own = await newSource('columns', line({ day: '2026-01-01', channel: '甲', n: 1 }))
  await own.push(line({ DAY: '2026-01-02', Channel: '乙' }) + line({ day: '2026-01-02', channel: '丙' }))
  expect((await load(own))?.problem).toBe('这一批的行都没有列「n」，它的值为空')
  expect(await rows('columns')).toEqual([
    ['2026-01-01', '甲', '1'],
    ['2026-01-02', '丙', null],
    ['2026-01-02', '乙', null],
  ])
  const refused: [row: object | string, why: RegExp][] = [
    [{ day: '2026-01-02', channel: '乙', n: 1, more: 2 }, /第 1 行：数据表没有列「more」/],
    [{ day: '2026-01-02', n: 1, N: 2 }, /第 1 行：列「N」有两个，只是大小写不同/],
    [{}, /第 1 行：没有任何值/],
    [{ day: null, channel: '', n: '' }, /第 1 行：没有任何值/],
  ]
  for (const [row, why] of refused) {
    const { isSuccess, msg } = await own.push(line(row))
    expect({ row, isSuccess }).toEqual({ row, isSuccess: false })
    expect(msg).toMatch(why)
  }
})

const first =
  '{"day":"2026-01-01","at":"2026-01-01 08:00:00","n":1,"price":1.25,"rate":1.5e-7,"is":true,"c":"a"}'

it('are refused by line where their column can’t hold the value, and are loaded to the digit where it can', async () => {
  const own = await newSource('typed', `${first}\n`)
  const types = new Map(
    house.deps.warehouse
      .tables()
      .find(({ name }) => name === 'typed')
      ?.columns.map(({ name, type }) => [name, type]),
  )
  expect([...types.values()].sort()).toEqual([
    'BIGINT',
    'BOOLEAN',
    'DATE',
    expect.stringMatching(/^DECIMAL/),
    expect.stringMatching(/^DECIMAL|DOUBLE/),
    'TIMESTAMP',
    'VARCHAR',
  ])
  const refused = [
    '{"n":9223372036854775808}',
    '{"n":1.5}',
    '{"n":"x"}',
    '{"n":"1e400"}',
    '{"price":1e40}',
    '{"price":0.123456789}',
    '{"day":"2026-02-30"}',
    '{"day":"2026-02-03T12:00:00"}',
    '{"day":"2026/02/03"}',
    '{"at":"2026-02-03 25:00"}',
    '{"at":"2026-02-30 08:00"}',
    '{"is":"maybe"}',
    '{"is":2}',
  ]
  for (const row of refused) {
    const { isSuccess, msg } = await own.push(`{"c":"fine"}\n${row}\n`)
    expect({ row, isSuccess }).toEqual({ row, isSuccess: false })
    expect(msg).toMatch(/第 2 行：列「\w+」应为.+，实为「/)
  }
  const taken: [row: string, column: string, value: string][] = [
    ['{"c":"1","n":9223372036854775807}', 'n', '9223372036854775807'],
    ['{"c":"2","n":-9223372036854775808}', 'n', '-9223372036854775808'],
    ['{"c":"3","n":2.0}', 'n', '2'],
    ['{"c":"4","n":1e3}', 'n', '1000'],
    ['{"c":"5","n":"7"}', 'n', '7'],
    ['{"c":"6","price":1.5e1}', 'price', '15.00'],
    ['{"c":"7","price":-0.50}', 'price', '-0.50'],
    ['{"c":"8","day":"2024-02-29T00:00:00"}', 'day', '2024-02-29'],
    ['{"c":"9","at":"2026-02-03T12:30"}', 'at', '2026-02-03 12:30:00'],
    ['{"c":"15","at":"2026-02-03T12:30:00Z"}', 'at', '2026-02-03 20:30:00'],
    ['{"c":"10","is":0}', 'is', 'false'],
    ['{"c":"11","is":"TRUE"}', 'is', 'true'],
    ['{"c":12}', 'c', '12'],
    ['{"c":"0013"}', 'c', '0013'],
    ['{"c":"无"}', 'c', '无'],
    ['{"c":"14","rate":0.00000025}', 'rate', '2.5e-07'],
  ]
  // Each batch has one value of a column at most, so that its column holds that value alone; then all together.
  const turnOf = ([, column]: (typeof taken)[number], at: number) =>
    taken.slice(0, at).filter((other) => other[1] === column).length
  for (let turn = 0; taken.some((each, at) => turnOf(each, at) === turn); turn += 1) {
    const batch = taken.filter((each, at) => turnOf(each, at) === turn).map(([row]) => row)
    expect({ batch, ...(await own.push(`${batch.join('\n')}\n`)) }).toMatchObject({ batch, isSuccess: true })
    await load(own)
  }
  await own.push(`${taken.map(([row]) => row).join('\n')}\n`)
  await load(own)
  for (const [row, column, value] of taken) {
    const { c } = JSON.parse(row) as { c: string | number }
    const found = await house.warehouse.rows(`SELECT "${column}"::VARCHAR FROM typed WHERE c = '${c}'`)
    const shown = found.map(([text]) => (column === 'rate' ? String(Number(text)) : text))
    const wanted = column === 'rate' ? String(Number(value)) : value
    expect({ row, shown }).toEqual({ row, shown: [wanted, wanted] })
  }
})

it('are loaded though the token was revoked between taking and loading', async () => {
  const own = await newSource('revoked', line({ day: '2026-01-01', n: 1 }))
  expect(await own.push(line({ day: '2026-01-02', n: 2 }))).toMatchObject({ status: 200 })
  await house.ask(revokePushToken, { params: { id: own.source.id } })
  expect(await own.push(line({ day: '2026-01-03', n: 3 }))).toMatchObject({ status: 403 })
  await load(own)
  expect((await rows('revoked')).map(([, n]) => n)).toEqual(['1', '2'])
})
