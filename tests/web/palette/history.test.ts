// @vitest-environment jsdom
// The history of opened entries, and its effect on their order.
import { beforeEach, describe, expect, it } from 'vitest'
import { frecency, halfLifeMs, readHistory, recordUse, weightOf } from '#web/shell/palette/history.ts'

beforeEach(() => localStorage.clear())

describe('history', () => {
  it('keeps uses and the latest places, each user’s apart', () => {
    recordUse('ann', 'view:1', 1_000)
    recordUse('ann', 'view:2', 2_000)
    recordUse('ann', 'view:1', 3_000)
    expect(readHistory('ann').recents).toEqual(['view:1', 'view:2'])
    expect(readHistory('ann').uses['view:1']?.score).toBeCloseTo(2, 3)
    expect(readHistory('bob').recents).toEqual([])
    expect(localStorage.getItem('paletteHistory:ann')).not.toContain('报')
  })

  it('counts the palette’s choice and the opening of its page once', () => {
    recordUse('ann', 'view:1', 1_000)
    recordUse('ann', 'view:1', 3_000)
    expect(readHistory('ann').uses['view:1']?.score).toBe(1)
    recordUse('ann', 'view:1', 60_000)
    expect(readHistory('ann').uses['view:1']?.score).toBeCloseTo(2, 2)
  })

  it('halves with time, and does not grow when the clock is put back', () => {
    const use = { score: 4, at: 0 }
    expect(frecency(use, halfLifeMs)).toBeCloseTo(2)
    expect(frecency(use, 3 * halfLifeMs)).toBeCloseTo(0.5)
    expect(frecency(use, -halfLifeMs)).toBe(4)
    expect(frecency(undefined, 0)).toBe(0)
    expect(frecency({ score: Number.NaN, at: 0 }, 0)).toBe(0)
  })

  it('weighs more for more and later uses, within its bounds', () => {
    const weights = [
      { score: 0.001, at: 0 },
      { score: 1, at: 0 },
      { score: 2, at: 0 },
      { score: 1e9, at: 0 },
    ].map((use) => weightOf(use, 0))
    expect(weights).toEqual([...weights].sort((a, b) => a - b))
    expect(weights[0]).toBe(0)
    expect(weights[3]).toBe(999)
    for (const weight of weights) expect(Number.isInteger(weight)).toBe(true)
  })

  it('forgets what is least worth beyond five hundred', () => {
    for (let id = 0; id < 510; id++) recordUse('ann', `view:${id}`, id * 1_000)
    const { uses, recents } = readHistory('ann')
    expect(Object.keys(uses)).toHaveLength(500)
    expect(uses['view:0']).toBeUndefined()
    expect(recents).toHaveLength(12)
  })

  it.each([
    '',
    'null',
    '[]',
    '{',
    '{"uses":[1],"recents":7}',
    '{"uses":{"a":{"score":"x","at":1}},"recents":[1,null]}',
    '{"uses":{"__proto__":{"score":1,"at":1}}}',
  ])('bears %j in storage', (text) => {
    localStorage.setItem('paletteHistory:ann', text)
    expect(readHistory('ann').recents).toEqual([])
    recordUse('ann', 'view:1', 1)
    expect(readHistory('ann').recents).toEqual(['view:1'])
  })
})
