// The look of a result, converted from columns by index to columns by name and back.
import { describe, expect, it } from 'vitest'
import {
  type Look,
  lookAt,
  lookByIndex,
  lookByName,
  markAt,
  type StatementMark,
  saysNothing,
} from '#shared/sql/resultLook.ts'

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

  it('goes with its statement wherever that moves, and with its place when that is changed', () => {
    const text = 'select 1;\n-- x\nselect 2'
    const first = markAt(text, 0)
    const second = markAt(text, text.indexOf('select 2'))
    if (!first || !second) throw new Error('no mark')
    expect([first.statement, second.statement, markAt(text, 9)]).toEqual([0, 1, null])
    const looks = [second]
    const moved = 'select 0;\nselect 1;\nSELECT  2 -- y'
    const markOf = (whole: string, sql: string) => markAt(whole, whole.indexOf(sql)) as StatementMark
    expect(lookAt(moved, markOf(moved, 'SELECT'), looks)).toBe(second)
    expect(lookAt(moved, markOf(moved, 'select 1'), looks)).toBeUndefined()
    const changed = 'select 1;\nselect 2 + 3'
    expect(lookAt(changed, markOf(changed, 'select 2'), looks)).toBe(second)
    expect(lookAt(changed, first, looks)).toBeUndefined()
  })
})
