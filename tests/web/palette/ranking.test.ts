// @vitest-environment jsdom
// In which order the palette lists what several sources found.
import { expect, it } from 'vitest'
import { pinyinOf } from '#server/pinyin.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { marksOf } from '#web/shell/palette/marks.ts'
import { rowOf, searchSources } from '#web/shell/palette/results.ts'
import { type Source, sourceOf } from '#web/shell/palette/sources.ts'

const entry = (title: string, also: readonly string[] = []): PaletteEntry => ({
  id: title,
  title,
  pinyin: pinyinOf(title),
  en: also.join('、'),
  enPinyin: pinyinOf(also.join('、')),
})
const unused = { uses: {}, recents: [] }
const listed = (sources: readonly Source[], typed: string, history = unused) =>
  searchSources(sources, typed, history, 0).rows.map(({ entry: { title }, heading }) => `${heading} ${title}`)

const views = sourceOf(
  '报表',
  ['充值明细', '首充转化', '大盘流水'].map((title) => entry(title)),
)
const points = sourceOf('指标', [
  entry('充值金额', ['流水', '收入', 'GMV']),
  entry('活跃用户', ['DAU', '日活']),
  entry('单服最高在线'),
])
const commands = sourceOf('命令', [entry('流水月结'), entry('游戏流水')])

it('lists a whole name first, be it a synonym, whatever its group', () => {
  expect(listed([commands, views, points], '流水')).toEqual([
    '指标 充值金额',
    '命令 流水月结',
    '命令 游戏流水',
    '报表 大盘流水',
  ])
  expect(listed([commands, views, points], 'liushui')[0]).toBe('指标 充值金额')
  expect(listed([commands, views, points], 'gmv')[0]).toBe('指标 充值金额')
})

it('lists initials of a name before pieces, and readings that do not fit last', () => {
  expect(listed([views, points], 'cz')).toEqual([
    '报表 充值明细',
    '指标 充值金额',
    '其他匹配 首充转化',
    '其他匹配 单服最高在线',
  ])
  expect(listed([views, points], 'ls')).toEqual(['指标 充值金额', '其他匹配 大盘流水'])
  expect(listed([views, points], 'liushui')).toEqual(['指标 充值金额', '报表 大盘流水'])
})

it('keeps groups where nothing matches well', () => {
  expect(listed([points, views], 'cj')).toEqual(['指标 充值金额'])
  expect(listed([views, points], 'zh')).toEqual(['报表 充值明细', '报表 首充转化', '指标 充值金额'])
})

it('lists explanations last, and their weak matches among them', () => {
  const guide: Source = { ...sourceOf('使用指南', [entry('流水'), entry('流动的水')]), explains: true }
  expect(listed([guide, views], '流水')).toEqual(['报表 大盘流水', '使用指南 流水', '使用指南 流动的水'])
})

it('lists what was opened of late before what was not, within equally good matches', () => {
  const opened = { uses: { 充值金额: { score: 1, at: 0 } }, recents: [] }
  expect(listed([views, points], 'cz', opened)[0]).toBe('指标 充值金额')
  expect(listed([views, points], 'cz')[0]).toBe('报表 充值明细')
  // A whole name is never behind.
  const used = { uses: { 流水月结: { score: 9, at: 0 } }, recents: [] }
  expect(listed([commands, points], '流水', used)[0]).toBe('指标 充值金额')
})

it.each([
  ['流水', '流水', ['流水']],
  ['shouru', '收入', ['收入']],
  ['gm', 'GMV', ['GM']],
  ['流水 gmv', '流水、GMV', ['流水', 'GMV']],
])('shows beside a title the one name that answered %s', (typed, name, marked) => {
  const { title, alias } = marksOf(rowOf(entry('充值金额', ['流水', '收入', 'GMV']), '', typed))
  expect(title).toEqual([])
  expect(alias?.text).toBe(name)
  expect(alias?.ranges.map(([start, end]) => name.slice(start, end))).toEqual(marked)
})

it('shows no name whose letters answered one by one', () => {
  const row = (typed: string) =>
    marksOf(rowOf(entry('放弃修改', ['Discard unsaved changes']), '', typed)).alias
  expect(row('dau')).toBeNull()
  expect(row('disun')?.text).toBe('Discard unsaved changes')
})
