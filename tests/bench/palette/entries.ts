// The same invented reports and points for every measured palette: names like analysts' names, their pinyin, and a
// technical name. Generated from a seed, so that all runs use the same.

export interface BenchEntry {
  id: string
  title: string
  en: string
  /** One reading per Chinese character, separated by blanks; see src/shared/pinyin.ts. */
  pinyin: string
}

const words: readonly [title: string, pinyin: string, en: string][] = [
  ['经营', 'jing ying', 'business'],
  ['日报', 'ri bao', 'daily'],
  ['渠道', 'qu dao', 'channel'],
  ['留存', 'liu cun', 'retention'],
  ['充值', 'chong zhi', 'recharge'],
  ['付费', 'fu fei', 'pay'],
  ['活跃', 'huo yue', 'active'],
  ['新增', 'xin zeng', 'new'],
  ['流失', 'liu shi', 'churn'],
  ['回流', 'hui liu', 'return'],
  ['礼包', 'li bao', 'gift'],
  ['首充', 'shou chong', 'first'],
  ['转化', 'zhuan hua', 'conversion'],
  ['服务器', 'fu wu qi', 'server'],
  ['大盘', 'da pan', 'overview'],
  ['明细', 'ming xi', 'detail'],
  ['实时', 'shi shi', 'realtime'],
  ['重庆', 'chong/zhong qing', 'chongqing'],
  ['长尾', 'chang/zhang wei', 'tail'],
  ['行为', 'xing/hang/heng wei', 'behaviour'],
  ['买量', 'mai liang', 'ads'],
  ['投放', 'tou fang', 'campaign'],
  ['活动', 'huo dong', 'event'],
  ['效果', 'xiao guo', 'effect'],
  ['海外', 'hai wai', 'overseas'],
  ['登录', 'deng lu', 'login'],
  ['时长', 'shi chang/zhang', 'duration'],
  ['货币', 'huo bi', 'currency'],
  ['道具', 'dao ju', 'item'],
  ['数据', 'shu/shuo ju', 'data'],
  ['报表', 'bao biao', 'report'],
  ['率', 'lv/shuai', 'rate'],
]

export function benchEntries(count: number): BenchEntry[] {
  let state = 20_261_121
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: count }, (_, at) => {
    const parts = Array.from(
      { length: 2 + random(3) },
      () => words[random(words.length)] as (typeof words)[number],
    )
    const mark = random(3) === 0 ? ` D${random(90)}` : ''
    return {
      id: `entry:${at}`,
      title: parts.map(([title]) => title).join('') + mark,
      en: `${parts.map(([, , en]) => en).join('_')}_${at}`,
      pinyin: parts.map(([, pinyin]) => pinyin).join(' '),
    }
  })
}

/** For palettes without support for readings: each in full and as initials, matched as plain words. */
export function readingWords(pinyin: string): string[] {
  const first = pinyin.split(' ').map((syllable) => syllable.split('/')[0] as string)
  return [first.join(''), first.map((syllable) => syllable[0]).join('')]
}
