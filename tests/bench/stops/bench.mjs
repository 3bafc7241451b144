// The longest stop of the server's event loop under each call of the contracts, with the largest inputs that the
// call lets in: told by the server's own process, for what others see of it holds their waits, too.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serve } from '../../../e2e/product.ts'
import * as slices from '../../../src/features/server.ts'
import { bodyLimitOf } from '../../../src/server/http/body/limits.ts'
import { callsOf } from '../../../src/server/slice.ts'
import { pathOf } from '../../../src/shared/call.ts'
import { signIn, withDemo } from '../installation.mjs'
import { milliseconds } from '../measure.mjs'
import { inputsOf } from './inputs.ts'

const reach = 50
const [email, password] = ['admin@example.com', 'analytics-demo']
/** A first time compiles and opens; of those that follow the shortest counts: what always stops is meant. */
const turns = 3
/** Below it a stop is told by its first turn. */
const clearlyShort = 15
const watch = fileURLToPath(new URL('./watch.mjs', import.meta.url))
const agent = new Agent({ keepAlive: true })
const only = process.env.BENCH_CALLS?.split(',')

async function watching(socket) {
  const asking = connect(socket)
  await once(asking, 'connect')
  asking.setEncoding('utf8')
  const longest = async () => {
    asking.write('?')
    const [told] = await once(asking, 'data')
    return JSON.parse(told)
  }
  return { longest, end: () => asking.end() }
}

/** The answer's status, and how it begins. */
function send(address, call, { body, query, params = call.example.params }, headers) {
  const asked = query ? `?${new URLSearchParams(query)}` : ''
  const size = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve) => {
    const sent = request(
      `${address}${pathOf(call, params ?? {})}${asked}`,
      { agent, method: call.method, headers: { ...headers, ...size } },
      (reply) => {
        let begin = ''
        reply.setEncoding('utf8')
        reply.on('data', (text) => {
          if (begin.length < 80) begin += text.slice(0, 80)
        })
        reply.on('close', () => resolve(`${reply.statusCode} ${begin.slice(0, 80)}`))
      },
    )
    sent.on('error', ({ code }) => resolve(code))
    sent.end(body)
  })
}

async function measured(watcher, work) {
  let [found, reply] = [{ worked: Number.POSITIVE_INFINITY }]
  for (let turn = 0; turn < turns; turn++) {
    await watcher.longest()
    reply = await work()
    await sleep(3)
    const stop = await watcher.longest()
    if (stop.worked < found.worked) found = stop
    if (stop.worked < clearlyShort) break
  }
  return { ...found, reply }
}

export const run = () =>
  withDemo(async ({ product, dataDir }) => {
    await product.stop()
    const socket = join(dataDir, 'stops.sock')
    const watched = await serve(dataDir, { NODE_OPTIONS: `--import=${watch}`, STOPS_SOCKET: socket })
    try {
      return [rowOf(await measureCalls(watched.address, socket))]
    } finally {
      await watched.stop()
    }
  })

async function measureCalls(address, socket) {
  // Some of the calls end their session.
  const sessions = []
  for (let at = 0; at < 4; at++) sessions.push(await signIn(address, email, password))
  const watcher = await watching(socket)
  const found = []
  for (const call of callsOf(slices)) {
    if (only && !only.includes(call.name)) continue
    for (const input of inputsOf(call, bodyLimitOf(call).bytes)) {
      const { worked, clock, reply } = await measured(watcher, () => send(address, call, input, sessions[0]))
      if (reply.startsWith('203')) sessions.shift()
      found.push({
        call: call.name,
        shape: input.shape,
        bytes: input.body?.length ?? 0,
        worked,
        clock,
        reply,
      })
    }
  }
  watcher.end()
  return found.sort((one, other) => other.worked - one.worked)
}

function rowOf(found) {
  for (const { call, shape, bytes, worked, clock, reply } of found.slice(
    0,
    Number(process.env.BENCH_ROWS ?? 25),
  )) {
    console.error(
      `   ${call}, ${shape} (${bytes}): ${milliseconds(worked)}, by the clock ${milliseconds(clock)}; ${reply.replaceAll('\n', ' ')}`,
    )
  }
  const [{ call, shape, worked }] = found
  return {
    id: '13',
    work: `the server’s longest stop under ${found.length} inputs of all calls`,
    ours: `${milliseconds(worked)} (${call}, ${shape})`,
    peer: '',
    ratio: '',
    reach: `≤ ${reach} ms`,
    met: worked <= reach,
  }
}
