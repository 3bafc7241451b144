// Headers of several levels: which cells are merged, and which only look alike.
import { expect, it } from 'vitest'
import { layOutHeads } from '#server/files/heads.ts'

const column = (...heads: [text: string, key: string][]) => heads.map(([text, key]) => ({ text, key }))

it('merges a group over its columns, a sum down to its figures, and never two groups of one name', () => {
  const { cells, merged } = layOutHeads([
    column(['渠道', 'd'], ['', 'd'], ['', '0']),
    column(['合计', '#0'], ['', '#1'], ['人数', '1']),
    column(['合计', '#0'], ['', '#1'], ['金额', '2']),
    column(['甲', '/a'], ['小计', '/a#'], ['人数', '3']),
    column(['甲', '/a'], ['小计', '/a#'], ['金额', '4']),
    column(['甲', '/a'], ['一', '/a/1'], ['人数', '5']),
    column(['甲', '/b'], ['一', '/b/1'], ['人数', '6']),
  ])
  expect(cells.map(({ text }) => text)).toEqual(
    '渠道 合计 甲 甲 小计 一 一 人数 金额 人数 金额 人数 人数'.split(' '),
  )
  expect(merged).toEqual([
    { firstRow: 0, lastRow: 2, firstColumn: 0, lastColumn: 0 },
    { firstRow: 0, lastRow: 1, firstColumn: 1, lastColumn: 2 },
    { firstRow: 0, lastRow: 0, firstColumn: 3, lastColumn: 5 },
    { firstRow: 1, lastRow: 1, firstColumn: 3, lastColumn: 4 },
  ])
})
