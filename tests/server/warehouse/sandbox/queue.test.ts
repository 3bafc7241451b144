// Whose turn it is, and what those who wait are told.
import { describe, expect, it } from 'vitest'
import { FairQueue } from '../../../../src/server/warehouse/sandbox/queue.ts'
import { makeSandbox } from '../../../factories/sandbox.ts'

const wide = { running: 1, runningPerUser: 1, waiting: 100, waitingPerUser: 100 }
const forever = new AbortController().signal

describe('the queue', () => {
  it('gives turns to users in rotation, whoever asked more', async () => {
    const queue = new FairQueue(wide)
    const order: string[] = []
    const leave = await queue.enter(1, forever)
    const ask = async (userId: number, name: string) => {
      const done = await queue.enter(userId, forever)
      order.push(name)
      done()
    }
    const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(2, 'b1'), ask(3, 'c1'), ask(2, 'b2')]
    leave()
    await Promise.all(all)
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('tells everyone the place, anew when it changes, and 0 at the start', async () => {
    const queue = new FairQueue(wide)
    const told: Record<string, string[]> = {}
    const leave = await queue.enter(1, forever)
    const ask = (userId: number, name: string, signal = forever) =>
      queue.enter(userId, signal, (place, waiting) => {
        told[name] = [...(told[name] ?? []), `${place}/${waiting}`]
      })
    const gone = new AbortController()
    const first = ask(1, 'first')
    const second = ask(1, 'second', gone.signal)
    const other = ask(2, 'other')
    gone.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    leave()
    ;(await first)()
    ;(await other)()
    expect(told).toEqual({
      first: ['1/1', '1/2', '1/3', '1/2', '0/1'],
      second: ['2/2', '3/3'],
      other: ['2/3', '2/2', '1/1', '0/0'],
    })
  })

  it('keeps a user to a share, so that another runs at once', async () => {
    const queue = new FairQueue({ ...wide, running: 3, runningPerUser: 2 })
    await queue.enter(1, forever)
    await queue.enter(1, forever)
    let third = false
    void queue.enter(1, forever).then(() => {
      third = true
    })
    await queue.enter(2, forever)
    expect(third).toBe(false)
    expect([queue.running, queue.waiting]).toEqual([3, 1])
  })

  it('refuses who waits for too much, and says whose limit it is', async () => {
    const queue = new FairQueue({ running: 1, runningPerUser: 1, waiting: 3, waitingPerUser: 2 })
    await queue.enter(1, forever)
    void queue.enter(1, forever)
    void queue.enter(1, forever)
    await expect(queue.enter(1, forever)).rejects.toMatchObject({
      code: 'server_busy',
      message: expect.stringContaining('您排队的查询已达上限（2 个）'),
    })
    void queue.enter(2, forever)
    await expect(queue.enter(3, forever)).rejects.toMatchObject({
      code: 'server_busy',
      message: expect.stringContaining('服务器排队的查询已达上限（3 个）'),
    })
  })

  it('takes a turn back once, however often it is given', async () => {
    const queue = new FairQueue({ ...wide, running: 2, runningPerUser: 2 })
    const leave = await queue.enter(1, forever)
    await queue.enter(1, forever)
    leave()
    leave()
    expect(queue.running).toBe(1)
  })
})

describe('the sandbox', () => {
  it('runs one after the other and counts the waiting apart from the work', async () => {
    const bench = await makeSandbox({ running: 1 })
    const places: number[] = []
    const first = bench.run('SELECT count(*) FROM range(300000000)')
    const second = bench.run('SELECT 1', { userId: 2, onPlace: (place) => places.push(place) })
    const [slow, quick] = await Promise.all([first, second])
    expect(places).toEqual([1, 0])
    expect(slow.queuedMs).toBeLessThan(slow.elapsedMs)
    expect(quick.queuedMs).toBeGreaterThan(50)
    await bench.dispose()
  })
})
