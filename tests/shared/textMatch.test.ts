import { expect, it } from 'vitest'
import { pinyinOf } from '../../src/server/pinyin.ts'
import { foldText, matchesName } from '../../src/shared/textMatch.ts'

const finds = (name: string, typed: string) => matchesName(name, pinyinOf(name), foldText(typed))

it.each([
  ['渠道 ROI 日报', 'roi'],
  ['渠道 ROI 日报', '道 roi'],
  ['渠道 ROI 日报', 'ＲＯＩ'],
  ['渠道 ROI 日报', 'qudao'],
  ['渠道 ROI 日报', 'qdroirb'],
  ['渠道 ROI 日报', 'ribao'],
  ['渠道 ROI 日报', '日bao'],
  ['重庆玩家', 'cq'],
  ['重庆玩家', 'zhongqing'],
  ['留存', ''],
])('%s answers %s', (name, typed) => expect(finds(name, typed)).toBe(true))

it.each([
  ['渠道 ROI 日报', 'qurb'],
  ['渠道 ROI 日报', 'udao'],
  ['渠道 ROI 日报', '道渠'],
  ['orders', 'dd'],
])('%s does not answer %s', (name, typed) => expect(finds(name, typed)).toBe(false))

it('tries a name that can answer in very many ways but once', () => {
  // 嗯 is read en, n and ng: what is typed can be divided among them in 2^40 ways.
  expect(finds('嗯'.repeat(100), `${'en'.repeat(60)}x`)).toBe(false)
})
