// What users waiting for the sandbox are told.
import { describe, expect, it } from 'vitest'
import { makeSandbox } from '#tests/factories/sandbox.ts'

describe('the sandbox', () => {
  it('runs one after the other and counts the waiting apart from the work', async () => {
    const bench = await makeSandbox({ running: 1, fast: 0 })
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
