// The longest stop of the server's event loop under each call of the contracts, with the largest inputs that the
// call lets in: told by the server's own process, for what others see of it holds their waits, too.
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serve } from '../../../e2e/product.ts'
import * as slices from '../../../src/features/server.ts'
import { bodyLimitOf } from '../../../src/server/http/body/limits.ts'
import { callsOf } from '../../../src/server/slice.ts'
import { effectOf, pathOf } from '../../../src/shared/call.ts'
import { signIn, withDemo } from '../installation.mjs'
import { milliseconds } from '../measure.mjs'
import { growData } from './grown.mjs'
import { inputsOf, refusedInputs } from './inputs.ts'
import { reachingInputs } from './reaching.ts'

const reach = 50
const [email, password] = ['admin@example.com', 'analytics-demo']
/** A first time compiles and opens; of those that follow the shortest counts: what always stops is meant. */
const turns = 3
/** Below it a stop is told by its first turn. */
const clearlyShort = 15
const watch = fileURLToPath(new URL('./watch.mjs', import.meta.url))
const agent = new Agent({ keepAlive: true })
const told = 20

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
function send(address, call, { body: given, query, params = call.example.params }, headers, turn) {
  const body = typeof given === 'function' ? given(turn) : given
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
        reply.on('close', () => resolve(`${reply.statusCode} ${begin.slice(0, 80).replaceAll('\n', ' ')}`))
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
    reply = await work(turn)
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
    const lone = await served(dataDir, (address, watcher) => measureCalls(address, watcher, largestInputs))
    tell(lone)
    await growData(dataDir)
    const grown = await served(dataDir, (address, watcher) => measureCalls(address, watcher, grownInputs))
    tell(grown)
    return [
      rowOf(
        lone,
        `the server’s longest stop under ${lone.length} inputs, the largest of every call and the worst that are refused`,
      ),
      rowOf(
        grown,
        `the same under ${grown.length} readings and changes of 10,000 points, 5,000 reports, a dictionary of 100,000 rows, 2,000 views, 200,000 entries of lists, 100,000 of the audit`,
      ),
    ]
  })

/** What a call lets in; by its limit, what that refuses is sent once. */
function largestInputs() {
  const limits = new Set()
  return (call) => {
    const { bytes, values } = bodyLimitOf(call)
    const isFirst = call.body && !limits.has(`${bytes} ${values}`)
    limits.add(`${bytes} ${values}`)
    return [...inputsOf(call, bytes), ...(isFirst ? refusedInputs(bytes) : [])]
  }
}

/** Of what is there: it grows with that, whatever was sent. Of changes those that reach much of it. */
function grownInputs() {
  return (call) => {
    const reaching = reachingInputs[call.name] ?? []
    if (effectOf(call) !== 'read') return reaching
    const { bytes } = bodyLimitOf(call)
    return [...inputsOf(call, bytes).filter(({ shape }) => !shape.startsWith('long texts')), ...reaching]
  }
}

async function served(dataDir, measure) {
  const socket = join(dataDir, 'stops.sock')
  const env = { NODE_OPTIONS: `--import=${watch}`, STOPS_SOCKET: socket, LOG_LEVEL: 'warn' }
  const product = await serve(dataDir, env)
  try {
    const watcher = await watching(socket)
    const found = await measure(product.address, watcher)
    watcher.end()
    return found.sort((one, other) => other.worked - one.worked)
  } finally {
    await product.stop()
    await rm(socket, { force: true })
  }
}

async function measureCalls(address, watcher, inputs) {
  // Some of the calls end their session.
  const sessions = []
  for (let at = 0; at < 4; at++) sessions.push(await signIn(address, email, password))
  const found = []
  const inputsFor = inputs()
  for (const call of callsOf(slices)) {
    for (const input of inputsFor(call)) {
      const stop = await measured(watcher, (turn) => send(address, call, input, sessions[0], turn))
      if (stop.reply.startsWith('203')) sessions.shift()
      found.push({ call: call.name, shape: input.shape, ...stop })
    }
  }
  return found
}

/** Which calls come near. */
function tell(found) {
  for (const { call, shape, worked, clock, reply } of found.slice(0, told))
    console.error(
      `   ${milliseconds(worked)} (${milliseconds(clock)} by the clock): ${call}, ${shape}; ${reply}`,
    )
}

/** A call that is given up stops nobody for long, and is of no use. */
const givenUp = '查询超时'

function rowOf(found, work) {
  const [{ call, shape, worked }] = found
  const late = found.filter(({ reply }) => reply.includes(givenUp))
  for (const one of late) console.error(`   given up: ${one.call}, ${one.shape}`)
  return {
    id: '13',
    work,
    ours: `${milliseconds(worked)} (${call}, ${shape})`,
    peer: '',
    ratio: '',
    reach: `≤ ${reach} ms`,
    met: worked <= reach && late.length === 0,
  }
}
