// Short queries never wait for long ones, and long ones are not starved.
import { getPriority } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { Turns } from '#server/limits/turns.ts'
import { onePriority } from '#server/process/bareEnvironment.ts'
import { Lanes, type LaneTurn } from '#server/warehouse/sandbox/lanes.ts'
import { makeSandbox } from '#tests/factories/sandbox.ts'

const forever = new AbortController().signal
const never = new Promise<never>(() => {})

function lanes({ running = 3, each = 2, tryMs = 60_000 } = {}): Lanes {
  return new Lanes({
    queue: new Turns({ atOnce: running, atOnceEach: each }),
    fast: new Turns({ atOnce: 2 }),
    tries: new Turns({ atOnce: 1 }),
    tryMs,
  })
}

/** Works until it is told to end, or its turn is taken from it; `attempts` says how it was begun. */
function long(lane: Lanes, key: number, { signal = forever, quick = false, begins = true } = {}) {
  const end = Promise.withResolvers<void>()
  const attempts: boolean[] = []
  const places: number[] = []
  const done = lane.run(signal, { key, quick, onPlace: (place) => places.push(place) }, async (turn) => {
    attempts.push(turn.isTry)
    if (begins) turn.begin()
    await untilEnd(turn, end.promise)
    return key
  })
  done.catch(() => {})
  return { done, end: end.resolve, attempts, places }
}

async function untilEnd({ signal, leave }: LaneTurn, end: Promise<void>): Promise<void> {
  const ended = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true })
  try {
    signal.throwIfAborted()
    await Promise.race([end, ended.promise])
  } finally {
    leave()
  }
}

const short = (lane: Lanes, key: number, quick = false) =>
  lane.run(forever, { key, quick }, async ({ leave, isTry }) => {
    leave()
    return isTry
  })

describe('the lanes', () => {
  it('run a short third of a user beside two long ones', async () => {
    const lane = lanes()
    const both = [long(lane, 1), long(lane, 1)]
    expect(await short(lane, 1)).toBe(true)
    expect(both.map(({ attempts }) => attempts)).toEqual([[false], [false]])
    expect([lane.running, lane.waiting]).toEqual([2, 0])
  })

  it('end a long third after its try, which keeps its place in line, and then run it whole', async () => {
    const lane = lanes({ running: 1, each: 1, tryMs: 5 })
    const first = long(lane, 1)
    const second = long(lane, 1)
    await expect.poll(() => second.places).toEqual([1, 0, 1])
    const later = long(lane, 1)
    await expect.poll(() => later.places).toEqual([2, 0, 2])
    first.end()
    await expect.poll(() => second.attempts).toEqual([true, false])
    expect(second.places.at(-1)).toBe(0)
    second.end()
    expect(await second.done).toBe(1)
    await expect.poll(() => later.attempts.at(-1)).toBe(false)
    later.end()
    await later.done
    expect([lane.running, lane.waiting]).toEqual([0, 0])
  })

  it('count of a try what it works, not what its process takes to begin', async () => {
    vi.useFakeTimers()
    const lane = lanes({ running: 1, each: 1 })
    const first = long(lane, 1)
    const slow = long(lane, 1, { begins: false })
    await vi.waitFor(() => expect(slow.attempts).toEqual([true]))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(slow.places).toEqual([1, 0])
    slow.end()
    expect(await slow.done).toBe(1)
    const begun = long(lane, 1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(begun.places).toEqual([1, 0, 1])
    first.end()
    begun.end()
    await begun.done
    vi.useRealTimers()
  })

  it('let a try go on whose turn comes, and try the next', async () => {
    const lane = lanes({ running: 1, each: 1 })
    const first = long(lane, 1)
    const second = long(lane, 2)
    const third = long(lane, 3)
    await expect.poll(() => second.attempts).toEqual([true])
    expect(third.attempts).toEqual([])
    first.end()
    await expect.poll(() => third.attempts).toEqual([true])
    expect([lane.running, lane.waiting]).toEqual([2, 1])
    second.end()
    third.end()
    expect(await Promise.all([second.done, third.done])).toEqual([2, 3])
    expect([second.attempts, third.attempts, lane.running]).toEqual([[true], [true], 0])
  })

  it('answer the short ones of ten users while all turns are held by long ones', async () => {
    const lane = lanes()
    const held = [1, 1, 2, 2, 3].map((user) => long(lane, user))
    const tried = held.slice(3).find(({ attempts }) => attempts[0])
    expect(tried ?? held).toBeTruthy()
    // A try is under way: what is known to be short has the other place.
    const answers = Array.from({ length: 10 }, (_, user) => short(lane, user + 1, true))
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 10 }, () => true))
  })

  it('forget who gives up, in line as on trial', async () => {
    const lane = lanes({ running: 1, each: 1 })
    const first = long(lane, 1)
    const gone = [new AbortController(), new AbortController()]
    const [tried, waiting] = gone.map(({ signal }) => long(lane, 1, { signal }))
    await expect.poll(() => tried?.attempts).toEqual([true])
    for (const one of gone) one.abort(new Error('gone'))
    await expect(tried?.done).rejects.toThrow('gone')
    await expect(waiting?.done).rejects.toThrow('gone')
    expect([waiting?.attempts, lane.running, lane.waiting]).toEqual([[], 1, 0])
    first.end()
    await first.done
    expect(lane.running).toBe(0)
  })

  it('give back what a try held that fails', async () => {
    const lane = lanes({ running: 1, each: 1 })
    const first = long(lane, 1)
    const failing = lane.run(forever, { key: 1 }, async ({ leave }) => {
      leave()
      throw new Error('died')
    })
    await expect(failing).rejects.toThrow('died')
    expect([lane.running, lane.waiting]).toEqual([1, 0])
    expect(await Promise.race([short(lane, 1), never])).toBe(true)
    first.end()
  })
})

describe('the sandbox', () => {
  it('answers a short statement whole beside its user’s endless one, and tells of a process that dies on trial', async () => {
    vi.stubEnv(onePriority, '')
    const bench = await makeSandbox({ running: 1, spares: 2, tryMs: 60_000 })
    const endless = 'SELECT count(*) FROM range(1000000000000) a, fact'
    const control = new AbortController()
    const busy = bench.run(endless, { signal: control.signal })
    busy.catch(() => {})
    await bench.until(() => bench.sandbox.load().running === 1)
    expect(await bench.rows('SELECT 7 AS v')).toEqual([[7]])
    // A long one lets those that begin go first.
    await bench.until(() => bench.sandbox.pids().some((pid) => getPriority(pid) === 15))
    const tried = bench.run(endless)
    tried.catch(() => {})
    await bench.until(() => bench.sandbox.load().running === 2)
    // One that is killed before it is ready is replaced.
    const over = Promise.allSettled([tried, busy]).then(() => true)
    const isOver = () => Promise.race([over, new Promise<false>((resolve) => setTimeout(resolve, 50, false))])
    await bench.until(async () => {
      for (const pid of bench.sandbox.pids()) process.kill(pid, 'SIGKILL')
      return isOver()
    })
    // Which of the two, goes by whether it had begun.
    const code = expect.stringMatching(/^(query_failed|warehouse_unavailable)$/)
    await expect(tried).rejects.toMatchObject({ code })
    await expect(busy).rejects.toMatchObject({ code })
    await bench.until(() => bench.sandbox.load().running === 0)
    expect(bench.sandbox.load().waiting).toBe(0)
    await bench.dispose()
  })
})
