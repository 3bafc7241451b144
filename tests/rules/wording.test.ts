// One word for one thing in the texts of the interface. A losing word names here the word that is used instead; the
// chosen words are those that most texts used already, or that an office uses. Search words of commands and of the
// guide's contents, and the words that users type in sentences, are no texts to be read.
import { expect, it } from 'vitest'
import { sourcesIn } from './guards/sources.ts'
import { textsOfInterface } from './guards/texts.ts'

interface Choice {
  losing: RegExp
  use: string
  /** Files that may use the word, with the reason. */
  but?: [paths: RegExp, reason: string]
}

/** What a component tells as failed; a text may say that something was looked for and is not there. */
const failures =
  /<(?:FailureLine|ErrorState)\b[^>]*?\b(?:what|title)=(?:"([^"]*)"|\{([^}]*)\})|\buseMissing\(\s*'([^']*)'/g
const notDone = /^(?:.*[^的])?没有(?!找到)/

const guide = /^src\/features\/guide\//
const encodings = /^src\/features\/(tools|guide|imports|sources)\/|^src\/server\/(warehouse|settings|sources)/

const choices: Choice[] = [
  { losing: /没有(?:读到|读出|读全|取到|取全|算出来|画成|画出来)/, use: '…失败' },
  { losing: /编码/, use: '代码', but: [encodings, 'character encodings and Base64'] },
  { losing: /次序/, use: '顺序' },
  { losing: /最细粒度/, use: '最小粒度' },
  { losing: /聚合/, use: '汇总' },
  { losing: /拥有者|建立者|创建人/, use: '所有者 (whose it is) or 创建者 (who made it)' },
  { losing: /演练/, use: '预演' },
  { losing: /至多/, use: '最多' },
  { losing: /不认识|认不出|看不懂|没有读懂/, use: '无法识别' },
  { losing: /本产品|本安装|这个安装/, use: '本系统' },
  { losing: /又称/, use: '别名' },
  { losing: /回答/, use: '响应, or 返回的内容' },
  { losing: /读者/, use: '查看者' },
  { losing: /别人/, use: '他人', but: [guide, 'its sentences are spoken to a colleague'] },
  { losing: /拥有全部游戏|能看全部游戏/, use: '可看全部游戏' },
  { losing: /持有/, use: '有…权限' },
  { losing: /日子/, use: '日期', but: [guide, 'its sentences are spoken to a colleague'] },
  { losing: /反常/, use: '异常' },
  { losing: /真假/, use: '布尔值' },
  { losing: /您/, use: '你' },
  { losing: /暂存/, use: '缓存' },
  { losing: /去掉(?:此|全部|一些)?条件/, use: '移除 (one) or 清除 (all)' },
  { losing: /不明(?!确)/, use: '未知' },
  { losing: /(?<!应)用到页面|用上 /, use: '应用到页面' },
]

it('a failure says what failed, as …失败', () => {
  const said = sourcesIn('src').flatMap(({ path, text }) =>
    [...text.matchAll(failures)].map((found) => ({ path, words: found[1] ?? found[2] ?? found[3] ?? '' })),
  )
  expect(said.length).toBeGreaterThan(100)
  expect(
    said.filter(({ words }) => notDone.test(words) && !words.includes('失败')),
    'say …失败: 没有保存 may be read as “there was nothing to save”',
  ).toEqual([])
})

it('one word is used for one thing', () => {
  const texts = textsOfInterface().filter(({ path }) => path !== 'src/features/guide/web/contents.ts')
  const found = choices.flatMap(({ losing, use, but }) =>
    texts
      .filter(({ path }) => !but?.[0].test(path))
      .flatMap(({ path, texts: said }) =>
        said.filter((text) => losing.test(text)).map((text) => `${path}: «${text}» should say ${use}`),
      ),
  )
  expect(found, 'use the chosen word, or change the choice in tests/rules/wording.test.ts').toEqual([])
  const needless = choices.filter(
    ({ losing, but }) =>
      but &&
      !texts.some(({ path, texts: said }) => but[0].test(path) && said.some((text) => losing.test(text))),
  )
  expect(needless, 'remove these exceptions: no text needs them').toEqual([])
})
