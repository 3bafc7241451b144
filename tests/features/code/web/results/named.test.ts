// In a chart labels stand in the place of codes.
import { expect, it } from 'vitest'
import type { ResultChart } from '#features/code/contract.ts'
import { named } from '#features/code/web/results/chart/named.ts'

const drawn: ResultChart = {
  x: [1, 'b', null, ''],
  series: [
    { name: '7 · 金额', code: '7', values: [1, 2, 3] },
    { name: '8', code: '8', values: [null, 2, 3] },
    { name: '–', values: [1, null, 3] },
    { name: '(空文本)', code: '', values: [1, 2, 3] },
    { name: '(空文本) · 金额', code: '', values: [1, 2, 3] },
  ],
  truncated: false,
}

it('names stand in the place of codes, where they are known', () => {
  const found = named(drawn, new Map([['1', '华北']]), new Map([['7', '安卓']]))
  expect(found.x).toEqual(['华北', 'b', null, '(空文本)'])
  expect(found.series.map(({ name }) => name)).toEqual([
    '安卓 · 金额',
    '8',
    '–',
    '(空文本)',
    '(空文本) · 金额',
  ])
  expect(found.series[0]?.values).toEqual([1, 2, 3])
})

it('of columns names are no codes', () => {
  const columns = { ...drawn, series: [{ name: '7', values: [1, 2, 3] }] }
  expect(named(columns, undefined, new Map([['7', '安卓']])).series[0]?.name).toBe('7')
})

it('two codes of one name are told apart, and only these', () => {
  const names = new Map([
    ['1', '一服'],
    ['b', '一服'],
    ['c', '二服'],
    // Another of this name is not drawn.
    ['d', '二服'],
  ])
  const found = named(
    { ...drawn, x: [1, 'b', 'c'], series: [{ name: 'c', code: 'c', values: [1, 2, 3] }] },
    names,
    names,
  )
  expect(found.x).toEqual(['一服（1）', '一服（b）', '二服'])
  expect(found.series[0]?.name).toBe('二服')
})
