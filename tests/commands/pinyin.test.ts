// The format in which pinyin readings are sent; see src/shared/pinyin.ts.
import { describe, expect, it } from 'vitest'
import { pinyinOf } from '#server/pinyin.ts'
import { hasSyllable, syllablesOf } from '#shared/pinyin.ts'

describe('pinyinOf', () => {
  it.each([
    ['数据报表', 'shu/shuo ju bao biao'],
    ['重庆 GMV 报表', 'chong/zhong qing bao biao'],
    ['银行', 'yin hang/xing/heng'],
    ['长度', 'chang/zhang du/duo'],
    ['女', 'nv/ru'],
    ['侵略', 'qin lve/lue'],
    ['ARPU', ''],
    ['', ''],
    ['😀表', 'biao'],
  ])('reads %s', (text, expected) => {
    expect(pinyinOf(text)).toBe(expected)
  })

  it('puts the reading that fits the words first', () => {
    expect(pinyinOf('行业').split(' ')[0]).toMatch(/^hang/)
    expect(pinyinOf('行动').split(' ')[0]).toMatch(/^xing/)
  })

  it('keeps a syllable for each Chinese character, even one that nobody reads', () => {
    for (const text of ['𠀀好', '〇', '龘', '表\u0000格', '一二三四五', '«引»号', '𠮷野家']) {
      const han = [...text].filter(hasSyllable)
      expect(syllablesOf(pinyinOf(text))).toHaveLength(han.length)
    }
    expect(syllablesOf(pinyinOf('𠀀好'))[0]).toEqual([])
  })
})
