import { expect, it } from 'vitest'
import { pinyinOf } from '#server/pinyin.ts'
import { prepareQuery, scoreOf } from '#shared/matching/match.ts'
import { buildIndex } from '#shared/matching/searchIndex.ts'
import { typedQueryOf } from '#shared/matching/units.ts'
import { matchesName } from '#shared/textMatch.ts'

const finds = (name: string, typed: string) => matchesName(name, pinyinOf(name), typed)

it.each([
  ['渠道 ROI 日报', 'roi'],
  ['渠道 ROI 日报', '道 roi'],
  ['渠道 ROI 日报', 'ＲＯＩ'],
  ['渠道 ROI 日报', 'qudao'],
  ['渠道 ROI 日报', 'qdroirb'],
  ['渠道 ROI 日报', 'ribao'],
  ['渠道 ROI 日报', '日bao'],
  ['渠道 ROI 日报', 'qurb'],
  ['渠道（ROI）日报', 'roi-rb'],
  ['渠道 ROI 日报', '日报 渠道'],
  ['重庆玩家', 'cq'],
  ['重庆玩家', 'zhongqing'],
  ['留存', ''],
])('%s answers %s', (name, typed) => expect(finds(name, typed)).toBe(true))

it.each([
  ['渠道 ROI 日报', 'udao'],
  ['渠道 ROI 日报', '日报 充值'],
  ['渠道 ROI 日报', '道渠'],
  ['orders', 'dd'],
])('%s does not answer %s', (name, typed) => expect(finds(name, typed)).toBe(false))

const names = ['渠道 ROI 日报', '重庆玩家（新）', '留存_7日', 'game-orders 订单', '嗯', '𠮷野家 GMV', '']
const typings = [
  '',
  ' ',
  'rb',
  'qdrb',
  'udao',
  '日报 渠道',
  '渠道 充值',
  'cqwj',
  'zhongq',
  'lc7r',
  'o d',
  'ng',
  '𠮷gmv',
  '-',
]

it.each(names)('%s answers as it does in the palette', (name) => {
  const index = buildIndex([{ title: name, pinyin: pinyinOf(name) }])
  const found = (typed: string) => scoreOf(0, prepareQuery(typedQueryOf(typed), index), index) > 0
  expect(typings.filter((typed) => finds(name, typed))).toEqual(typings.filter(found))
})

it('tries a name that can answer in very many ways but once', () => {
  // 嗯 is read en, n and ng: what is typed can be divided among them in 2^14 ways.
  expect(finds('嗯'.repeat(100), `${'en'.repeat(14)}x`)).toBe(false)
})
