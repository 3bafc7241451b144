// Pushes at pace with readers at work, and a ledger of acknowledgements against the table, row by row, over kills.
// PUSH_SECONDS, PUSH_RATE and KILLS shorten it.
import { setTimeout as pause } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { serve } from '../../../e2e/product.ts'
import { partsOf, readManifest, warehouseFolder } from '../../../src/server/warehouse/snapshot/manifest.ts'
import { withInstallation } from '../installation.mjs'
import { memoryOf, milliseconds, percentile } from '../measure.mjs'

const lasting = Number(process.env.PUSH_SECONDS ?? 600)
const rate = Number(process.env.PUSH_RATE ?? 167)
const kills = Number(process.env.KILLS ?? 50)
const rowsEach = 100
const senders = 24
const base = '/api/s1/sources'

const push = async ({ address }, { id, token }, name, signal) => {
  const rows = Array.from({ length: rowsEach }, (_, at) =>
    JSON.stringify({
      day: '2026-01-01',
      uid: `${name}/${at}`,
      event: at % 7 === 0 ? 'pay' : 'login',
      level: at,
      amount: at * 0.25,
      channel: `c${at % 13}`,
    }),
  )
  const reply = await fetch(`${address}${base}/push/${id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      authorization: `Bearer ${token}`,
      'idempotency-key': name,
    },
    body: `${rows.join('\n')}\n`,
    signal,
  })
  const answer = await reply.json()
  if (!answer.isSuccess) throw new Error(answer.msg)
}

function asker({ address, headers }) {
  const post = async (path, body) =>
    (await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  const get = async (path) => (await fetch(`${address}${path}`, { headers })).json()
  return { post, get }
}

async function makeSource(installation, table) {
  const { post } = asker(installation)
  const saved = await post(`${base}/save`, {
    id: -1,
    name: table,
    kind: 'push',
    settings: { perMinute: 1_000_000 },
    secrets: {},
    table,
    mode: 'rows',
    keys: [],
    reading: [],
    keepGood: false,
    spanDays: 31,
    timing: { kind: 'arrival' },
  })
  if (!saved.isSuccess) throw new Error(saved.msg)
  const { id } = saved.data
  const { token } = (await post(`${base}/token/${id}`, {})).data
  return { id, token, table }
}

/** A push falls due each 1/rate of a second, whatever the earlier ones took. */
async function atPace(installation, source, taken) {
  const begun = performance.now()
  const all = Math.round(lasting * rate)
  let [next, most] = [0, 0]
  const waits = []
  const sender = async () => {
    while (next < all) {
      const at = next++
      const due = begun + (at * 1000) / rate
      const early = due - performance.now()
      if (early > 0) await pause(early)
      else most = Math.max(most, -early)
      const sent = performance.now()
      await push(installation, source, `p${at}`)
      waits.push(performance.now() - sent)
      taken.add(`p${at}`)
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  return { reached: (all * 1000) / (performance.now() - begun), waits, most }
}

async function besideReaders(installation, source) {
  const { post, get } = asker(installation)
  const [times, failures, taken] = [[], [], new Set()]
  let [isOver, peak, statements] = [false, 0, 0]
  const light = async () => {
    const asked = ['/api/s1/data/anaSettingOption', '/api/s1/redirect/aliyun/list']
    for (let at = 0; !isOver; at++) {
      const begun = performance.now()
      const answer = await get(asked[at % asked.length])
      times.push(performance.now() - begun)
      if (!answer.isSuccess) failures.push(answer.msg)
      peak = Math.max(peak, memoryOf(installation.pid))
      await pause(20)
    }
  }
  const reader = async () => {
    while (!isOver) {
      const sql = `select channel, count(*), sum(amount) from ${source.table} group by channel`
      await post('/api/s1/redirect/aliyun/data/sqlQuery/query', { sql })
      statements += 1
      await pause(500)
    }
  }
  const readers = Promise.all([light(), reader()])
  const pushed = await atPace(installation, source, taken)
  isOver = true
  await readers
  await loaded(installation, source, taken.size * rowsEach)
  return { ...pushed, times, failures, taken, peak, statements }
}

/** Orders loads until the table has so many rows. */
async function loaded(installation, { id, table }, wanted) {
  const { post } = asker(installation)
  for (;;) {
    const { tables } = await readManifest(warehouseFolder(installation.dataDir))
    const rows = tables.find(({ name }) => name === table)?.rowCount ?? 0
    if (rows >= wanted) return
    await post(`${base}/run/${id}`, {})
    await pause(1000)
  }
}

/** How many acknowledged rows are missing, how many rows come twice or were never sent. */
async function compare(dataDir, table, taken) {
  const folder = warehouseFolder(dataDir)
  const found = (await readManifest(folder)).tables.find(({ name }) => name === table)
  const rows = new Map()
  for (const file of found ? partsOf(found) : []) {
    const instance = await DuckDBInstance.create(`${folder}/${file}`, { access_mode: 'READ_ONLY' })
    const connection = await instance.connect()
    const reader = await connection.runAndReadAll(`SELECT uid FROM ${table}`)
    for (const [uid] of reader.getRows()) rows.set(uid, (rows.get(uid) ?? 0) + 1)
    connection.closeSync()
    instance.closeSync()
  }
  let lost = 0
  for (const name of taken) for (let at = 0; at < rowsEach; at++) if (!rows.has(`${name}/${at}`)) lost += 1
  let double = 0
  for (const count of rows.values()) double += count - 1
  return { lost, double, more: rows.size - (taken.size * rowsEach - lost) }
}

/** Kills the server at any moment of taking and loading; whoever got no answer sends again. */
async function overKills(first, source) {
  const { dataDir, headers } = first
  const [sent, taken] = [new Set(), new Set()]
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn' }
  for (let round = 0; round <= kills; round++) {
    const product = await serve(dataDir, env)
    const here = { ...product, headers, dataDir }
    for (const name of sent) {
      if (taken.has(name)) continue
      await push(here, source, name)
      taken.add(name)
    }
    if (round === kills) {
      await loaded(here, source, taken.size * rowsEach)
      await product.stop()
      break
    }
    let isKilled = false
    const pushing = Array.from({ length: 4 }, async (_, sender) => {
      for (let at = 0; !isKilled; at++) {
        const name = `k${round}-${sender}-${at}`
        sent.add(name)
        try {
          await push(here, source, name)
          taken.add(name)
        } catch {
          return
        }
      }
    })
    await pause(200 + Math.random() * 800)
    await asker(here).post(`${base}/run/${source.id}`, {})
    await pause(Math.random() * 2500)
    const dying = product.stop('SIGKILL')
    await dying
    isKilled = true
    await Promise.all(pushing)
  }
  return taken
}

export async function run() {
  const figures = await withInstallation(async (installation) => {
    const source = await makeSource(installation, 'pushed')
    const figures = await besideReaders(installation, source)
    return { ...figures, ledger: await compare(installation.dataDir, source.table, figures.taken) }
  })
  const { reached, waits, most, times, failures, taken, peak, ledger, statements } = figures
  const pace = {
    id: 'P',
    work: `${Math.round(rate * 60).toLocaleString('en-US')} pushes of ${rowsEach} rows a minute for ${lasting} s beside ${statements} statements: p99 of ${times.length} light calls, of pushes, latest start; lost, double`,
    ours: `${milliseconds(percentile(times, 0.99))} (p50 ${milliseconds(percentile(times, 0.5))}, max ${milliseconds(Math.max(...times))}), ${milliseconds(percentile(waits, 0.99))}, ${milliseconds(most)}; ${ledger.lost}, ${ledger.double} of ${taken.size * rowsEach}; ${reached.toFixed(0)} a second; ${Math.round(peak / 1e6)} MB; ${failures.length} failed`,
    peer: '',
    ratio: '',
    reach: 'p99 < 300 ms, none lost or doubled',
    met:
      percentile(times, 0.99) < 300 &&
      ledger.lost + ledger.double + ledger.more + failures.length === 0 &&
      reached > rate * 0.99,
  }
  if (kills === 0) return [pace]
  const killed = await withInstallation(async (installation) => {
    const source = await makeSource(installation, 'pushed')
    await installation.stop()
    const taken = await overKills(installation, source)
    return { taken, ledger: await compare(installation.dataDir, source.table, taken) }
  })
  return [
    pace,
    {
      id: 'P',
      work: `pushes over ${kills} SIGKILLs: of ${killed.taken.size * rowsEach} acknowledged rows lost, double, never sent`,
      ours: `${killed.ledger.lost}, ${killed.ledger.double}, ${killed.ledger.more}`,
      peer: '',
      ratio: '',
      reach: 'none',
      met: killed.ledger.lost + killed.ledger.double + killed.ledger.more === 0,
    },
  ]
}
