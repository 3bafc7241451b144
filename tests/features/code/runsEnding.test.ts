// Runs that end early: by their user, with their caller, by time limit, by lost rights, or with the server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/factories/house.ts'
import {
  cancelQuery,
  lightingSqlQuery,
  listSqlQueryHistory,
  queryById,
  querySql,
  type Run,
} from '#features/code/contract.ts'
import { usualLimits } from '#features/code/server/runs/context.ts'
import { openRuns } from '#features/code/server/runs/runs.ts'
import type { RunOrder } from '#features/code/server/runs/types.ts'
import { setDisabled } from '#features/session/server/index.ts'
import {
  atWork,
  begin,
  ended,
  endless,
  follow,
  makeRunsHouse,
  patient,
  query,
  type RunsHouse,
  until,
} from './runsHouse.ts'

let house: RunsHouse
let writer: Person
beforeAll(async () => {
  house = await makeRunsHouse()
  await house.app.listen({ host: '127.0.0.1', port: 0 })
  writer = await house.writer()
})
afterAll(() => house.dispose())

const cancel = async (person: Person, id: string): Promise<Run> =>
  (await person.call<Run>(cancelQuery, { params: { id }, body: {} })).data

/** A call that its caller may leave. */
function leave(person: Person, call: typeof querySql, body: object) {
  const { port } = house.app.server.address() as AddressInfo
  const headers = { cookie: person.cookie, 'content-type': 'application/json' }
  const sent = request({ port, path: call.path, method: 'POST', headers })
  sent.on('error', () => undefined)
  sent.end(JSON.stringify(body))
  return sent
}

/** The user's newest run, once it is at work. */
async function newest(person: Person): Promise<Run> {
  const list = async () =>
    (await person.call<{ rows: Run[] }>(listSqlQueryHistory, { query: { size: '1' } })).data.rows[0]
  await expect.poll(async () => (await list())?.status, patient).toBe('running')
  return (await list()) as Run
}

describe('a cancel', () => {
  it('ends a run at work, and says who did', async () => {
    const { queryId } = await begin(writer, { sql: endless })
    await atWork(writer, queryId)
    const run = await cancel(writer, queryId)
    expect([run.status, run.problem?.code, run.expiresAt]).toEqual(['canceled', 'query_canceled', null])
    expect(run.problem?.message).toBe('已取消：你取消了这次运行')
    expect(await cancel(writer, queryId)).toMatchObject({ status: 'canceled', endedAt: run.endedAt })
  })

  it('ends a run that waits for its turn, and one that sends rows', async () => {
    const other = await house.writer()
    const busy = await Promise.all(Array.from({ length: 6 }, () => begin(other, { sql: endless })))
    const waiting = await until(other, busy.at(-1)?.queryId ?? '', ({ place }) => place !== null)
    expect(waiting.status).toBe('queued')
    expect((await cancel(other, waiting.queryId)).status).toBe('canceled')
    for (const { queryId } of busy) await cancel(other, queryId)
    const sql = 'select one.n, other.n, one.n * other.n from numbers one, numbers other'
    const { queryId } = await begin(writer, { sql, limit: 10_000_000 })
    await until(writer, queryId, ({ rowCount }) => rowCount > 0)
    const run = await cancel(writer, queryId)
    expect(run.status).toBe('canceled')
    expect(await house.deps.results.find(queryId)).toBeNull()
  })

  it('leaves what has ended as it was', async () => {
    const { queryId } = (await query(writer, { sql: 'select 1' })).data
    expect(await cancel(writer, queryId)).toMatchObject({ status: 'done', problem: null })
    expect((await follow(writer, queryId)).data).toEqual([[1]])
  })

  it('is told to the caller who waits', async () => {
    const waiting = query(writer, { sql: endless })
    await cancel(writer, (await newest(writer)).queryId)
    const { status, envelope } = await waiting
    expect([status, envelope?.code]).toEqual([499, 'query_canceled'])
  })
})

describe('a caller that leaves', () => {
  it('ends the run that it waits for', async () => {
    const sent = leave(writer, querySql, { sql: endless })
    const { queryId } = await newest(writer)
    sent.destroy()
    const run = await ended(writer, queryId)
    expect([run.status, run.problem?.message]).toEqual(['canceled', '已取消：等待结果的页面或程序已离开'])
  })

  it('does not end one that goes on by itself', async () => {
    const writer = await house.writer()
    const sent = leave(writer, querySql, { sql: endless, async: true, waitMs: 30_000 })
    const { queryId } = await newest(writer)
    sent.destroy()
    await new Promise((resolve) => sent.once('close', resolve))
    expect((await follow(writer, queryId, { count: 0, after: 2 ** 49, waitMs: 300 })).status).toBe('running')
    await cancel(writer, queryId)
  })

  it('does not end one that another waits for as well', async () => {
    const writer = await house.writer()
    const sql = `${endless} where one.n > 1`
    const first = leave(writer, lightingSqlQuery, { sql })
    const { queryId } = await newest(writer)
    const second = leave(writer, lightingSqlQuery, { sql })
    const joined = async () =>
      (await house.deps.metadata.db.selectFrom('audit').selectAll().execute()).some(
        ({ detail }) => detail.includes('"cached":true') && detail.includes(queryId),
      )
    await expect.poll(joined, patient).toBe(true)
    first.destroy()
    expect((await follow(writer, queryId, { count: 0, after: 2 ** 49, waitMs: 300 })).status).toBe('running')
    second.destroy()
    expect((await ended(writer, queryId)).status).toBe('canceled')
  })
})

/** Of what users of some games see. */
const endlessVisits = `select count(*) from ${Array.from({ length: 16 }, (_, at) => `visit v${at}`).join()}`

const order = (sql: string): RunOrder => ({
  kind: 'query',
  title: '',
  sql,
  params: {},
  limit: 10,
  savedQueryId: null,
  accelerated: false,
})

it('a run that takes too long ends, and says after how long', async () => {
  expect(usualLimits.timeoutMs).toBe(180_000)
  const runs = openRuns(house.deps, { timeoutMs: 300 })
  const run = await runs.ended(writer.user, await runs.start(writer.user, order(endless)))
  expect([run.status, run.problem?.code]).toEqual(['failed', 'query_timeout'])
  expect(run.problem?.message).toBe('运行超过 0.3 秒，已停止；请缩小范围后再试')
  await runs.stop()
})

describe('a user who loses rights while a run is at work', () => {
  it.each([
    ['the account', (person: Person) => setDisabled(house.deps.metadata.db, person.id, true)],
    [
      'the permission',
      (person: Person) =>
        house.deps.metadata.db
          .updateTable('role')
          .set({ authority_info: '{}' })
          .where('id', '=', person.user.roleId)
          .execute(),
    ],
    [
      'a game',
      (person: Person) =>
        house.deps.metadata.db
          .updateTable('user')
          .set({ games: '["a"]' })
          .where('id', '=', person.id)
          .execute(),
    ],
  ])('(%s) loses the run', async (_, take) => {
    const person = await house.writer(['a', 'b'])
    const runs = openRuns(house.deps, { ownersEveryMs: 20 })
    const id = await runs.start(person.user, order(endlessVisits))
    await take(person)
    const run = await runs.ended(person.user, id)
    expect([run.status, run.problem?.message]).toEqual([
      'canceled',
      '已取消：账号已停用，或权限、游戏范围已变更',
    ])
    await runs.stop()
  })

  it('loses what it gave at the last moment, too', async () => {
    const person = await house.writer()
    const runs = openRuns(house.deps, { ownersEveryMs: 3_600_000 })
    const id = await runs.start(
      person.user,
      { ...order('select 1'), kind: 'export' },
      async ({ statement }) => {
        await setDisabled(house.deps.metadata.db, person.id, true)
        return { rowCount: (await statement({ mode: 'rows', limit: 1, onChunk: () => undefined })).rowCount }
      },
    )
    expect((await runs.ended(person.user, id)).status).toBe('canceled')
    await runs.stop()
  })

  it('shows no row of a run under way to an owner who has lost a game', async () => {
    const person = await house.writer(['a', 'b'])
    const sql = "select note, i from visit, range(10000000000) r(i) where cgi = 'b'"
    const { queryId } = await begin(person, { sql, limit: 10_000_000 })
    await until(person, queryId, ({ rowCount }) => rowCount > 0)
    await house.deps.metadata.db
      .updateTable('user')
      .set({ games: '["a"]' })
      .where('id', '=', person.id)
      .execute()
    const answer = await person.call<Run>(queryById, { params: { id: queryId } })
    expect(answer.text).not.toContain('canary-b')
    expect(answer.data.status).toBe('canceled')
    expect(answer.data.data.flat()).toEqual([])
  })

  it('reads no kept result of games that were taken away', async () => {
    const person = await house.writer(['a', 'b'])
    const { queryId } = (await query(person, { sql: 'select note from visit' })).data
    await house.deps.metadata.db
      .updateTable('user')
      .set({ games: '["a"]' })
      .where('id', '=', person.id)
      .execute()
    const { envelope, text } = await person.call(queryById, { params: { id: queryId } })
    expect(envelope?.code).toBe('result_expired')
    expect(text).not.toContain('canary-b')
  })
})

/** Gives rows as long as it is let. */
const growing = 'select one.n as n, other.n as other from numbers one, numbers other'

/** Runs on a server of its own that is killed while rows come; one run was done before. */
async function runAndKill(dataDir: string, cookie: string): Promise<{ queryId: string; kept: string }> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'runsServer.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(server, 'exit')
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer]
    return await beginRuns(`http://127.0.0.1:${String(port).trim()}`, cookie)
  } finally {
    server.kill('SIGKILL')
    await gone
  }
}

async function beginRuns(address: string, cookie: string): Promise<{ queryId: string; kept: string }> {
  const ask = async (path: string, body?: object): Promise<Run> => {
    const reply = await fetch(`${address}${path}`, {
      headers: { cookie, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return ((await reply.json()) as { data: Run }).data
  }
  const kept = await ask(querySql.path, { sql: 'select 42' })
  const body = { sql: growing, limit: 10_000_000, async: true, waitMs: 30_000 }
  let run = await ask(querySql.path, body)
  // On a busy machine its place in the queue is all that is known at first.
  while (run.status === 'queued' || (run.status === 'running' && run.rowCount === 0)) {
    const path = queryById.path.replace('{id}', run.queryId)
    run = await ask(`${path}?after=${run.stamp}&waitMs=5000&count=0`)
  }
  expect(run.status).toBe('running')
  return { queryId: run.queryId, kept: kept.queryId }
}

describe('a server', () => {
  it('that stops says so of its runs', async () => {
    const runs = openRuns(house.deps)
    const id = await runs.start(writer.user, order(endless))
    const waiting = runs.ended(writer.user, id)
    await runs.stop()
    const run = await waiting
    expect([run.status, run.problem?.message]).toEqual(['failed', '服务重启，运行中断，请重新运行'])
    await expect(runs.start(writer.user, order('select 1'))).rejects.toMatchObject({ code: 'server_busy' })
  })

  it('leaves the runs of another that lives alone', async () => {
    const { queryId } = await begin(writer, { sql: endless })
    const second = openRuns(house.deps)
    const { user } = await house.writer()
    const done = await second.ended(user, await second.start(user, order('select 1')))
    expect(done.status).toBe('done')
    expect((await follow(writer, queryId, { count: 0 })).problem).toBeNull()
    await second.stop()
    await cancel(writer, queryId)
  })

  it('that is killed leaves runs which the next one says were interrupted', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'killed-'))
    const first = await makeRunsHouse({ dataDir })
    const person = await first.writer()
    await first.dispose()
    const { queryId, kept } = await runAndKill(dataDir, person.cookie)
    const next = await makeRunsHouse({ dataDir, warehouseSql: [] })
    const again = (id: string, asked: object) =>
      next.send<Run>(queryById, { params: { id }, query: asked }, { cookie: person.cookie })
    const run = (await again(queryId, { count: '10' })).data
    expect([run.status, run.problem?.message, run.data]).toEqual([
      'failed',
      '服务重启，运行中断，请重新运行',
      [],
    ])
    expect(run.sql).toBe(growing)
    expect(await next.deps.results.find(queryId)).toBeNull()
    expect((await again(kept, { count: '10' })).data).toMatchObject({ status: 'done', data: [[42]] })
    await next.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
