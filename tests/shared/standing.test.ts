// What is offered for something new once definitions are retired.
import { expect, it } from 'vitest'
import { offered, retiredText } from '#shared/standing.ts'

const retired = (from: string) => ({ retired: { by: '甲', from, note: '' } })

it('a retired one is offered until its day, and afterwards only where it was chosen before', () => {
  const things = [{ id: 1 }, { id: 2, ...retired('2026-10-05') }, { id: 3, ...retired('2026-10-06') }]
  const ids = (chosen: number[], today: string) => offered(things, chosen, today).map(({ id }) => id)
  expect(ids([], '2026-10-04')).toEqual([1, 2, 3])
  expect(ids([], '2026-10-05')).toEqual([1, 3])
  expect(ids([2], '2026-10-06')).toEqual([1, 2])
  expect(retiredText(retired('2026-10-05'), '2026-10-05')).toBe('已于 2026-10-05 停用')
  expect(retiredText(retired('2026-10-06'), '2026-10-05')).toBe('将于 2026-10-06 停用')
})
