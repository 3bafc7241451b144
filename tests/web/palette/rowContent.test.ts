// @vitest-environment jsdom
// What a row shows, as one entry after another comes into its place.
import { beforeEach, expect, it } from 'vitest'
import { pinyinOf } from '../../../src/server/pinyin.ts'
import type { PaletteEntry } from '../../../src/web/shell/palette/entries.ts'
import { rowOf } from '../../../src/web/shell/palette/results.ts'
import { createRowContent, type RowContent } from '../../../src/web/shell/palette/rowContent.ts'

const entry = (title: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: title,
  title,
  pinyin: pinyinOf(title),
  ...more,
})

let content: RowContent
let title: HTMLElement
let detail: HTMLElement
beforeEach(() => {
  content = createRowContent()
  title = document.createElement('span')
  detail = document.createElement('span')
  content.takeTitle(title)
  content.takeDetail(detail)
})

/** As it is seen: without what is hidden, marks in brackets. */
function seen(of: Node): string {
  if (of instanceof HTMLElement && of.hidden) return ''
  const text = of.hasChildNodes() ? [...of.childNodes].map(seen).join('') : (of.nodeValue ?? '')
  return of.nodeName === 'MARK' && text !== '' ? `[${text}]` : text
}

it('marks what answers, in more and in fewer pieces, and leaves nothing of the row before', () => {
  content.show(rowOf(entry('数据报表'), '', 'sb'))
  expect(seen(title)).toBe('[数]据[报]表')
  content.show(rowOf(entry('经营日报明细'), '', 'jy'))
  expect(seen(title)).toBe('[经营]日报明细')
  content.show(rowOf(entry('留存'), '', ''))
  expect(seen(title)).toBe('留存')
  content.show(rowOf(entry('数据报表'), '', 'shubao'))
  expect(seen(title)).toBe('[数]据[报]表')
})

it('shows an alias only where that was what answered', () => {
  const report = entry('数据报表', { en: 'Reports' })
  content.show(rowOf(report, '', 'rep'))
  expect(seen(title)).toBe('数据报表[Rep]orts')
  content.show(rowOf(report, '', 'sj'))
  expect(seen(title)).toBe('[数据]报表')
  content.show(rowOf(entry('登录', { en: 'Log in' }), '', 'in'))
  expect(seen(title)).toBe('登录Log [in]')
})

it('shows that it asks for more and what a sentence filled in, and takes them away again', () => {
  content.show(rowOf(entry('日期范围', { argument: 'range' }), '', ''))
  expect(seen(title)).toBe('日期范围 …')
  content.show(rowOf(entry('经营日报', { go: '/', chips: ['平台 iOS', '近 7 天'] }), '', ''))
  expect([...title.querySelectorAll('.palette-chip')].map(seen)).toEqual(['平台 iOS', '近 7 天'])
  expect(seen(title)).toBe('经营日报平台 iOS近 7 天')
  content.show(rowOf(entry('经营日报', { go: '/' }), '', ''))
  expect(seen(title)).toBe('经营日报')
})

it('shows why it can’t be run in the place of its detail', () => {
  content.show(rowOf(entry('权限管理', { detail: '管理', denied: '缺少权限' }), '', ''))
  expect(seen(detail)).toBe('缺少权限')
  content.show(rowOf(entry('权限管理', { detail: '管理' }), '', ''))
  expect(seen(detail)).toBe('管理')
  content.show(rowOf(entry('权限管理'), '', ''))
  expect(seen(detail)).toBe('')
})

it('keeps its texts while it is hidden, but holds nothing then', () => {
  const row = rowOf(entry('经营日报', { detail: '经营' }), '', '')
  content.show(row)
  content.show(undefined)
  expect(content.row).toBeUndefined()
  expect([seen(title), seen(detail)]).toEqual(['经营日报', '经营'])
})

it('writes what it holds into elements that come later', () => {
  const late = createRowContent()
  late.show(rowOf(entry('经营日报', { detail: '经营' }), '', 'jy'))
  const [one, other] = [document.createElement('span'), document.createElement('span')]
  late.takeTitle(one)
  late.takeDetail(other)
  expect([seen(one), seen(other)]).toEqual(['[经营]日报', '经营'])
})
