// The compared rows of a changed definition.
import { expect, it } from 'vitest'
import { changedFirst, isOther } from '#features/config/web/form/changed.ts'

const column = (key: string, kind = 'point') => ({ key, title: key, kind, format: null, unit: '' })
const example = (after: (number | string | null)[]) => ({
  reportId: 1,
  reportName: '日报',
  columns: [column('d1', 'dimension'), column('p1'), column('p2'), column('p3')],
  rows: [{ before: ['web', 1, 2, null] as (number | string | null)[], after }],
  trouble: '',
})

it('stand with the changed figures first, behind the dimensions; a change that changes nothing is told', () => {
  const changed = changedFirst(example(['web', 1, 2, 5]))
  expect(changed.columns.map(({ key }) => key)).toEqual(['d1', 'p3', 'p1', 'p2'])
  expect(changed.rows).toEqual([{ before: ['web', null, 1, 2], after: ['web', 5, 1, 2] }])
  expect(isOther(example(['web', 1, 2, 5]))).toBe(true)
  expect(isOther(example(['web', 1, 2, null]))).toBe(false)
  expect(isOther({ ...example([]), rows: [] })).toBe(null)
})
