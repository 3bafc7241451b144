// Impossible choices come last, folded, with each reason once; synonyms find an item.
import { describe, expect, it } from 'vitest'
import { arranged, foldKey } from '#web/pick/matching.ts'
import type { PickItem } from '#web/pick/pickItem.ts'

const item = (key: string, title: string, more: Partial<PickItem> = {}): PickItem => ({
  key,
  title,
  pinyin: '',
  group: '付费',
  ...more,
})
const reason = '「广告」没有关联维度表「玩家」'
const items = [
  item('1', '点击', { refused: reason }),
  item('2', '活跃用户', { also: { text: 'DAU 日活', pinyin: 'ri huo' } }),
  item('3', '曝光', { refused: reason }),
  item('4', '在线', { refused: '「采样」没有区服' }),
  item('5', '充值金额'),
]
const keys = (query: string, unfolded = false) => arranged(unfolded)(query, items).map(({ key }) => key)

describe('a list to choose from', () => {
  it('folds what cannot be chosen', () => {
    expect(keys('')).toEqual(['2', '5', foldKey])
    expect(arranged(false)('', items).at(-1)?.title).toBe('显示 3 个不能选的')
  })

  it('unfolds it by its reasons, each once', () => {
    expect(keys('', true)).toEqual(['2', '5', foldKey, '1', '3', '4'])
    const groups = arranged(true)('', items)
      .slice(3)
      .map(({ group }) => group)
    expect(groups).toEqual([reason, reason, '「采样」没有区服'])
  })

  it('shows it where it is asked for by name', () => expect(keys('点击')).toEqual(['1']))

  it.each(['dau', '日活', 'rihuo', 'rh'])('finds by another name: %s', (query) =>
    expect(keys(query)).toEqual(['2']),
  )
})
