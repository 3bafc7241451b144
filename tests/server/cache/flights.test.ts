// Equal questions at the same time share one run, which ends when nobody waits for it any more.
import { expect, it } from 'vitest'
import { Flights } from '#server/cache/flights.ts'

function station() {
  const flights = new Flights<string>()
  const runs: { signal: AbortSignal; land: (result: string) => void; fail: (error: Error) => void }[] = []
  const start = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => reject(signal.reason))
    runs.push({ signal, land: resolve, fail: reject })
    return promise
  }
  const ask = (key: string, signal = new AbortController().signal) => flights.join(key, signal, start)
  return { flights, runs, ask }
}

it('runs once for all who ask the same at once, and anew for those who come after', async () => {
  const { runs, ask } = station()
  const asked = [ask('a'), ask('a'), ask('b')]
  expect(runs).toHaveLength(2)
  runs[0]?.land('of a')
  runs[1]?.land('of b')
  expect(await Promise.all(asked)).toEqual(['of a', 'of a', 'of b'])
  void ask('a')
  expect(runs).toHaveLength(3)
})

it('goes on while one is left who waits', async () => {
  const { runs, ask } = station()
  const [leaver, stayer] = [new AbortController(), new AbortController()]
  const left = ask('a', leaver.signal)
  const stayed = ask('a', stayer.signal)
  leaver.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(runs[0]?.signal.aborted).toBe(false)
  runs[0]?.land('there')
  expect(await stayed).toBe('there')
})

it('ends when the last one leaves, and gives nothing of it to who comes then', async () => {
  const { runs, ask } = station()
  const [one, other] = [new AbortController(), new AbortController()]
  const asked = [ask('a', one.signal), ask('a', other.signal)]
  one.abort(new Error('one'))
  other.abort(new Error('other'))
  await expect(asked[0]).rejects.toThrow('one')
  await expect(asked[1]).rejects.toThrow('other')
  expect(runs[0]?.signal.aborted).toBe(true)
  const next = ask('a')
  expect(runs).toHaveLength(2)
  runs[1]?.land('new')
  expect(await next).toBe('new')
})

it('tells a failure to all, and keeps none', async () => {
  const { runs, ask } = station()
  const asked = [ask('a'), ask('a')]
  runs[0]?.fail(new Error('broken'))
  for (const answer of asked) await expect(answer).rejects.toThrow('broken')
  const next = ask('a')
  runs[1]?.land('mended')
  expect(await next).toBe('mended')
})

it('starts nothing for who has left already', async () => {
  const { runs, ask } = station()
  await expect(ask('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  expect(runs).toEqual([])
})

it('ends those of some keys for all who wait, and settles when they have ended', async () => {
  const { flights, runs, ask } = station()
  const asked = [ask('a/1'), ask('a/2'), ask('b/1')]
  const answers = Promise.allSettled(asked.slice(0, 2))
  await flights.end((key) => key.startsWith('a/'), new Error('given up'))
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(runs[2]?.signal.aborted).toBe(false)
  void ask('a/1')
  expect(runs).toHaveLength(4)
})
