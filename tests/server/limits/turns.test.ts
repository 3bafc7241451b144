// The order of turns, and what those who wait are told.
import { describe, expect, it } from 'vitest'
import { Turns } from '#server/limits/turns.ts'

const wide = { atOnce: 1, waiting: 100 }
const forever = new AbortController().signal

describe('turns', () => {
  it('gives turns to users in rotation, whoever asked more', async () => {
    const turns = new Turns(wide)
    const order: string[] = []
    const leave = await turns.enter(forever, { key: 1 })
    const ask = async (userId: number, name: string) => {
      const done = await turns.enter(forever, { key: userId })
      order.push(name)
      done()
    }
    const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(2, 'b1'), ask(3, 'c1'), ask(2, 'b2')]
    leave()
    await Promise.all(all)
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('tells everyone the place, anew when it changes, and 0 at the start', async () => {
    const turns = new Turns(wide)
    const told: Record<string, string[]> = {}
    const leave = await turns.enter(forever, { key: 1 })
    const ask = (userId: number, name: string, signal = forever) =>
      turns.enter(signal, {
        key: userId,
        onPlace: (place, waiting) => {
          told[name] = [...(told[name] ?? []), `${place}/${waiting}`]
        },
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
    const turns = new Turns({ ...wide, atOnce: 3, atOnceEach: 2 })
    await turns.enter(forever, { key: 1 })
    await turns.enter(forever, { key: 1 })
    let third = false
    void turns.enter(forever, { key: 1 }).then(() => {
      third = true
    })
    await turns.enter(forever, { key: 2 })
    expect(third).toBe(false)
    expect([turns.running, turns.waiting]).toEqual([3, 1])
  })

  it('refuses who waits for too much, and says whose limit it is', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 3, waitingEach: 2 })
    await turns.enter(forever, { key: 1 })
    void turns.enter(forever, { key: 1 })
    void turns.enter(forever, { key: 1 })
    await expect(turns.enter(forever, { key: 1 })).rejects.toMatchObject({
      code: 'server_busy',
      message: expect.stringContaining('你排队的查询已达上限（2 个）'),
    })
    void turns.enter(forever, { key: 2 })
    await expect(turns.enter(forever, { key: 3 })).rejects.toMatchObject({
      code: 'server_busy',
      message: expect.stringContaining('服务器排队的查询已达上限（3 个）'),
    })
  })

  it('takes a turn back once, however often it is given', async () => {
    const turns = new Turns({ ...wide, atOnce: 2 })
    const leave = await turns.enter(forever, { key: 1 })
    await turns.enter(forever, { key: 1 })
    leave()
    leave()
    expect(turns.running).toBe(1)
  })

  it('lets those for whom somebody waits go before the patient, and gives the turn back after a failure', async () => {
    const turns = new Turns({ atOnce: 1 })
    const seen: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = turns.take(forever, () => promise)
    const patient = turns.take(forever, async () => seen.push('patient'), { patient: true })
    const urgent = turns.take(forever, () => Promise.reject(new Error('failed')))
    const later = turns.take(forever, async () => seen.push('later'))
    resolve()
    await expect(urgent).rejects.toThrow('failed')
    await Promise.all([first, patient, later])
    expect(seen).toEqual(['later', 'patient'])
    expect([turns.running, turns.waiting]).toEqual([0, 0])
  })

  it('lets one work at a time, in order, and those who gave up go', async () => {
    const turns = new Turns({ atOnce: 1 })
    const seen: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const never = new AbortController()
    const first = turns.take(never.signal, async () => {
      seen.push('first')
      await promise
    })
    const left = new AbortController()
    const second = turns.take(left.signal, async () => seen.push('second'))
    const third = turns.take(never.signal, async () => seen.push('third'))
    left.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    expect(seen).toEqual(['first'])
    resolve()
    await Promise.all([first, third])
    expect(seen).toEqual(['first', 'third'])
    await expect(turns.take(never.signal, () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
    await expect(turns.take(never.signal, async () => 'next')).resolves.toBe('next')
  })
})
