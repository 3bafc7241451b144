// Names of points and dimensions in a report: a deleted one keeps its last name, marked as deleted.
import { expect, it } from 'vitest'
import { goneText } from '#semantic/model/gone.ts'
import type { QueryDimension } from '#features/statement/contract.ts'
import { goneThings } from '#features/statement/web/report/gone.ts'
import { dimensionName, pointName } from '#features/statement/web/report/names.ts'

const channel = { id: 1, name: '渠道' } as QueryDimension
const params = {
  dimensions: [channel],
  points: [],
  gone: [
    { kind: 'dimension', id: 2, name: '高付费' } as const,
    { kind: 'point', id: 2, name: '订单数' } as const,
  ],
}

it('is its name or its last one, told to be gone; no number stands for a name that was not read', () => {
  expect([1, 2, 3].map((id) => dimensionName(params, id))).toEqual([
    '渠道',
    '高付费（已删除）',
    '维度 3（已删除）',
  ])
  expect(pointName(params, 2)).toBe('订单数（已删除）')
  expect([dimensionName(null, 1), pointName(null, 2)]).toEqual(['…', '…'])
})

it('stands in what is told of a report before its figures are there', () => {
  const info = { dims: [1, 2, 3], points: [] }
  expect(goneThings(info, params, null).map(goneText)).toEqual(['维度「高付费」已被删除', '维度 #3 已被删除'])
})
