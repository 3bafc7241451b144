// Traces by OTLP: their chain from the browser to the statement, what decides whether they are kept, what they tell.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { purgeObjects } from '#server/objects/purging.ts'
import { readTracing } from '#server/tracing/settings.ts'
import { spanAttributes } from '#server/tracing/spans.ts'
import type { Call } from '#shared/call.ts'
import type { Person } from '#tests/factories/house.ts'
import { makeOffice, type Office } from '#tests/features/statement/office.ts'
import { querySql } from '#features/code/contract.ts'
import { sendSpans } from '#features/installation/contract.ts'
import { login } from '#features/session/contract.ts'
import { getReportDataByInfo, runInBackground } from '#features/statement/contract.ts'
import { type Collector, startCollector } from './collector.ts'

const patience = { timeout: 60_000, interval: 50 }
const traceId = (digit: string) => digit.repeat(32)
const spanId = 'b7ad6b7169203331'
const traceparent = (digit: string, flags = '01') => `00-${traceId(digit)}-${spanId}-${flags}`

let collector: Collector
beforeAll(async () => {
  collector = await startCollector()
})
afterAll(() => collector.stop())

const tracing = (more: Record<string, string> = {}) =>
  readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, ...more })

/** Of one trace, once spans of these names are there. */
async function spansOf(trace: string, ...names: string[]) {
  const found = () => collector.spans.filter((span) => span.traceId === trace)
  const isThere = (wanted: string) => found().some(({ service, name }) => `${service}/${name}` === wanted)
  const missing = () => names.filter((name) => !isThere(name.includes('/') ? name : `analytics-v3/${name}`))
  await vi.waitFor(() => expect(missing()).toEqual([]), patience)
  return found()
}

describe('a traced server', () => {
  let office: Office
  let reader: Person
  const lines: string[] = []
  const ask = (definition: Call | never, body: object, parent: string) =>
    office.send(definition as Call, { body }, { cookie: reader.cookie, traceparent: parent })
  const figures = (parent: string, change: object = {}) =>
    ask(getReportDataByInfo as never, { info: office.info(change) }, parent)

  beforeAll(async () => {
    const key = 'OTEL_EXPORTER_OTLP_HEADERS'
    office = await makeOffice({
      settings: { tracing: tracing({ [key]: 'x-key=secret%20key' }) },
      onLog: (line) => lines.push(line),
    })
    reader = await office.person({ keys: ['search_sqlQuery'] })
  })
  afterAll(() => office?.dispose())
  beforeEach(() => {
    lines.length = 0
  })

  it('is followed from the browser’s call to the statement', async () => {
    const { headers } = await figures(traceparent('1'))
    const told = { call: 'getReportDataByInfo', startedAgo: 900, ms: 800, status: 200, failure: '' }
    const sent = await ask(sendSpans as never, { spans: [{ ...told, traceparent: traceparent('1') }] }, '')
    expect(sent.data).toEqual({ passed: 1 })
    const spans = await spansOf(
      traceId('1'),
      'analytics-v3-browser/getReportDataByInfo',
      'getReportDataByInfo',
      'report',
      'warehouse statement',
    )
    const by = (name: string, service = 'analytics-v3') =>
      spans.find((span) => span.name === name && span.service === service)
    const browser = by('getReportDataByInfo', 'analytics-v3-browser')
    const call = by('getReportDataByInfo')
    const report = by('report')
    const statement = spans.find(
      (span) => span.name === 'warehouse statement' && span.parentId === report?.spanId,
    )
    expect([browser?.spanId, browser?.parentId]).toEqual([spanId, ''])
    expect(call?.parentId).toBe(spanId)
    expect(report?.parentId).toBe(call?.spanId)
    expect(statement).toBeDefined()
    expect(headers.traceresponse).toBe(`00-${traceId('1')}-${call?.spanId}-01`)
    expect(call?.attributes).toEqual({
      'analytics.call': 'getReportDataByInfo',
      'http.request.method': 'POST',
      'http.response.status_code': 200,
    })
    expect(report?.attributes).toMatchObject({ 'analytics.cached': false })
    expect(statement?.attributes).toMatchObject({ 'db.system.name': 'duckdb' })
    expect(Number(browser?.endedMs) - Number(browser?.startedMs)).toBe(800)
    for (const span of spans) expect(span.endedMs).toBeGreaterThanOrEqual(span.startedMs)
  })

  it('says that a report came from the cache, without a statement', async () => {
    await figures(traceparent('1'))
    await figures(traceparent('2'))
    const spans = await spansOf(traceId('2'), 'getReportDataByInfo', 'report')
    const reports = spans.filter(({ name }) => name === 'report')
    expect(reports.map(({ attributes }) => attributes['analytics.cached'])).toEqual([true])
    expect(spans.filter(({ parentId }) => parentId === reports[0]?.spanId)).toEqual([])
  })

  it('is followed into the sandbox', async () => {
    await ask(querySql as never, { sql: "select 'canary-of-sql' as x" }, traceparent('3'))
    const spans = await spansOf(traceId('3'), querySql.name, 'sandbox statement')
    const call = spans.find(({ name }) => name === querySql.name)
    const statement = spans.find(({ name }) => name === 'sandbox statement')
    expect(statement?.parentId).toBe(call?.spanId)
    expect(statement?.attributes['db.response.returned_rows']).toBe(1)
  })

  it('is followed into a job, and other jobs begin traces of their own', async () => {
    // What a schedule sends follows from nobody's request, though a request woke the loop that sends it.
    const rule = { everyMs: 1000, from: '2026-01-01T00:00:00.000Z' }
    await office.app.jobs.schedules.save({ id: 'x', kind: purgeObjects, payload: {}, userId: null, rule })
    await ask(
      runInBackground as never,
      { info: office.info({ limit: 77 }), reportName: 'canary-name' },
      traceparent('4'),
    )
    const spans = await spansOf(
      traceId('4'),
      'runInBackground',
      'warehouse statement',
      'job statement.report',
    )
    const call = spans.find(({ name }) => name === 'runInBackground')
    const job = spans.find(({ name }) => name.startsWith('job '))
    expect(job?.parentId).toBe(call?.spanId)
    expect(spans.find(({ name }) => name === 'warehouse statement')?.parentId).toBe(job?.spanId)
    const fired = () => collector.named(`job ${purgeObjects.name}`)
    const before = fired().length
    await vi.waitFor(() => expect(fired().length).toBeGreaterThan(before + 2), patience)
    expect(fired().map(({ parentId }) => parentId)).toEqual(fired().map(() => ''))
    await office.app.jobs.schedules.pause('x')
  })

  it('names a failure by its code alone', async () => {
    const sql = "select cast(concat('canary-', x) as integer) from (select 'value' as x)"
    await ask(querySql as never, { sql }, traceparent('6'))
    const spans = await spansOf(traceId('6'), querySql.name, 'sandbox statement')
    expect(spans.map(({ failed }) => failed)).toEqual([true, true])
    expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual(['sql_error', 'sql_error'])
  })

  it('puts the trace’s id into the lines of the log', async () => {
    await figures(traceparent('7'), { limit: 7 })
    const line = await vi.waitFor(() => {
      const found = lines.map((text) => JSON.parse(text)).find(({ call }) => call === 'getReportDataByInfo')
      expect(found).toBeDefined()
      return found
    }, patience)
    expect(line.traceId).toBe(traceId('7'))
  })

  it('leaves out what a known caller leaves out, and lets a stranger decide nothing', async () => {
    await figures(traceparent('8', '00'), { limit: 8 })
    const body = { user: 'canary@example.com', password: 'canary-password', hostname: 'localhost' }
    const stranger = await office.send(login as never, { body }, { traceparent: traceparent('9', '00') })
    const spans = await spansOf(traceId('9'), 'login')
    expect(spans[0]?.attributes['error.type']).toBe('login_failed')
    expect(stranger.headers.traceresponse).toBeUndefined()
    expect(collector.spans.filter((span) => span.traceId === traceId('8'))).toEqual([])
  })

  it('takes spans of declared calls alone', async () => {
    const span = { traceparent: traceparent('a'), startedAgo: 1, ms: 1, status: 200, failure: '' }
    const sent = await ask(sendSpans as never, { spans: [{ ...span, call: 'somethingElse' }] }, '')
    expect(sent.data).toEqual({ passed: 0 })
    const wrong = { ...span, call: 'querySql', traceparent: 'canary' }
    expect((await ask(sendSpans as never, { spans: [wrong] }, '')).status).toBe(400)
  })

  it('tells no text, value or person, and has no attributes but those that are listed', async () => {
    const all = collector.texts.join()
    expect(all).not.toMatch(/canary|@example\.com|visit|channel|渠道|select /i)
    const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
    expect([...keys].filter((key) => !Object.hasOwn(spanAttributes, key))).toEqual([])
    expect(collector.headers.every((headers) => headers['x-key'] === 'secret key')).toBe(true)
  })
})

it('keeps nothing of a share of 0, whatever callers say', async () => {
  const office = await makeOffice({ settings: { tracing: tracing({ OTEL_TRACES_SAMPLER_ARG: '0' }) } })
  const before = collector.spans.length
  try {
    const headers = { cookie: office.admin.cookie, traceparent: traceparent('b') }
    const { headers: told } = await office.send(
      getReportDataByInfo as never,
      { body: { info: office.info() } },
      headers,
    )
    expect(told.traceresponse).toMatch(/-00$/)
    await office.send(
      login as never,
      { body: { user: 'x', password: 'y', hostname: 'z' } },
      { traceparent: traceparent('c') },
    )
  } finally {
    // What was kept is sent at the end.
    await office.dispose()
  }
  expect(collector.spans.length).toBe(before)
})

it('holds nobody up where the collector is gone', async () => {
  const nowhere = readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const office = await makeOffice({ settings: { tracing: nowhere } })
  const { status, data } = await office.admin.call<{ rowCount: number }>(getReportDataByInfo as never, {
    body: { info: office.info() },
  })
  expect([status, data.rowCount]).toEqual([200, 2])
  await office.dispose()
})

it('is off without an address: nothing is told, and spans go nowhere', async () => {
  const office = await makeOffice()
  try {
    const headers = { cookie: office.admin.cookie, traceparent: traceparent('d') }
    const answer = await office.send(getReportDataByInfo as never, { body: { info: office.info() } }, headers)
    expect(answer.headers.traceresponse).toBeUndefined()
    const { example } = sendSpans
    expect((await office.send(sendSpans as never, example, headers)).data).toEqual({ passed: 0 })
  } finally {
    await office.dispose()
  }
})

describe('its settings', () => {
  const endpoint = 'https://collector.example.com:4318/'
  const refused = (env: Record<string, string>) => {
    try {
      readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  it('are OpenTelemetry’s own variables', () => {
    expect(
      readTracing({
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_TRACES_SAMPLER_ARG: '.25',
        OTEL_SERVICE_NAME: 'x',
      }),
    ).toEqual({
      url: 'https://collector.example.com:4318/v1/traces',
      headers: {},
      share: 0.25,
      serviceName: 'x',
    })
    expect(readTracing({})).toBeNull()
  })

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:secret@collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ OTEL_TRACES_SAMPLER_ARG: 'all' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zzsecret' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  ] as [Record<string, string>, string][])('are refused by name, without their secrets: %o', (env, name) => {
    const message = refused(env)
    expect(message).toContain(name)
    expect(message).not.toContain('secret')
  })
})
