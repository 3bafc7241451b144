// The allowed shapes of conditions in a request; a refusal names the place and what was expected.
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { compileInput } from '#server/http/validation.ts'
import { wrongPart } from '#features/definitions/server/wrongPart.ts'
import { reportInfoSchema } from '#features/statement/contract.ts'

const check = compileInput({ schema: reportInfoSchema, httpPart: 'body' })
const told = (...filters: unknown[]): string => {
  const result = check({ dims: [], points: [1], filters })
  return 'error' in result ? String(result.error?.message) : ''
}
const leaf = { dim: 1, op: 'in', values: ['a'] }
const nested = (depth: number): unknown => (depth === 0 ? leaf : { any: [nested(depth - 1)] })

describe('conditions of a request', () => {
  it('are filters, and groups of them to some depth', () => {
    expect(
      told(leaf, {
        any: [leaf, { all: [leaf, { point: 2, op: 'gt', values: [], than: { past: 'week' } }] }],
      }),
    ).toBe('')
    expect(told({ point: 2, op: 'gt', values: [], than: { point: -1, times: 1.2 } })).toBe('')
    // One more than the engine takes: that says what is wrong with it.
    expect(told(nested(4))).toBe('')
  })

  it.each([
    [{ dim: 1, op: 'in' }, '「筛选条件」第 1 项的「值」不能缺少'],
    [{ dim: 1 }, '「筛选条件」第 1 项的「比较方式」不能缺少'],
    [{ any: [{ dim: 1, op: 'like', values: [] }] }, '「筛选条件」第 1 项第 1 项的「比较方式」不是可选的值'],
    [{ any: [] }, '「筛选条件」第 1 项至少 1 项'],
    [{ any: [leaf], all: [leaf] }, '「筛选条件」第 1 项的各项不能一起给出'],
    [{ any: [leaf], dim: 1 }, '「筛选条件」第 1 项的各项不能一起给出'],
    [{ some: [leaf] }, '「筛选条件」第 1 项不是已知的参数'],
    [{ all: Array.from({ length: 101 }, () => leaf) }, '「筛选条件」第 1 项最多 100 项'],
    [
      { point: 1, op: 'gt', values: [], than: { point: 2, times: 0 } },
      '「筛选条件」第 1 项的「倍数」应大于 0',
    ],
    [nested(5), '「筛选条件」第 1 项第 1 项第 1 项第 1 项第 1 项的'],
    [7, '「筛选条件」第 1 项应为对象'],
  ])('%j is told by its place', (filter, words) => {
    expect(told(filter)).toContain(words)
  })

  it('of a file are told in words', () => {
    const info = { dims: [], points: [1], filters: [{ any: [leaf], all: [leaf] }] }
    expect(Value.Check(reportInfoSchema, info)).toBe(false)
    expect(wrongPart(reportInfoSchema, info)).toMatchObject({
      place: '/filters/0',
      expected: '条件 { dim 或 point, op, values }，或条件组 { any: […] } 与 { all: […] } 之一',
    })
  })
})
