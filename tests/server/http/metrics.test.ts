// Metrics in Prometheus's format: who may read them, and their content.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInstallation } from '#server/installation.ts'
import { tellReplica } from '#server/measured.ts'
import { type House, makeHouse } from '#tests/factories/house.ts'

const token = 'a-token-of-some-length-1234'
let house: House
beforeAll(async () => {
  house = await makeHouse({ settings: { metricsToken: token } })
})
afterAll(() => house.dispose())

const ask = (remoteAddress: string, headers: Record<string, string> = {}, from = house) =>
  from.app.inject({ url: '/metrics', remoteAddress, headers })
const outside = '10.1.2.3'

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  'answers a program on this machine, %s',
  async (from) => {
    const reply = await ask(from)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
  },
)

test('answers who holds the token, from anywhere', async () => {
  expect((await ask(outside, { authorization: `Bearer ${token}` })).statusCode).toBe(200)
  expect((await ask(outside, { authorization: `bearer ${token}` })).statusCode).toBe(200)
})

test.each([
  ['from elsewhere', outside, {}],
  ['with another token', outside, { authorization: 'Bearer another-token-of-some-length' }],
  ['with another token on this machine', '127.0.0.1', { authorization: 'Bearer another' }],
  ['with a forged forwarded address', outside, { 'x-forwarded-for': '127.0.0.1' }],
  ['through a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': outside }],
  ['through a proxy that says Via', '::1', { via: '1.1 proxy' }],
])('does not exist %s', async (_, from, headers) => {
  const refused = await ask(from, headers)
  const unknown = await house.app.inject({ url: '/api/no/such', remoteAddress: from, headers })
  expect([refused.statusCode, refused.payload]).toEqual([404, unknown.payload])
})

test('where people come through a proxy, asks for the token on this machine too', async () => {
  const proxied = await makeHouse({
    settings: { installation: readInstallation({ trustProxy: true }), metricsToken: token },
  })
  try {
    expect((await ask('127.0.0.1', {}, proxied)).statusCode).toBe(404)
    const forged = { 'x-forwarded-for': '127.0.0.1' }
    expect((await ask('127.0.0.1', forged, proxied)).statusCode).toBe(404)
    expect((await ask('127.0.0.1', { authorization: `Bearer ${token}` }, proxied)).statusCode).toBe(200)
  } finally {
    await proxied.dispose()
  }
})

test('counts requests by call and status, those before the first question too', async () => {
  const own = await makeHouse()
  try {
    const person = await own.person()
    for (let at = 0; at < 3; at++) {
      await own.app.inject({ url: '/api/s1/data/anaSettingOption', headers: { cookie: person.cookie } })
    }
    await own.app.inject({ url: '/api/s1/data/anaSettingOption' })
    await own.app.inject({ url: '/api/s1/data/some/secret?address=1' })
    // A refusal in words has status 200, too.
    const wrong = { user: 'nobody', password: 'no', hostname: 'localhost' }
    await own.app.inject({ method: 'POST', url: '/api/s1/data/login', payload: wrong })
    await ask('::1', {}, own)
    const { payload } = await ask('::1', {}, own)
    expect(payload).toContain('analytics_requests_total{call="anaSettingOption",status="200",code=""} 3\n')
    expect(payload).toContain(
      'analytics_requests_total{call="anaSettingOption",status="203",code="session_missing"} 1\n',
    )
    expect(payload).toContain('analytics_requests_total{call="/*",status="404",code="route_missing"} 1\n')
    expect(payload).toContain('analytics_requests_total{call="login",status="200",code="login_failed"} 1\n')
    expect(payload).toContain('analytics_requests_total{call="/metrics",status="200",code=""} 1\n')
    expect(payload).toContain('analytics_request_seconds_bucket{le="+Inf",call="anaSettingOption"} 4\n')
    expect(payload).not.toContain('secret')
  } finally {
    await own.dispose()
  }
})

test('tells how the server and its processes are', async () => {
  const { deps } = house
  await deps.cache.find('0'.repeat(64))
  await deps.warehouse.ready()
  const row = {
    lane: '',
    payload: '{}',
    attempt: 0,
    fence: 0,
    priority: 1,
    turn: 1,
    cancel_asked: 0,
    progress: 0,
    step: '',
  }
  const at = new Date().toISOString()
  await deps.metadata.db
    .insertInto('job')
    .values({
      ...row,
      id: 'j',
      kind: 'planted',
      status: 'queued',
      user_id: null,
      key: null,
      home: null,
      server: null,
      run_at: at,
      enqueued_at: at,
    })
    .execute()
  await deps.metadata.db
    .insertInto('audit')
    .values({ user_id: null, at, action: 'backup.end', detail: '{}' } as never)
    .execute()
  // Statements are measured from the first question on.
  await ask('::1')
  await deps.warehouse.run({ sql: 'SELECT 1', pool: 'report' })
  const scope = { tables: [], temporary: [] }
  await deps.sandbox.run({ userId: 1, sql: 'SELECT 1', params: {}, scope, limit: null, mode: 'rows' })
  await expect.poll(() => [deps.sandbox.load().running, deps.sandbox.pids().length]).toEqual([0, 0])
  const { payload } = await ask('::1')
  const value = (name: string) =>
    Number(
      payload
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(value('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(value('analytics_event_loop_lag_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
  expect(value('analytics_sandbox_waiting')).toBe(0)
  expect(value('analytics_sandbox_running')).toBe(0)
  expect(value('analytics_sandbox_processes')).toBe(0)
  expect(value('analytics_warehouse_readers')).toBeGreaterThan(0)
  expect(value('analytics_report_cache_total{found="no"}')).toBe(1)
  expect(value('analytics_jobs{kind="planted",status="queued"}')).toBe(1)
  expect(value('analytics_job_wait_seconds')).toBeGreaterThan(0)
  expect(value('analytics_schedules_late')).toBe(0)
  expect(value('analytics_backup_timestamp_seconds')).toBe(Math.round(Date.parse(at) / 1000))
  expect(value('analytics_disk_bytes{part="free"}')).toBeLessThan(value('analytics_disk_bytes{part="all"}'))
  expect(value('analytics_statement_seconds_count{of="report"}')).toBeGreaterThan(0)
  expect(value('analytics_statement_seconds_count{of="sql"}')).toBe(1)
  expect(value('analytics_statement_wait_seconds_count{of="sql"}')).toBe(1)
  expect(payload).toContain('# TYPE analytics_deliveries gauge')
})

test('counts what each replica of a ClickHouse answered, where several are named', async () => {
  await ask('127.0.0.1')
  const replica = 'ch-2:8123'
  for (const answered of [true, true, false]) tellReplica({ of: 'sql', replica, answered })
  const { payload } = await ask('127.0.0.1')
  const counted = (answered: string) =>
    `analytics_replica_answers_total{of="sql",replica="${replica}",answered="${answered}"}`
  expect(payload).toContain(`${counted('yes')} 2\n`)
  expect(payload).toContain(`${counted('no')} 1\n`)
})
