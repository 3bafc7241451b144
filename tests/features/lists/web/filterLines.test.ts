import { expect, test } from 'vitest'
import {
  filtersFromTyped,
  filtersProblem,
  filtersTyped,
} from '../../../../src/features/lists/web/rules/filterLines.ts'

const dims = [
  { id: 3, name: '平台' },
  { id: 4, name: '渠道' },
]

test('filters of a rule are typed one on each line, and shown as they were typed', () => {
  const lines = ['平台 = ios | android', '', '渠道＝a=b']
  const filters = [
    { dim: 3, values: ['ios', 'android'] },
    { dim: 4, values: ['a=b'] },
  ]
  expect(filtersProblem(dims, lines)).toBeUndefined()
  expect(filtersFromTyped(dims, lines)).toEqual(filters)
  expect(filtersFromTyped(dims, filtersTyped(dims, filters))).toEqual(filters)
})

test('a wrong line is named by its place', () => {
  expect(filtersProblem(dims, ['', '平台'])).toBe('第 2 行应为「维度 = 值」，多个值用 | 分开')
  expect(filtersProblem(dims, ['平台 = | '])).toContain('第 1 行')
  expect(filtersProblem(dims, ['国家 = cn'])).toBe('第 1 行：没有维度「国家」')
  expect(filtersProblem(dims, filtersTyped(dims, [{ dim: 9, values: ['x'] }]))).toContain('已删除的维度')
  expect(filtersProblem(dims, Array(11).fill('平台 = ios'))).toBe('最多 10 个条件')
})
