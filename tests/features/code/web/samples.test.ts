// The statements that an empty editor offers.
import { expect, it } from 'vitest'
import type { CatalogColumn, CatalogTable } from '#features/code/contract.ts'
import { samplesOf } from '#features/code/web/query/samples.ts'

const column = (name: string, type: string): CatalogColumn => ({
  name,
  type,
  comment: '',
  pinyin: '',
  points: [],
  dimensions: [],
  dictId: null,
})
const table = (name: string, kind: CatalogTable['kind'], comment = '', columns: CatalogColumn[] = []) => ({
  name,
  kind,
  comment,
  columns,
  pinyin: '',
  rowCount: 1,
  updateTime: null,
})

it('shows the rows of facts, and the days of the first that has days', () => {
  const tables = [
    table('dim_channel', 'dimension', '渠道'),
    table('game_event', 'fact', '游戏事件：每次', [column('at', 'TIMESTAMP')]),
    table('pay_order', 'fact', '充值订单', [column('pay date', 'DATE')]),
  ]
  expect(samplesOf(tables)).toEqual([
    {
      title: '充值订单 pay_order 近 30 天每天多少行',
      name: 'pay_order',
      text: 'select "pay date", count(*) as 行数\nfrom pay_order\ngroup by all\norder by "pay date" desc\nlimit 30',
    },
    {
      title: '游戏事件 game_event 的前 100 行',
      name: 'game_event',
      text: 'select *\nfrom game_event\nlimit 100',
    },
    {
      title: '充值订单 pay_order 的前 100 行',
      name: 'pay_order',
      text: 'select *\nfrom pay_order\nlimit 100',
    },
  ])
})

it('takes what there is where there are no facts, and offers nothing without tables', () => {
  expect(samplesOf([table('raw', 'other')]).map(({ title }) => title)).toEqual(['raw 的前 100 行'])
  expect(samplesOf([])).toEqual([])
})
