// Limits of one query in memory and time, and the cost of a slow reader.
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { MemoryWatch } from '#server/warehouse/sandbox/memoryWatch.ts'
import { isAlive, makeSandbox, type TestSandbox } from '#tests/factories/sandbox.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const rowCount = 200_000
let bench: TestSandbox
beforeAll(async () => {
  bench = await makeSandbox({
    fast: 0,
    runningPerUser: 1,
    memoryMiB: 128,
    sql: [
      `CREATE TABLE fact AS SELECT i AS v, 'a text of some length, so that rows are wide ' || i AS t
        FROM range(${rowCount}) r(i)`,
    ],
  })
})
afterAll(() => bench.dispose())

const endless = 'SELECT count(*) FROM fact a, fact b, fact c'
const ofMemory = { code: 'query_failed', message: expect.stringContaining('内存') }

describe('memory', () => {
  it.each([
    ['a sort', 'SELECT a.v FROM fact a, (SELECT v FROM fact LIMIT 200) b ORDER BY hash(a.v + b.v)'],
    ['one text', "SELECT length(repeat('x', 4000000000))"],
    ['a text that is given back', "SELECT repeat('x', 120000000) || v AS t FROM fact"],
    ['a list', 'SELECT list(a.t || b.v) FROM fact a, (SELECT v FROM fact LIMIT 100) b'],
  ])('beyond the limit ends %s with a clear failure, and the next query runs', async (_name, sql) => {
    await expect(bench.run(sql)).rejects.toMatchObject(ofMemory)
    expect(await bench.rows('SELECT count(*)::INTEGER FROM fact')).toEqual([[rowCount]])
  })

  it.runIf(process.platform === 'linux')(
    'that the engine did not notice is noticed from outside',
    async () => {
      const watch = new MemoryWatch(10 * 1024 * 1024)
      const noticed = Promise.withResolvers<void>()
      const stop = watch.watch(process.pid, noticed.resolve)
      await noticed.promise
      stop()
    },
  )

  it('is limited without tools of the system too', async () => {
    const own = await makeSandbox({ memoryMiB: 64, overheadMiB: 240, tools: false })
    await expect(own.run("SELECT repeat('x', 2000000000)")).rejects.toMatchObject(ofMemory)
    await own.dispose()
  })
})

describe.runIf(process.platform === 'linux')('a process at work', () => {
  it('has nothing of the server, and no way out', async () => {
    const leaving = new AbortController()
    const running = bench.run(endless, { signal: leaving.signal })
    running.catch(() => {})
    // The spare is the younger one.
    const read = (name: string) => readFileSync(`/proc/${Math.min(...bench.sandbox.pids())}/${name}`, 'utf8')
    const said = bench.sandbox.defences().join('\n')
    await bench.until(() => read('oom_score_adj').trim() === '1000')
    if (said.includes('nobody'))
      await bench.until(() => /Uid:\s+65534\s+65534\s+65534\s+65534/.test(read('status')))
    await bench.until(() => !/CapEff:\s+0*[1-9a-f]/.test(read('status')))
    if (said.includes('禁止写文件')) expect(read('limits')).toMatch(/Max file size\s+0\s+0/)
    if (said.includes('不能获得新权限')) expect(read('status')).toMatch(/NoNewPrivs:\s+1/)
    leaving.abort()
    await expect(running).rejects.toMatchObject({ code: 'query_canceled' })
  })
})

describe('time', () => {
  afterEach(() => {
    if (vi.isFakeTimers()) vi.runOnlyPendingTimers()
    vi.useRealTimers()
  })

  it('that is over ends the query and its process', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const working = Promise.withResolvers<void>()
    const sql = 'SELECT a.v FROM fact a, fact b, fact c'
    const running = bench.run(sql, { timeoutMs: 6000, onChunk: () => working.resolve() })
    await working.promise
    const pids = bench.sandbox.pids()
    vi.advanceTimersByTime(6000)
    await expect(running).rejects.toMatchObject({ code: 'query_timeout' })
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
    await bench.until(() => pids.some((pid) => !isAlive(pid)))
  })

  it('does not count while the query waits for its turn or for its reader', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const [queued, reading, go] = [0, 1, 2].map(() => Promise.withResolvers<void>())
    const leaving = new AbortController()
    const blocking = bench.run(endless, { signal: leaving.signal })
    const asked = bench.run('SELECT v FROM fact LIMIT 100000', {
      timeoutMs: 6000,
      onPlace: (place) => {
        if (place === 1) queued?.resolve()
      },
      onChunk: () => {
        reading?.resolve()
        return go?.promise
      },
    })
    await queued?.promise
    vi.advanceTimersByTime(7000)
    leaving.abort()
    await expect(blocking).rejects.toMatchObject({ code: 'query_canceled' })
    await reading?.promise
    vi.advanceTimersByTime(8000)
    go?.resolve()
    expect(await asked).toMatchObject({ rowCount: 100_000, queuedMs: 7000, elapsedMs: 0 })
  })
})

describe('a slow reader', () => {
  /** What is alive, in MiB: how much the process has of the system tells when it last collected, too. */
  const alive = async () => {
    // Bytes outside the heap go one turn after what held them.
    for (let time = 0; time < 3; time += 1) {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1024 / 1024
  }

  it.each(['rows', 'csv'] as const)('of %s costs the server no memory', async (mode) => {
    // 80 MB, of which a server that holds nothing up would have all.
    const wide = "SELECT repeat('x', 1000) || v AS t FROM fact LIMIT"
    await bench.run(`${wide} 20000`, { mode, onChunk: () => {}, onBytes: () => {} })
    const before = await alive()
    let [most, count] = [0, 0]
    const take = async () => {
      count += 1
      if (count !== 2) return
      // Takes nothing until nothing more comes.
      for (let still = 0; still < 10; still += 1) {
        await new Promise((resolve) => setTimeout(resolve, 30))
        const now = await alive()
        if (now > most + 0.5) still = 0
        most = Math.max(most, now)
      }
    }
    const result = await bench.run(`${wide} 80000`, { mode, onChunk: take, onBytes: take })
    expect(result.rowCount).toBe(80_000)
    expect(count).toBeGreaterThan(10)
    expect(most - before).toBeLessThan(20)
  })
})
