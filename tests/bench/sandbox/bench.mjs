// Heavy SQL beside light calls, cancels, and a csv of ten million rows to a slow reader.
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { withInstallation } from '../installation.mjs'
import { familyOf, megabytes, memoryOf, milliseconds, percentile, seconds } from '../measure.mjs'

const prefix = '/api/s1/redirect/aliyun'
const heavyMs = 60_000
const cycles = 100

/** Cartesian, memory, sort, wide: each ends by its own end, by a limit or by a cancel. */
const heavy = [
  'select count(*) from range(3000000) a, range(3000000) b where a.range % 7 = b.range % 11',
  'select a.range, b.range from range(100000) a, range(100000) b order by hash(a.range + b.range) limit 10',
  "select count(distinct repeat('x', 200) || (a.range + b.range)) from range(5000) a, range(5000) b",
  'select list(a.range order by hash(a.range)) from range(30000000) a',
  'select sum(sin(a.range) * cos(b.range)) from range(200000) a, range(200000) b',
  'with recursive r as (select 1 as n union all select n + 1 from r where n < 50000000) select max(n) from r',
  'select a.range % 1000003 as k, count(*), avg(b.range) from range(20000) a, range(20000) b group by k order by 2 desc',
  "select string_agg(md5(a.range::varchar), ',') from range(40000000) a",
  'select quantile_cont(hash(a.range + b.range)::double, 0.5) from range(30000) a, range(30000) b',
  'select max(levenshtein(md5(a.range::varchar), md5(b.range::varchar))) from range(100000) a, range(100000) b',
]

function sender({ address, headers }) {
  const post = async (path, body, signal) => {
    const reply = await fetch(`${address}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    })
    return reply.json()
  }
  const get = async (path) => (await fetch(`${address}${path}`, { headers })).json()
  return { post, get }
}

/** Starts each heavy statement again whenever it ends, and asks light calls all the while. */
async function besideHeavy(installation) {
  const { post, get } = sender(installation)
  const [before, until] = [memoryOf(installation.pid), performance.now() + heavyMs]
  const [times, failures] = [[], []]
  let most = before
  const worker = async (sql) => {
    while (performance.now() < until) {
      const signal = AbortSignal.timeout(Math.max(Math.ceil(until - performance.now()), 1))
      const answer = await post(`${prefix}/data/sqlQuery/query`, { sql }, signal).catch(() => null)
      // Refused at once (too many wait): not in a tight loop.
      if (answer && !answer.isSuccess) await pause(200)
    }
  }
  const light = async () => {
    const asked = ['/api/s1/data/anaSettingOption', `${prefix}/list`]
    for (let at = 0; performance.now() < until; at++) {
      const begun = performance.now()
      const answer = await get(asked[at % asked.length]).catch((error) => ({ msg: String(error) }))
      times.push(performance.now() - begun)
      if (!answer.isSuccess) failures.push(answer.msg)
      most = Math.max(most, memoryOf(installation.pid))
      await pause(20)
    }
  }
  await Promise.all([...heavy.map(worker), light()])
  return {
    p99: percentile(times, 0.99),
    calls: times.length,
    failures: failures.length,
    grown: most - before,
  }
}

const handlesOf = (pid) => readdirSync(`/proc/${pid}/fd`).length

/** From the cancel's request to its answer; processes and handles that are left once all is over. */
async function cancelCycles({ pid, ...installation }) {
  const { post, get } = sender(installation)
  const started = () => post(`${prefix}/data/sqlQuery/query`, { sql: heavy[0], async: true, waitMs: 0 })
  const stateOf = async (id) => (await get(`/api/s3/data/sqlQuery/queryById/${id}?count=0`)).data
  const said = []
  const [handles, processes] = [handlesOf(pid), familyOf(pid).length]
  for (let at = 0; at < cycles; at++) {
    const { queryId } = (await started()).data
    while ((await stateOf(queryId)).status !== 'running') await pause(5)
    await pause(300)
    const begun = performance.now()
    await post(`${prefix}/data/sqlQuery/cancel/${queryId}`, {})
    said.push(performance.now() - begun)
  }
  await pause(2000)
  return {
    said: Math.max(...said),
    handles: Math.max(handlesOf(pid) - handles, 0),
    processes: Math.max(familyOf(pid).length - processes, 0),
  }
}

/** Reads in gulps of 1 MB every 20 ms: about 50 MB a second at most. */
function slowCsv({ address, headers, pid }) {
  const body = JSON.stringify({
    sql: "select range as id, 'row ' || range as name, range * 0.25 as amount from range(10000000)",
  })
  return new Promise((resolve, reject) => {
    const before = memoryOf(pid)
    let [bytes, most] = [0, before]
    const asked = request(`${address}${prefix}/export`, { method: 'POST', headers }, async (reply) => {
      const begun = performance.now()
      let gulp = 0
      try {
        for await (const part of reply) {
          bytes += part.length
          gulp += part.length
          most = Math.max(most, memoryOf(pid))
          if (gulp > 1_000_000) {
            gulp = 0
            await pause(20)
          }
        }
        resolve({ bytes, grown: most - before, time: performance.now() - begun })
      } catch (error) {
        reject(error)
      }
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

export async function run() {
  return await withInstallation(async (installation) => {
    const csv = await slowCsv(installation)
    const cancel = await cancelCycles(installation)
    const beside = await besideHeavy(installation)
    return [
      {
        id: '7',
        work: `csv of 10,000,000 rows to a slow reader (${megabytes(csv.bytes)} in ${seconds(csv.time)}), server’s memory`,
        ours: `+ ${megabytes(csv.grown)}`,
        peer: '',
        ratio: '',
        reach: '< 100 MB more',
        met: csv.grown < 100e6,
      },
      {
        id: 'S',
        work: `cancel of a heavy statement, the slowest of ${cycles}; processes and handles left after 2 s`,
        ours: `${milliseconds(cancel.said)}; ${cancel.processes}, ${cancel.handles}`,
        peer: '',
        ratio: '',
        reach: '< 1 s, none',
        met: cancel.said < 1000 && cancel.processes === 0 && cancel.handles <= 2,
      },
      {
        id: 'S',
        work: `ten heavy statements at once for 60 s: p99 of ${beside.calls} light calls, failed ones, server’s memory`,
        ours: `${milliseconds(beside.p99)}, ${beside.failures}, + ${megabytes(beside.grown)}`,
        peer: '',
        ratio: '',
        reach: '< 300 ms, none, < 200 MB',
        met: beside.p99 < 300 && beside.failures === 0 && beside.grown < 200e6,
      },
    ]
  })
}
