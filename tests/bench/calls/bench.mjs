// CPU of the server for a light call, session, permission and validation included, beside a bare node:http.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { withInstallation } from '../installation.mjs'
import { cpuOf, median, times } from '../measure.mjs'

const requests = 10_000
const connections = 4
const agent = new Agent({ keepAlive: true, maxSockets: connections })

function ask(url, { method, headers, body }) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`status ${reply.statusCode}`))
      reply.resume().on('end', resolve)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Microseconds of CPU a request, the middle of five rounds after one that warms up. */
async function cost(pid, url, options) {
  const round = async () => {
    const before = cpuOf(pid)
    let left = requests
    const worker = async () => {
      while (left-- > 0) await ask(url, options)
    }
    await Promise.all(Array.from({ length: connections }, worker))
    return ((cpuOf(pid) - before) * 1000) / requests
  }
  await round()
  const rounds = []
  for (let at = 0; at < 5; at++) rounds.push(await round())
  return median(rounds)
}

async function bareCost() {
  const bare = spawn(process.execPath, [fileURLToPath(new URL('./bare.mjs', import.meta.url))])
  const [port] = await once(bare.stdout, 'data')
  try {
    return await cost(bare.pid, `http://127.0.0.1:${port}/`, { method: 'GET' })
  } finally {
    bare.kill()
  }
}

export async function run() {
  const floor = await bareCost()
  const calls = [
    { name: 'anaSettingOption', path: '/api/s1/data/anaSettingOption', method: 'GET' },
    { name: 'getViewMeta', path: '/api/s1/data/getViewMeta', method: 'POST', body: '{}' },
  ]
  // The log as in production: a line for each request.
  const env = { env: { LOG_LEVEL: 'info' } }
  return await withInstallation(async ({ address, pid, headers }) => {
    const rows = []
    for (const { name, path, method, body } of calls) {
      const taken = await cost(pid, `${address}${path}`, { method, headers, body })
      rows.push({
        id: '9',
        work: `CPU of a light call, ${name}`,
        ours: `${Math.round(taken)} µs`,
        peer: `bare node:http ${Math.round(floor)} µs`,
        ratio: times(taken / floor),
        reach: '≤ 10 ×',
        met: taken <= floor * 10,
      })
    }
    return rows
  }, env)
}
