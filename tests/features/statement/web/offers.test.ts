// The comparisons that a report can have.
import { expect, it } from 'vitest'
import { compareRefusal } from '#features/statement/web/report/options/offers.ts'
import type { QueryParams } from '#features/statement/web/report/store.ts'

const params = (unreachable: string) =>
  ({ dimensions: [{ id: 1, types: 'date', unreachable }], points: [] }) as unknown as QueryParams

it('none with other days where there are none, or all; other conditions always', () => {
  const info = { dims: [], points: [1] }
  const days = { ...info, dateRange: { relative: 'last7' as const } }
  expect(compareRefusal(days, 'previous', params(''))).toBe('')
  expect(compareRefusal(days, 'previous', params('没有日期列'))).toBe('没有日期列')
  expect(compareRefusal(info, 'year', params(''))).not.toBe('')
  expect(compareRefusal({ ...info, dateRange: { relative: 'all' } }, 'range', params(''))).not.toBe('')
  expect(compareRefusal(info, 'filters', params('没有日期列'))).toBe('')
})
