// Rows that others push: who may, what is refused at its line, and that nothing acknowledged is lost or doubled.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathOf } from '#shared/call.ts'
import { makePushToken, pushRows, revokePushToken, type Source } from '#features/sources/contract.ts'
import { makeSourcesHouse, type SourcesHouse } from './sourcesHouse.ts'

let house: SourcesHouse
beforeAll(async () => {
  house = await makeSourcesHouse()
})
afterAll(() => house.dispose())

const newSource = (name: string, settings = {}): Promise<Source> =>
  house.save({ name, table: name, kind: 'push', settings })

const tokenOf = async ({ id }: Source): Promise<string> =>
  (await house.ask<{ token: string }>(makePushToken, { params: { id } })).token

async function push(id: number, token: string | null, payload: string, headers: Record<string, string> = {}) {
  const reply = await house.app.inject({
    method: 'POST',
    url: pathOf(pushRows, { id }),
    headers: {
      host: 'localhost',
      'content-type': 'application/x-ndjson',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    payload,
  })
  const retryAfter = reply.headers['retry-after']
  const answer = reply.json() as { msg: string; data: unknown; isSuccess: boolean }
  return { status: reply.statusCode, ...(retryAfter && { retryAfter: Number(retryAfter) }), ...answer }
}

const csv = { 'content-type': 'text/csv' }

it('are taken with the source’s own token alone, until it is revoked', async () => {
  const source = await newSource('guarded')
  const row = '{"day":"2026-01-01","n":1}\n'
  const denied = await push(source.id, 'push_wrong', row)
  expect(denied).toMatchObject({ status: 403, isSuccess: false })
  expect(await push(source.id, null, row)).toMatchObject({ status: 403, msg: denied.msg })
  expect(await push(987654321, null, row)).toMatchObject({ status: 403, msg: denied.msg })
  // Who has no token is refused before the body is read.
  const large = '1'.repeat(17 * 1024 * 1024)
  expect(await push(source.id, 'push_wrong', large)).toMatchObject({ status: 403, msg: denied.msg })
  const token = await tokenOf(source)
  expect(await push(source.id, token, row)).toMatchObject({ status: 200, data: { rows: 1, repeated: false } })
  const shown = await house.find(source.id)
  expect(shown.push).toMatchObject({ waiting: 1, usedAt: expect.any(String) })
  expect(JSON.stringify(shown)).not.toContain(token)
  const next = await tokenOf(source)
  expect((await push(source.id, token, row)).status).toBe(403)
  expect((await push(source.id, next, row)).status).toBe(200)
  await house.ask(revokePushToken, { params: { id: source.id } })
  expect((await push(source.id, next, row)).status).toBe(403)
})

it('are loaded once each, equal rows of two pushes twice, under one key once', async () => {
  const source = await newSource('pushed')
  const token = await tokenOf(source)
  const row = '{"day":"2026-01-01","n":1}\n'
  const answers = await Promise.all([
    push(source.id, token, row),
    push(source.id, token, row),
    push(source.id, token, 'day,n\n2026-01-02,2\n2026-01-03,3\n', csv),
    ...Array.from({ length: 3 }, () => push(source.id, token, row, { 'idempotency-key': 'k' })),
  ])
  const repeated = answers.filter(({ data }) => (data as { repeated: boolean }).repeated)
  expect(answers.every(({ isSuccess }) => isSuccess)).toBe(true)
  expect(repeated).toHaveLength(2)
  const other = await push(source.id, token, '{"day":"2026-01-09","n":9}\n', { 'idempotency-key': 'k' })
  expect(other).toMatchObject({ isSuccess: false, msg: expect.stringContaining('用于别的内容') })
  const { runs } = await house.run(source.id)
  expect(runs[0]).toMatchObject({ outcome: 'done', loaded: 1, rows: 5 })
  expect((await house.find(source.id)).push?.waiting).toBe(0)
  // After the load the key is still known, and from the beginning nothing comes twice.
  expect(await push(source.id, token, row, { 'idempotency-key': 'k' })).toMatchObject({
    data: { rows: 1, repeated: true },
  })
  await house.run(source.id, true)
  const rows = await house.warehouse.rows('SELECT day::VARCHAR, n::INTEGER FROM pushed ORDER BY ALL')
  expect(rows).toEqual([
    ['2026-01-01', 1],
    ['2026-01-01', 1],
    ['2026-01-01', 1],
    ['2026-01-02', 2],
    ['2026-01-03', 3],
  ])
})

it('are refused whole with line and reason where one of them could not be loaded', async () => {
  const source = await newSource('checked')
  const token = await tokenOf(source)
  await push(source.id, token, '{"day":"2026-01-01","n":1}\n')
  await house.run(source.id)
  const refused: [payload: string, problem: RegExp, headers?: Record<string, string>][] = [
    ['{"day":"2026-01-02","n":1}\n{"day":\n', /第 2 行：不是一个 JSON 对象/],
    ['{"day":"2026-01-02","n":"many"}\n', /第 1 行：列「n」应为整数，实为「many」/],
    ['{"day":"yesterday","n":1}\n', /第 1 行：列「day」应为日期，实为「yesterday」/],
    ['{"day":"2026-01-02","n":1,"more":1}\n', /第 1 行：数据表没有列「more」/],
    ['{"day":"2026-01-02","n":[1]}\n', /第 1 行：列「n」的值是对象或数组/],
    ['day,n\n2026-01-02,1\n2026-01-03\n', /第 3 行：有 1 个值，列名有 2 个/, csv],
    ['', /没有内容/],
  ]
  for (const [payload, problem, headers] of refused) {
    const { isSuccess, msg } = await push(source.id, token, payload, headers)
    expect(isSuccess).toBe(false)
    expect(msg).toMatch(problem)
  }
  expect((await house.find(source.id)).push?.waiting).toBe(0)
  const long = await push(source.id, token, `{"day":"${'x'.repeat(17 * 1024 * 1024)}"}`)
  expect(long.status).toBe(413)
})

it('are told to wait beyond the source’s pushes a minute, and refused beyond its size', async () => {
  const source = await newSource('paced', { perMinute: 3, megabytes: 1 })
  const token = await tokenOf(source)
  const row = '{"day":"2026-01-01","n":1}\n'
  // Who has no token uses nothing up.
  for (let at = 0; at < 5; at++) expect((await push(source.id, 'push_wrong', row)).status).toBe(403)
  const large = `{"day":"${'x'.repeat(1024 * 1024)}"}`
  expect(await push(source.id, token, large)).toMatchObject({
    status: 413,
    msg: '一次推送最多 1 MB，请分几次推',
  })
  const answers = [1, 2, 3, 4].map(() => push(source.id, token, row))
  const [refused, ...others] = (await Promise.all(answers)).filter(({ isSuccess }) => !isSuccess)
  expect(others).toEqual([])
  expect(refused).toMatchObject({
    status: 429,
    msg: expect.stringMatching(/每分钟最多收 3 次，请 \d+ 秒后再推/),
  })
  expect(refused?.retryAfter).toBeGreaterThan(0)
  expect(refused?.retryAfter).toBeLessThanOrEqual(60)
  expect((await house.find(source.id)).push?.waiting).toBe(3)
  // Another source has its own pace.
  const other = await newSource('other')
  expect((await push(other.id, await tokenOf(other), row)).status).toBe(200)
  expect((await house.run(source.id)).runs[0]).toMatchObject({ outcome: 'done', rows: 3 })
})
