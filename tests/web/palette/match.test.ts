// Which entries match a typed text, and their order.
import { describe, expect, it } from 'vitest'
import { pinyinOf } from '#server/pinyin.ts'
import { highlight } from '#shared/matching/highlight.ts'
import { prepareQuery, type ReadingOrder, scoreOf, tier } from '#shared/matching/match.ts'
import { buildIndex } from '#shared/matching/searchIndex.ts'
import { typedQueryOf } from '#shared/matching/units.ts'
import { createSearcher } from '#web/shell/palette/search.ts'
import { slowTier, type Text } from './reference.ts'

const text = (title: string, en?: string): Text => ({ title, pinyin: pinyinOf(title), ...(en && { en }) })
function tierOf(entry: Text, typed: string, order?: ReadingOrder): number {
  const index = buildIndex([entry])
  return Math.floor(scoreOf(0, prepareQuery(typedQueryOf(typed), index, order), index))
}
const marked = (title: string, typed: string): string | null => {
  const ranges = highlight(title, pinyinOf(title), typed)
  return ranges === null ? null : ranges.map(([start, end]) => title.slice(start, end)).join('|')
}

describe('matching', () => {
  const reports = text('数据报表', 'Reports')
  it.each([
    ['数据报表', tier.exact],
    ['shujubaobiao', tier.exact],
    ['shuju报表', tier.exact],
    ['ＲＥＰＯＲＴＳ', tier.exact],
    ['sjbb', tier.whole],
    ['shujb', tier.prefix],
    ['shuj', tier.prefix],
    ['sh', tier.prefix],
    ['SJBB', tier.whole],
    ['ｓｊｂｂ', tier.whole],
    ['shujbb', tier.whole],
    ["shu'ju", tier.prefix],
    ['shu ju bao', tier.prefix],
    ['数ju', tier.prefix],
    ['rep', tier.prefix],
    ['bb', tier.wordStart],
    ['报表', tier.wordStart],
    ['baobiao', tier.wordStart],
    ['sb', tier.initials],
    ['数表', tier.initials],
    ['rpts', tier.scattered],
    ['报表 数据', tier.scattered],
    ['报表 rep', tier.scattered],
    ['bbsj', tier.none],
    ['shubj', tier.none],
    ['数据库', tier.none],
    ['reportss', tier.none],
    ['sjx', tier.none],
  ])('%s finds 数据报表 at tier %i', (typed, expected) => {
    expect(tierOf(reports, typed)).toBe(expected)
  })

  it.each([
    ['重庆', 'chongqing'],
    ['重庆', 'zhongqing'],
    ['重庆', 'cq'],
    ['重庆', 'zq'],
    ['重庆', 'chq'],
    ['银行', 'yinhang'],
    ['银行', 'yinxing'],
    ['行为', 'xw'],
    ['行为', 'hw'],
    ['长尾', 'changwei'],
    ['长尾', 'zw'],
    ['侵略', 'qinlue'],
    ['侵略', 'qinlve'],
    ['侵略', 'qinlü'],
    ['女性', 'nvx'],
    ['绿色', 'lüse'],
  ])('%s is found by each reading: %s', (title, typed) => {
    expect(tierOf(text(title), typed)).toBeGreaterThanOrEqual(tier.prefix)
  })

  it('tells the names of one text apart', () => {
    const point = text('充值金额', '流水、收入、GMV、每日 收入')
    expect(tierOf(point, '收入')).toBe(tier.exact)
    expect(tierOf(point, 'gmv')).toBe(tier.exact)
    expect(tierOf(point, '收')).toBe(tier.prefix)
    expect(tierOf(point, '每收')).toBe(tier.initials)
    // No name holds both.
    expect(tierOf(point, '流收')).toBe(tier.none)
    expect(tierOf(point, '流水 gmv')).toBe(tier.scattered)
    expect(tierOf({ title: 'a', en: '充值、首充', pinyin: '', enPinyin: pinyinOf('充值首充') }, 'cz')).toBe(
      tier.whole,
    )
  })

  it.each([
    ['重庆', 'chongqing', tier.exact],
    ['重庆', 'zhongqing', tier.second],
    ['重庆', 'zq', tier.second],
    ['重庆', 'z', tier.second],
    ['重庆', 'q', tier.wordStart],
    ['重庆', 'zhong qing', tier.second],
    ['单服在线', 'cz', tier.second],
    ['侵略', 'qinlue', tier.exact],
    ['侵略', 'qinlve', tier.exact],
  ])('%s by %s counts readings that do not fit last', (title, typed, expected) => {
    expect(tierOf(text(title), typed, 'fittingFirst')).toBe(expected)
  })

  it('sees words within Latin names', () => {
    expect(tierOf(text('retention_d7'), 'd7')).toBe(tier.wordStart)
    expect(tierOf(text('retention_d7'), 'retention d7')).toBe(tier.exact)
    expect(tierOf(text('payRetention'), 'ret')).toBe(tier.wordStart)
    expect(tierOf(text('payRetention'), 'pr')).toBe(tier.initials)
    expect(tierOf(text('dau'), 'dau')).toBe(tier.exact)
    expect(tierOf(text('LTV 与回收'), 'ltvy')).toBe(tier.prefix)
    expect(tierOf(text('7日留存'), '7rlc')).toBe(tier.whole)
    expect(tierOf(text('retention'), 'tention')).toBe(tier.scattered)
  })

  it('matches text that is not Chinese or Latin, and outside the basic plane', () => {
    expect(tierOf(text('𠮷野家 😀'), '𠮷野')).toBe(tier.prefix)
    expect(tierOf(text('𠮷野家 😀'), '😀')).toBe(tier.wordStart)
    expect(tierOf(text('Отчёт'), 'отч')).toBe(tier.prefix)
  })

  it('takes an empty or meaningless text as no wish', () => {
    for (const typed of ['', '   ', '　', "'", '-']) expect(tierOf(reports, typed)).toBeGreaterThan(0)
  })

  it('bears names and texts that are absurd', () => {
    const long = '数'.repeat(5_000)
    expect(tierOf(text(long), 's'.repeat(30))).toBe(tier.prefix)
    expect(tierOf(text(long), 's'.repeat(1_000_000))).toBe(tier.prefix)
    expect(tierOf({ title: '数据', pinyin: 'broken' }, 'sj')).toBe(tier.none)
    expect(tierOf({ title: '数据', pinyin: '' }, '数据')).toBe(tier.exact)
    expect(tierOf({ title: '', pinyin: '' }, 'a')).toBe(tier.none)
    for (const typed of ['__proto__', 'constructor', '\u0000', '\ud800'])
      expect(tierOf(reports, typed)).toBe(0)
  })
})

/** A small generator: the same texts in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const characters = [...'数据报表重庆银行长尾留存率充值付费次日新增aAbBcdeEzZ0179 _-%（）Ｇ']
const letters = [...'shujbaoqingzhcqxlvyte01 数报重行_、']

describe('against the slow reference', () => {
  const random = randomOf(20261121)
  const pick = (from: readonly string[], most: number) =>
    Array.from({ length: 1 + random(most) }, () => from[random(from.length)]).join('')
  const texts = Array.from({ length: 400 }, () =>
    text(pick(characters, 8), random(3) === 0 ? pick(letters, 8) : undefined),
  )

  it('finds the same entries at the same tiers', () => {
    let answers = 0
    for (let round = 0; round < 60; round++) {
      const typed = pick(letters, 5)
      for (const entry of texts) {
        const expected = slowTier(entry, typed)
        if (expected > 0) answers++
        const asked = `${JSON.stringify(entry)} by ${typed}`
        expect(tierOf(entry, typed), asked).toBe(expected)
        expect(tierOf(entry, typed, 'fittingFirst'), asked).toBe(slowTier(entry, typed, 'fittingFirst'))
      }
    }
    expect(answers).toBeGreaterThan(500)
  })

  it('marks what is found, and nothing where nothing is', () => {
    for (let round = 0; round < 60; round++) {
      const typed = pick(letters, 4)
      for (const entry of texts) {
        const inTitle = slowTier({ title: entry.title, pinyin: entry.pinyin }, typed) > 0
        const ranges = highlight(entry.title, entry.pinyin, typed)
        const words = typedQueryOf(typed).words.length > 0
        if (inTitle) expect(ranges, `${entry.title} by ${typed}`).not.toBeNull()
        else if (!words) expect(ranges, `${entry.title} by ${typed}`).toBeNull()
        for (const [start, end] of ranges ?? []) {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(entry.title.length)
        }
      }
    }
  })

  it('finds the same however the text was typed: letter by letter, with steps back, at once', () => {
    const index = buildIndex(texts)
    for (let round = 0; round < 30; round++) {
      const order = round % 2 === 0 ? 'alike' : 'fittingFirst'
      const kept = createSearcher(index, order)
      let typed = ''
      for (let stroke = 0; stroke < 10; stroke++) {
        typed = random(4) === 0 ? typed.slice(0, -1) : typed + letters[random(letters.length)]
        const once = createSearcher(index, order).find(typed, 50)
        const found = kept.find(typed, 50)
        expect(found.best, typed).toEqual(once.best)
        // Counting narrows what the next letter looks at; who types fast is not waited for.
        if (random(3) > 0) expect(found.count(), typed).toBe(once.count())
      }
    }
  })

  it('keeps the best of all in order', () => {
    const index = buildIndex(texts)
    const weights = texts.map(() => random(4) * 100)
    const typedOnes = Array.from({ length: 60 }, (_, at) =>
      at % 5 === 0 ? `${pick(letters, 2)} ${pick(letters, 2)}` : pick(letters, 3),
    )
    for (const [at, typed] of ['s', 'b', 'zh', '', '数', ...typedOnes].entries()) {
      const searcher = () => createSearcher(index, at % 2 === 0 ? 'alike' : 'fittingFirst')
      const { count, best } = searcher().find(typed, 50, weights)
      expect(searcher().find(typed, 3, weights).best).toEqual(best.slice(0, 3))
      const all = searcher().find(typed, texts.length, weights)
      expect(count()).toBe(all.best.length)
      expect(best).toEqual(all.best.slice(0, 50))
      const ranks = all.best.map(({ rank }) => rank)
      expect(ranks).toEqual([...ranks].sort((a, b) => b - a))
    }
  })
})

describe('ranking', () => {
  const titles = (entries: readonly Text[], typed: string, weights?: number[]) =>
    createSearcher(buildIndex(entries))
      .find(typed, 50, weights)
      .best.map(({ entry }) => entries[entry]?.title)

  it('puts prefix before word start before scattered, whatever was used', () => {
    const entries = [text('经营大盘日报'), text('渠道经营'), text('经大营')]
    expect(titles(entries, '经营', [0, 999, 999])).toEqual(['经营大盘日报', '渠道经营', '经大营'])
  })

  it('puts what is used before what is not within a tier, and short before long', () => {
    const entries = [text('经营日报明细'), text('经营日报'), text('经营分析')]
    expect(titles(entries, 'jy')[0]).toBe('经营日报')
    expect(titles(entries, 'jy', [0, 0, 10])[0]).toBe('经营分析')
  })

  it('puts a whole name before all', () => {
    const entries = [text('留存报表'), text('留存')]
    expect(titles(entries, '留存', [999, 0])[0]).toBe('留存')
  })

  it('lets equals stand in their order', () => {
    const entries = [text('甲一'), text('甲二'), text('甲三')]
    expect(titles(entries, '甲')).toEqual(['甲一', '甲二', '甲三'])
  })
})

describe('highlight', () => {
  it.each([
    ['留存报表', 'lc', '留存'],
    ['新增留存分渠道', 'lc', '留存'],
    ['重庆渠道', 'zhongq', '重庆'],
    ['数据报表', 'sb', '数|报'],
    ['Data Reports', 'datarep', 'Data Rep'],
    ['次日留存', '', ''],
    ['数据报表', '报表 数据', '数据报表'],
    ['😀 数据', 'sj', '数据'],
    ['ＧＭＶ 报表', 'gmv', 'ＧＭＶ'],
    ['数据', 'x', null],
  ])('%s by %s marks %s', (title, typed, expected) => {
    expect(marked(title, typed)).toBe(expected)
  })
})
