// How a result is looked at, from columns by place to columns by name and back.
import { describe, expect, it } from 'vitest'
import {
  type Look,
  lookByIndex,
  lookByName,
  saysNothing,
  statementIndexAt,
} from '../../../src/shared/sql/resultLook.ts'

const titles = ['day', 'n', 'n']
const look: Look<number> = {
  sort: [{ column: 2, desc: true }],
  filters: [{ column: 0, op: 'eq', value: '2026-10-01' }],
  hidden: [1],
  frozen: [0],
  chart: { type: 'line', x: 0, values: [2], series: null, aggregate: 'sum' },
  drawn: true,
}

describe('a look', () => {
  it('finds its columns in the next result wherever they stand', () => {
    const named = lookByName(look, titles)
    expect(named.sort).toEqual([{ column: 'n 2', desc: true }])
    expect(lookByIndex(named, titles)).toEqual(look)
    expect(lookByIndex(named, ['n', 'day', 'n'])).toMatchObject({ hidden: [0], frozen: [1], chart: { x: 1 } })
  })

  it('leaves out what is gone, draws nothing without its columns, hides never all of them', () => {
    const named = lookByName(look, titles)
    expect(lookByIndex(named, ['n'])).toEqual({
      sort: [],
      filters: [],
      hidden: [],
      frozen: [],
      chart: null,
      drawn: false,
    })
    expect(saysNothing(lookByIndex(named, ['other']))).toBe(true)
    expect(saysNothing(named)).toBe(false)
  })

  it('is of the statement that stands at a place', () => {
    const text = 'select 1;\n-- x\nselect 2'
    expect([0, text.indexOf('select 2'), 9].map((at) => statementIndexAt(text, at))).toEqual([0, 1, null])
  })
})
