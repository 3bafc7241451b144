// Labels in a chart equal those in the table: the code with its name.
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

it('names beside codes, where they are known', () => {
  const found = named(drawn, new Map([['1', '华北']]), new Map([['7', '安卓']]))
  expect(found.x).toEqual(['1 · 华北', 'b', null, '(空文本)'])
  expect(found.series.map(({ name }) => name)).toEqual([
    '7 · 安卓 · 金额',
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
