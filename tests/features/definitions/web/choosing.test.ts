import { describe, expect, it } from 'vitest'
import type { DefinitionItem } from '#features/definitions/contract.ts'
import { chosenWith, countsOf, isApplicable } from '#features/definitions/web/choosing.ts'

const item = (key: string, given: Partial<DefinitionItem> = {}): DefinitionItem => ({
  key,
  kind: 'point',
  name: key,
  place: '',
  action: 'add',
  changes: [],
  usedBy: 0,
  problems: [],
  needs: [],
  ...given,
})

const items = [
  item('table'),
  item('point', { needs: ['table'] }),
  item('ratio', { needs: ['point'] }),
  item('report', { needs: ['ratio'], action: 'change' }),
  item('broken', { problems: ['坏了'] }),
  item('leaning', { needs: ['broken'] }),
  item('same', { action: 'same' }),
]

describe('choosing what to apply', () => {
  it('takes along all that is needed', () => {
    expect([...chosenWith(items, new Set(), 'report', true)].sort()).toEqual([
      'point',
      'ratio',
      'report',
      'table',
    ])
  })

  it('leaves out what stands on what is left out', () => {
    const all = new Set(['table', 'point', 'ratio', 'report', 'same'])
    expect([...chosenWith(items, all, 'point', false)].sort()).toEqual(['same', 'table'])
  })

  it('offers nothing that stands on something broken, or that would change nothing', () => {
    expect(items.filter((one) => isApplicable(one, items)).map(({ key }) => key)).toEqual([
      'table',
      'point',
      'ratio',
      'report',
    ])
  })

  it('counts what would be added and changed', () => {
    expect(countsOf(items, new Set(['table', 'report', 'same']))).toEqual({ added: 1, changed: 1 })
  })
})
