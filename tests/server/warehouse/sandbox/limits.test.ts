// What one query may take: memory, time; and what a slow reader costs the server.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MemoryWatch } from '../../../../src/server/warehouse/sandbox/memoryWatch.ts'
import { isAlive, makeSandbox, type TestSandbox } from '../../../factories/sandbox.ts'

let bench: TestSandbox
beforeAll(async () => {
  bench = await makeSandbox({
    memoryMiB: 256,
    sql: [
      `CREATE TABLE fact AS SELECT i AS v, 'a text of some length, so that rows are wide ' || i AS t
        FROM range(1500000) r(i)`,
    ],
  })
})
afterAll(() => bench.dispose())

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const ofMemory = { code: 'query_failed', message: expect.stringContaining('内存') }

describe('memory', () => {
  it.each([
    ['a sort', 'SELECT a.v FROM fact a, (SELECT v FROM fact LIMIT 200) b ORDER BY hash(a.v + b.v)'],
    ['one text', "SELECT length(repeat('x', 4000000000))"],
    ['a text that is given back', "SELECT repeat('x', 240000000) || v AS t FROM fact"],
    ['a list', 'SELECT list(a.t || b.v) FROM fact a, (SELECT v FROM fact LIMIT 100) b'],
  ])('beyond the limit ends %s with a clear failure, and the next query runs', async (_name, sql) => {
    await expect(bench.run(sql)).rejects.toMatchObject(ofMemory)
    expect(await bench.rows('SELECT count(*)::INTEGER FROM fact')).toEqual([[1_500_000]])
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
    const own = await makeSandbox({ memoryMiB: 256, tools: false })
    await expect(own.run("SELECT repeat('x', 2000000000)")).rejects.toMatchObject(ofMemory)
    await own.dispose()
  })
})

describe.runIf(process.platform === 'linux')('a process at work', () => {
  it('has nothing of the server, and no way out', async () => {
    const running = bench.run('SELECT count(*) FROM fact a, fact b, fact c', { timeoutMs: 2000 })
    running.catch(() => {})
    await pause(700)
    // The spare is the younger one.
    const pid = Math.min(...bench.sandbox.pids())
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8')
    const said = bench.sandbox.defences().join('\n')
    if (said.includes('禁止写文件')) expect(limits).toMatch(/Max file size\s+0\s+0/)
    if (said.includes('不能获得新权限')) expect(status).toMatch(/NoNewPrivs:\s+1/)
    if (said.includes('nobody')) expect(status).toMatch(/Uid:\s+65534\s+65534\s+65534\s+65534/)
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000')
    expect(status).not.toMatch(/CapEff:\s+0*[1-9a-f]/)
    await expect(running).rejects.toMatchObject({ code: 'query_timeout' })
  })
})

describe('time', () => {
  it('that is over ends the query and its process', async () => {
    const running = bench.run('SELECT count(*) FROM fact a, fact b, fact c', { timeoutMs: 500 })
    running.catch(() => {})
    await pause(200)
    const pids = bench.sandbox.pids()
    const at = performance.now()
    await expect(running).rejects.toMatchObject({ code: 'query_timeout' })
    expect(performance.now() - at).toBeLessThan(1500)
    await bench.until(() => pids.some((pid) => !isAlive(pid)), 2000)
  })

  it('does not count while the query waits for its turn or for its reader', async () => {
    const blocking = Array.from({ length: 3 }, () =>
      bench.run('SELECT count(*) FROM fact a, fact b, fact c', { timeoutMs: 700 }).catch(() => {}),
    )
    let slow = true
    const result = await bench.run('SELECT v FROM fact LIMIT 100000', {
      timeoutMs: 6000,
      onChunk: async () => {
        if (slow) await pause(7000)
        slow = false
      },
    })
    await Promise.all(blocking)
    expect(result.rowCount).toBe(100_000)
    expect(result.elapsedMs).toBeLessThan(6000)
    expect(result.queuedMs).toBeGreaterThan(500)
  })
})

describe('a slow reader', () => {
  it.each(['rows', 'csv'] as const)('of %s costs the server no memory', async (mode) => {
    const memory = () => process.memoryUsage.rss() / 1024 / 1024
    await bench.run('SELECT * FROM fact LIMIT 300000', { mode, onChunk: () => {}, onBytes: () => {} })
    const before = memory()
    let [most, count] = [0, 0]
    const take = async () => {
      most = Math.max(most, memory())
      count += 1
      if (count % 10 === 0) await pause(20)
    }
    const { rowCount } = await bench.run('SELECT * FROM fact', { mode, onChunk: take, onBytes: take })
    expect(rowCount).toBe(1_500_000)
    expect(most - before).toBeLessThan(100)
  })
})
