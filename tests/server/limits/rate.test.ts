import { expect, it } from 'vitest'
import { Rate } from '#server/limits/rate.ts'

const make = () => new Rate({ most: 2, windowMs: 1_000, refusal: 'embed_throttled' })

it('lets so much through in a window, by key', () => {
  const rate = make()
  rate.take('a', 0)
  rate.take('a', 999)
  rate.take('b', 999)
  expect(() => rate.take('a', 999)).toThrow('访问过于频繁')
  rate.take('a', 1_000)
  rate.take('a', 1_001)
  expect(() => rate.take('a', 1_999)).toThrow('访问过于频繁')
})

it('forgets what is over before it takes too much memory, else begins anew', () => {
  const rate = make()
  for (let key = 0; key < 20_000; key += 1) rate.take(`old${key}`, 0)
  rate.take('a', 500)
  rate.take('a', 500)
  // All are within their windows: the many were forgotten, and this key came after them.
  expect(() => rate.take('a', 600)).toThrow('访问过于频繁')
  rate.take('old1', 600)
  rate.take('old1', 600)
})
