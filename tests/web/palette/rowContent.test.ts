// @vitest-environment jsdom
// A row's content as different entries take its place.
import { beforeEach, expect, it } from 'vitest'
import { pinyinOf } from '#server/pinyin.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { commandIcons } from '#web/shell/palette/icons.ts'
import { rowOf } from '#web/shell/palette/results.ts'
import { createRowContent, type RowContent } from '#web/shell/palette/rowContent.ts'
import { anyIcon, loadIcons } from '#web/shell/palette/rowIcons.ts'

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

it('stands below a heading where it begins a group, and below none while it is hidden', () => {
  const heading = document.createElement('div')
  content.takeHeading(heading)
  expect(heading.hidden).toBe(true)
  content.show(rowOf(entry('经营日报'), '报表'), true)
  expect(seen(heading)).toBe('报表')
  content.show(rowOf(entry('留存'), '报表'), false)
  expect(seen(heading)).toBe('')
  content.show(rowOf(entry('充值金额'), '指标'), true)
  expect(seen(heading)).toBe('指标')
  content.show(undefined)
  expect(seen(heading)).toBe('')
})

it('draws the icon of what it holds once icons are there', async () => {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  content.takeIcon(icon)
  const drawn = () => [...icon.children].map((part) => part.getAttribute('d')).filter(Boolean)
  for (const name of ['star', 'calendar', 'people'])
    content.show(rowOf(entry('经营日报', { icon: name }), ''))
  expect(drawn()).toEqual([])
  await loadIcons()
  expect(drawn()).toEqual(commandIcons.people)
  for (const name of ['star', 'people', 'calendar', 'star']) {
    content.show(rowOf(entry('经营日报', { icon: name }), ''))
    expect(drawn()).toEqual(commandIcons[name])
  }
  content.show(rowOf(entry('经营日报'), ''))
  expect(drawn()).toEqual(commandIcons[anyIcon])
})

it('has React draw it where it is hidden, highlighted, denied or has other keys, and else not', () => {
  let heard = 0
  const end = content.subscribe(() => heard++)
  const keys = document.createElement('span')
  content.takeKeys(keys)
  content.show(rowOf(entry('日期范围', { command: 'palette.open' }), ''))
  expect(content.state).toEqual({
    hidden: false,
    highlighted: false,
    denied: false,
    command: 'palette.open',
  })
  expect([heard, keys.hidden]).toEqual([1, false])
  const before = content.state
  content.show(rowOf(entry('经营日报', { detail: '经营', icon: 'star' }), '报表', 'jy'), true)
  content.highlight(false)
  expect([heard, keys.hidden, content.state]).toEqual([1, true, before])
  expect(content.state).toBe(before)
  // Those of the row before stay, hidden.
  content.show(rowOf(entry('权限管理', { denied: '缺少权限', command: 'palette.back' }), ''))
  expect([heard, keys.hidden]).toEqual([2, true])
  expect(content.state).toMatchObject({ denied: true, command: 'palette.open' })
  content.highlight(true)
  content.show(undefined)
  expect(content.state).toMatchObject({ hidden: true, highlighted: true })
  expect(heard).toBe(4)
  end()
  content.show(rowOf(entry('经营日报'), ''))
  expect(heard).toBe(4)
})
