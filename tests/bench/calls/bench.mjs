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

/** Microseconds of CPU that a request costs the server of `pid`. */
async function round({ pid, url, options }) {
  const before = cpuOf(pid)
  let left = requests
  const worker = async () => {
    while (left-- > 0) await ask(url, options)
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return ((cpuOf(pid) - before) * 1000) / requests
}

/**
 * Of the middle round: the call's cost, the bare server's, and how many times the one is the other. Both are measured
 * in turn, since a machine is not equally quick from one second to the next.
 */
async function compared(call, bare) {
  const rounds = []
  for (let at = 0; at <= 9; at++) {
    const floor = await round(bare)
    const taken = await round(call)
    // The first one warms up.
    if (at > 0) rounds.push({ floor, taken, ratio: taken / floor })
  }
  const middle = median(rounds.map(({ ratio }) => ratio))
  return rounds.find(({ ratio }) => ratio === middle)
}

async function withBare(work) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bare.mjs', import.meta.url))])
  const [port] = await once(child.stdout, 'data')
  try {
    return await work({ pid: child.pid, url: `http://127.0.0.1:${port}/`, options: { method: 'GET' } })
  } finally {
    child.kill()
  }
}

const calls = [
  { name: 'anaSettingOption', path: '/api/s1/data/anaSettingOption', method: 'GET' },
  { name: 'getViewMeta', path: '/api/s1/data/getViewMeta', method: 'POST', body: '{}' },
]

export const run = () =>
  withBare((bare) =>
    // The log as in production: a line for each request.
    withInstallation((installation) => rowsOf(installation, bare), { env: { LOG_LEVEL: 'info' } }),
  )

async function rowsOf({ address, pid, headers }, bare) {
  const rows = []
  for (const { name, path, method, body } of calls) {
    const call = { pid, url: `${address}${path}`, options: { method, headers, body } }
    const { taken, floor, ratio } = await compared(call, bare)
    rows.push({
      id: '9',
      work: `CPU of a light call, ${name}`,
      ours: `${Math.round(taken)} µs`,
      peer: `bare node:http ${Math.round(floor)} µs`,
      ratio: times(ratio),
      reach: '≤ 10 ×',
      met: ratio <= 10,
    })
  }
  return rows
}
