import { expect, it } from 'vitest'
import { spaced } from '#shared/spacing.ts'

it('sets Chinese and Latin apart, once, and leaves the rest', () => {
  expect(spaced('按Platform')).toBe('按 Platform')
  expect(spaced('Name前 20名')).toBe('Name 前 20 名')
  expect(spaced('占比50%以上')).toBe('占比 50% 以上')
  expect(spaced('按 日，A-B')).toBe('按 日，A-B')
})
