// The memory cache is limited by weight; the least recently used entry is evicted.
import { expect, it } from 'vitest'
import { Recent } from '#server/cache/recent.ts'

const recent = (most: number, largest?: number) =>
  new Recent<{ size: number }>({ most, largest, weigh: ({ size }) => size })

it('gives way to what was asked for later', () => {
  const kept = recent(30)
  kept.set('a', { size: 8 })
  kept.set('b', { size: 8 })
  expect(kept.get('a')).toEqual({ size: 8 })
  // A key weighs two for each character.
  kept.set('c', { size: 10 })
  expect([kept.get('a')?.size, kept.get('b')?.size, kept.get('c')?.size]).toEqual([8, undefined, 10])
})

it('weighs what stands in a place of the former once', () => {
  const kept = recent(30)
  for (let turn = 0; turn < 10; turn++) kept.set('a', { size: 20 })
  kept.set('b', { size: 6 })
  expect([kept.get('a')?.size, kept.get('b')?.size]).toEqual([20, 6])
})

it('keeps nothing that is too heavy, and forgets the former in its place', () => {
  const kept = recent(100, 10)
  kept.set('a', { size: 5 })
  kept.set('a', { size: 50 })
  expect(kept.get('a')).toBeUndefined()
})

it('names what matches, and deletes by name', () => {
  const kept = recent(100)
  kept.set('a', { size: 1 })
  kept.set('b', { size: 2 })
  expect(kept.keys(({ size }) => size > 1)).toEqual(['b'])
  kept.delete('b')
  kept.delete('b')
  expect(kept.keys(() => true)).toEqual(['a'])
})
