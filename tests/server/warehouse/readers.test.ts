// Reader processes may be cancelled, hang or die; only their statement is affected.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLine } from '#server/limits/lines.ts'
import { makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'

/** Runs for minutes, and heeds interrupts. */
const endless = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range % 7 = b.range % 3'

let house: TestWarehouse
beforeAll(async () => {
  house = await makeWarehouse({
    sql: ['CREATE TABLE fact AS SELECT i FROM range(1000) t(i)'],
    readers: 2,
    queueLimit: 3,
  })
  await house.warehouse.ready()
})
afterAll(() => house.dispose())

const works = async () => expect(await house.rows('SELECT count(*) FROM fact')).toEqual([[1000]])
/** Some may have ended already, as one does that did not heed an interrupt in time. */
function killReaders(): void {
  for (const pid of house.warehouse.readerPids()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(condition: () => boolean, ms = 5000): Promise<void> {
  const end = Date.now() + ms
  while (!condition()) {
    if (Date.now() > end) throw new Error('it did not come about')
    await pause(10)
  }
}

/**
 * Both processes are there, and no turn is held any more: a canceled statement would keep its own until the engine
 * heeds that.
 */
async function bothReady(): Promise<void> {
  const busy = house.rows('SELECT count(*) FROM range(100000000) t(i) WHERE i % 3 = 0')
  await works()
  await busy
  await until(() => house.warehouse.readerPids().length === 2)
}

describe('cancel', () => {
  it('ends an endless statement, and frees the process', async () => {
    const controller = new AbortController()
    const running = house.rows(endless, { signal: controller.signal })
    await pause(150)
    controller.abort()
    await expect(running).rejects.toMatchObject({ code: 'query_canceled' })
    // Both processes answer again only when the canceled one is free.
    await Promise.all([works(), works(), works()])
  })

  it('refuses what was canceled before it began', async () => {
    await expect(house.rows('SELECT 1', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'query_canceled',
    })
  })

  it('leaves the queue when it is canceled there', async () => {
    const running = [new AbortController(), new AbortController()].map((controller) => ({
      controller,
      done: house.rows(endless, { signal: controller.signal }).catch((error: unknown) => error),
    }))
    await pause(100)
    const waiting = new AbortController()
    const waited = house.rows('SELECT 1', { signal: waiting.signal })
    waiting.abort()
    await expect(waited).rejects.toMatchObject({ code: 'query_canceled' })
    for (const { controller, done } of running) {
      controller.abort()
      await done
    }
    await works()
  })

  it('kills a process that does not heed the interrupt', async () => {
    const [pid] = house.warehouse.readerPids()
    for (const each of house.warehouse.readerPids()) process.kill(each, 'SIGSTOP')
    const hung = house.rows('SELECT 1', { timeoutMs: 200 })
    await expect(hung).rejects.toMatchObject({ code: 'query_timeout' })
    for (const each of house.warehouse.readerPids()) process.kill(each, 'SIGCONT')
    expect(pid).toBeTypeOf('number')
    await works()
  })

  it('leaves no process behind after many cancels', async () => {
    for (let round = 0; round < 20; round += 1) {
      const running = house.rows(endless, { timeoutMs: 20 })
      await expect(running).rejects.toMatchObject({ code: 'query_timeout' })
    }
    await works()
    await until(() => house.warehouse.readerPids().length === 2)
  })
})

it('ends a statement at its time-out', async () => {
  await expect(house.rows(endless, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'query_timeout' })
  await works()
})

it('says that it is busy when the queue is full', async () => {
  const controller = new AbortController()
  const outcomeOf = (options: Parameters<typeof house.rows>[1]) =>
    house.rows(endless, options).catch((error: unknown) => error)
  await bothReady()
  const running = [outcomeOf({ signal: controller.signal }), outcomeOf({ signal: controller.signal })]
  await pause(300)
  const waiting = Array.from({ length: 3 }, () => outcomeOf({ timeoutMs: 400 }))
  await expect(house.rows('SELECT 1')).rejects.toMatchObject({ code: 'server_busy' })
  for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ code: 'query_timeout' })
  controller.abort()
  for (const outcome of await Promise.all(running)) expect(outcome).toMatchObject({ code: 'query_canceled' })
  await works()
})

it('takes callers in turns: who asks much keeps nobody waiting longer than a statement', async () => {
  await bothReady()
  const controller = new AbortController()
  const order: string[] = []
  const ask = (line: string, sql: string, given?: Parameters<typeof house.rows>[1]) =>
    inLine(line, () => house.rows(sql, given)).then(
      () => order.push(line),
      () => order.push(`${line} ended`),
    )
  // Both readers are at work for one caller, who has more to ask than may wait.
  const busy = [1, 2].map(() => ask('greedy', endless, { signal: controller.signal }))
  const greedy = [1, 2, 3, 4].map(() => ask('greedy', 'SELECT sum(hash(i)) FROM range(20000000) t(i)'))
  const refused = inLine('greedy', () => house.rows('SELECT 1'))
  await expect(refused).rejects.toMatchObject({
    code: 'server_busy',
    message: expect.stringContaining('你排队的'),
  })
  const modest = ask('modest', 'SELECT 1')
  controller.abort()
  await Promise.all([...busy, ...greedy, modest])
  const answers = order.filter((line) => !line.endsWith('ended'))
  expect(answers.indexOf('modest')).toBeLessThan(2)
  // Of the others' waiting none is lost.
  expect(answers.length).toBeGreaterThan(2)
  await works()
})

describe('a reader that is killed', () => {
  it('under a statement fails that one alone', async () => {
    await bothReady()
    const other = house.rows('SELECT count(*) FROM range(50000000) t(i) WHERE i % 3 = 0')
    const outcome = house.rows(endless).catch((error: unknown) => error)
    // One of the two runs the endless statement; the other is let finish first.
    await other
    let ended = false
    void outcome.then(() => {
      ended = true
    })
    // A process that had not begun with it yet hands it on to the next.
    while (!ended) {
      killReaders()
      await pause(100)
    }
    expect(await outcome).toMatchObject({ code: 'query_failed' })
    await works()
  })

  it('between statements is not noticed', async () => {
    for (let round = 0; round < 5; round += 1) {
      killReaders()
      await works()
    }
  })
})

it('tells a statement that needs too much memory so, and lives', async () => {
  const small = await makeWarehouse({ memoryMiB: 128 })
  try {
    const wide = 'SELECT list(repeat(i::VARCHAR, 1000)) FROM range(5000000) t(i)'
    await expect(small.rows(wide)).rejects.toMatchObject({
      code: 'query_failed',
      message: expect.stringContaining('内存'),
    })
    expect(await small.rows('SELECT 1')).toEqual([[1]])
  } finally {
    await small.dispose()
  }
})
