// A cancellation ends a query at once, whatever it is doing, and its process right afterwards.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isAlive, makeSandbox, type TestSandbox } from '#tests/factories/sandbox.ts'

let bench: TestSandbox
beforeAll(async () => {
  bench = await makeSandbox({
    fast: 0,
    running: 2,
    runningPerUser: 2,
    sql: ['CREATE TABLE fact AS SELECT i AS v FROM range(2000000) t(i)'],
  })
})
afterAll(() => bench.dispose())

/** What a test left running ends with it, so that the next one finds the sandbox at rest. */
let open: AbortController[] = []
const controller = () => {
  const control = new AbortController()
  open.push(control)
  return control
}
const atRest = () => bench.until(() => bench.sandbox.pids().length <= 1, 20_000)
afterEach(async () => {
  for (const control of open) control.abort()
  open = []
  await atRest()
})

const endless = 'SELECT count(*) FROM fact a, fact b, fact c'

/** Cancels after a while, or at a stalled reader; gives the time until that was said, and until its process was gone. */
async function canceled(sql: string, after: number | 'stalled') {
  const control = controller()
  const rows = Promise.withResolvers<void>()
  const running = bench.run(sql, {
    signal: control.signal,
    onChunk: () => {
      rows.resolve()
      return after === 'stalled' ? new Promise(() => {}) : undefined
    },
  })
  running.catch(() => {})
  await (after === 'stalled' ? rows.promise : pause(after))
  const at = performance.now()
  const pids = bench.sandbox.pids()
  control.abort()
  await expect(running).rejects.toMatchObject({ code: 'query_canceled' })
  const said = performance.now() - at
  await bench.until(() => pids.some((pid) => !isAlive(pid)))
  const gone = performance.now() - at
  await atRest()
  return { said, gone }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

describe('a cancel', () => {
  it('ends a query that computes', async () => {
    const { said, gone } = await canceled(endless, 400)
    expect(said).toBeLessThan(1000)
    expect(gone).toBeLessThan(2000)
  })

  it('ends a query whose reader has stalled', async () => {
    const { said, gone } = await canceled('SELECT * FROM fact', 'stalled')
    expect(said).toBeLessThan(1000)
    expect(gone).toBeLessThan(2000)
  })

  it('ends a query that has just begun, or never did', async () => {
    const control = controller()
    const begun = bench.run(endless, { signal: control.signal })
    control.abort()
    await expect(begun).rejects.toMatchObject({ code: 'query_canceled' })
    await expect(bench.run(endless, { signal: control.signal })).rejects.toMatchObject({
      code: 'query_canceled',
    })
    expect(await bench.rows('SELECT 1')).toEqual([[1]])
  })

  it('ends a query that waits, and those behind it move up', async () => {
    const [first, second] = [controller(), controller()]
    let begun = 0
    const onPlace = (place: number) => {
      if (place === 0) begun += 1
    }
    const heavy = [1, 2].map(() => bench.run(endless, { signal: first.signal, onPlace }))
    for (const run of heavy) run.catch(() => {})
    await bench.until(() => begun === 2)
    const waiting = bench.run(endless, { signal: second.signal })
    const places: number[] = []
    const behind = bench.rows('SELECT 2', { onPlace: (place) => places.push(place) })
    second.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'query_canceled' })
    expect(places).toEqual([2, 1])
    first.abort()
    for (const run of heavy) await expect(run).rejects.toMatchObject({ code: 'query_canceled' })
    expect(await behind).toEqual([[2]])
  })

  it('leaves nothing behind, time after time', async () => {
    const cycle = async (after: number) => {
      const control = controller()
      const running = bench.run(endless, { signal: control.signal })
      running.catch(() => {})
      await pause(after)
      control.abort()
      await expect(running).rejects.toMatchObject({ code: 'query_canceled' })
    }
    // What is made once stays: it is there after the first time.
    await cycle(300)
    await bench.until(() => bench.sandbox.pids().length === 1, 20_000)
    const handles = () => process.getActiveResourcesInfo().filter((name) => name !== 'Timeout').length
    const before = handles()
    for (let time = 0; time < 6; time += 1) await cycle(time * 60)
    await bench.until(() => handles() <= before && bench.sandbox.pids().length === 1, 20_000)
    if (process.platform === 'linux') expect(childrenOf(process.pid).filter(isSandbox)).toHaveLength(1)
  })
})

it('a consumer that fails ends the query with its own failure', async () => {
  const run = bench.run('SELECT * FROM fact', {
    onChunk: () => Promise.reject(new Error('the disk is full')),
  })
  await expect(run).rejects.toThrow('the disk is full')
})

it('a process that dies is told, and the next query runs', async () => {
  const rows = Promise.withResolvers<void>()
  const dying = bench.run('SELECT * FROM fact', {
    signal: controller().signal,
    onChunk: () => {
      rows.resolve()
      return new Promise(() => {})
    },
  })
  dying.catch(() => {})
  await rows.promise
  const killed = bench.sandbox.pids()
  for (const pid of killed) process.kill(pid, 'SIGKILL')
  await expect(dying).rejects.toMatchObject({
    code: 'query_failed',
    message: expect.stringContaining('意外结束'),
  })
  // The spare ones died too; each death is noticed when its own word of it comes.
  await expect.poll(() => bench.sandbox.pids().filter((pid) => killed.includes(pid))).toEqual([])
  expect(await bench.rows('SELECT 1')).toEqual([[1]])
})

it('a stop ends what runs and what waits', async () => {
  const own = await makeSandbox({ running: 1 })
  const [running, waiting] = [own.run('SELECT count(*) FROM range(100000000000)'), own.run('SELECT 1')]
  const ended = Promise.allSettled([running, waiting])
  await pause(200)
  const pids = own.sandbox.pids()
  await own.dispose()
  for (const { status } of await ended) expect(status).toBe('rejected')
  expect(pids.filter(isAlive)).toEqual([])
  await expect(own.sandbox.run({ ...emptyRequest })).rejects.toMatchObject({ code: 'warehouse_unavailable' })
})

const emptyRequest = {
  userId: 1,
  sql: 'SELECT 1',
  params: {},
  scope: { tables: [], temporary: [] },
  limit: null,
  mode: 'rows' as const,
}

it('processes end by themselves when their server is killed', async () => {
  const script = fileURLToPath(new URL('./server.ts', import.meta.url))
  const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pids = await new Promise<number[]>((resolve) => {
    server.stdout.once('data', (bytes: Buffer) => resolve(JSON.parse(bytes.toString())))
  })
  expect(pids.length).toBeGreaterThan(1)
  expect(pids.every(isAlive)).toBe(true)
  server.kill('SIGKILL')
  await bench.until(() => !pids.some(isAlive), 20_000)
})

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => statusOf(child).parent === pid)
}

function isSandbox(pid: number): boolean {
  return statusOf(pid).command.includes('sandboxProcess')
}

function statusOf(pid: number): { parent: number; command: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') }
  } catch {
    return { parent: 0, command: '' }
  }
}
