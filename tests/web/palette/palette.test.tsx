// @vitest-environment jsdom
// Using the palette by keys, input method and screen reader.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CommandId, commands } from '#commands/index.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { providePages } from '#web/shell/ahead.ts'
import { enterContext } from '#web/shell/keys/contexts.ts'
import type { Handlers } from '#web/shell/keys/handlers.ts'
import { provideCommands } from '#web/shell/keys/run.ts'
import { startKeys } from '#web/shell/keys/start.ts'
import { paletteHandlers } from '#web/shell/palette/actions.ts'
import { readRanges } from '#web/shell/palette/arguments.ts'
import type { PaletteEntry, PalettePage } from '#web/shell/palette/entries.ts'
import { recordUse } from '#web/shell/palette/history.ts'
import { usePaletteList } from '#web/shell/palette/list.ts'
import { Palette } from '#web/shell/palette/Palette.tsx'
import { registerProvider } from '#web/shell/palette/providers.ts'
import { forgetSources } from '#web/shell/palette/sources.ts'
import { closePalette, openPalette } from '#web/shell/palette/store.ts'
import { useSession } from '#web/shell/session.ts'

const view = (id: number, title: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: `view:${id}`,
  title,
  pinyin: pinyinOf(title),
  go: `/statement/detail?id=${id}`,
  detail: '经营大盘',
  ...more,
})

let user: UserEvent
let ran: [CommandId, unknown][]
let went: string[]
let opened: string[]
let ends: (() => void)[]
let views: PaletteEntry[]
/** How often React drew a part of the palette. */
let drawn = 0

beforeEach(() => {
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => undefined
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  localStorage.clear()
  window.history.replaceState(null, '', '/statement')
  user = userEvent.setup()
  ran = []
  went = []
  opened = []
  views = [view(1, '经营日报'), view(2, '留存报表'), view(3, '重庆渠道')]
  vi.spyOn(window, 'open').mockImplementation((path) => {
    opened.push(String(path))
    return null
  })
  useSession.setState({
    username: 'ann',
    roleData: { email: 'ann@example.com', username: 'ann', games: [], role: { id: 1, name: 'analyst' } },
  })
  const noted = Object.fromEntries(
    commands.map(({ id }) => [id, (argument?: unknown) => void ran.push([id, argument])]),
  )
  provideCommands({
    handlers: { ...noted, ...paletteHandlers } as unknown as Handlers,
    navigate: (path) => void went.push(path),
  })
  ends = [
    startKeys(),
    registerProvider({
      id: 'views',
      permission: 'session',
      prefix: '@',
      group: '报表',
      load: async () => views,
    }),
    registerProvider({
      id: 'points',
      permission: 'session',
      prefix: '#',
      group: '指标',
      load: async () => [view(9, '留存率', { id: 'point:9' })],
    }),
  ]
  render(
    <>
      <button type="button">此处</button>
      <Profiler id="palette" onRender={() => void drawn++}>
        <Palette />
      </Profiler>
    </>,
  )
})
afterEach(() => {
  act(closePalette)
  cleanup()
  for (const end of ends) end()
  forgetSources()
  vi.restoreAllMocks()
})

const field = () => screen.getByRole('combobox')
/** Without an alias that is shown after it. */
const titleOf = (option: Element) => {
  const title = option.querySelector('.palette-row-title')?.cloneNode(true) as Element | undefined
  title?.querySelector('.palette-row-alias')?.remove()
  return title?.textContent
}
const options = () => screen.queryAllByRole('option').map((option) => titleOf(option))
const chosen = () => titleOf(screen.getByRole('option', { selected: true }))

async function open(): Promise<void> {
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog')
  await waitFor(() => expect(screen.getByText('指标', { selector: 'button' })).toBeDefined())
}

describe('opening and closing', () => {
  it('opens by both keys with the field focused, and gives the focus back at Esc', async () => {
    const origin = screen.getByText('此处')
    origin.focus()
    await open()
    expect(document.activeElement).toBe(field())
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(origin)
    await user.keyboard('{Control>}{Shift>}P{/Shift}{/Control}')
    expect(screen.getByRole('dialog')).toBeDefined()
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('closes at a press beside it, and bears an origin that is gone', async () => {
    const origin = document.createElement('button')
    document.body.append(origin)
    origin.focus()
    await open()
    origin.remove()
    fireEvent.mouseDown(document.querySelector('.palette-scrim') as Element)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks its sources once it is drawn, and holds the same commands at the next opening', async () => {
    let asked = 0
    ends.push(
      registerProvider({
        id: 'late',
        permission: 'session',
        group: '迟到',
        load: async () => {
          asked += 1
          return []
        },
      }),
    )
    const entries = () => usePaletteList.getState().rows.map(({ entry }) => entry)
    act(() => openPalette({ prefix: '@' }))
    expect([asked, screen.getByText('正在读取…').className]).toEqual([0, 'palette-empty'])
    await waitFor(() => expect(asked).toBe(1))
    await waitFor(() => expect(options()).toContain('经营日报'))
    act(closePalette)
    act(openPalette)
    const [first] = entries()
    expect(first?.command).toBeDefined()
    act(closePalette)
    expect(entries()).toEqual([])
    act(openPalette)
    expect(entries()[0]).toBe(first)
  })

  it('begins with what was used last, then a few commands and places; all of them stand under >', async () => {
    for (const title of ['cqqd', 'jyrb']) {
      await open()
      await user.type(field(), title)
      await user.keyboard('{Enter}')
    }
    ends.push(enterContext('report'))
    await open()
    const headings = () =>
      [...document.querySelectorAll<HTMLElement>('.palette-heading:not([hidden])')].map(
        (one) => one.textContent,
      )
    expect(options().slice(0, 2)).toEqual(['经营日报', '重庆渠道'])
    await waitFor(() => expect(headings()).toEqual(['最近', '此页', '表格', '前往']))
    expect(options().length).toBeLessThanOrEqual(2 + 8 + 3 + 6)
    expect(options()).toContain('数据报表')
    expect(options()).not.toContain('个人设置')
    await user.type(field(), '>')
    await waitFor(() => expect(options()).toHaveLength(50))
  })

  it('offers first the commands of the page that were used', async () => {
    ends.push(enterContext('report'))
    await open()
    const hasLast = () => options().includes('删除报表')
    expect(hasLast()).toBe(false)
    await user.type(field(), '删除报表')
    await user.keyboard('{Enter}')
    // Others push it out of what was used last.
    for (let at = 0; at < 8; at++) recordUse('ann', `view:gone${at}`)
    await open()
    expect(hasLast()).toBe(true)
  })

  it('keeps Tab and letters within', async () => {
    await open()
    await user.tab()
    expect(document.activeElement).toBe(field())
    await user.keyboard('gs')
    expect(went).toEqual([])
  })
})

describe('finding', () => {
  it.each([
    ['jyrb', '经营日报'],
    ['liucun', '留存率'],
    ['zhongqing', '重庆渠道'],
    ['chongqing', '重庆渠道'],
    ['sjbb', '数据报表'],
    ['shuju报表', '数据报表'],
    ['repor', '数据报表'],
    ['ＪＹ', '经营日报'],
  ])('%s finds %s', async (typed, title) => {
    await open()
    await user.type(field(), typed)
    expect(options()).toContain(title)
  })

  it('marks what answered, also an alias', async () => {
    await open()
    await user.type(field(), 'lcb')
    expect(document.querySelector('.palette-row .palette-mark')?.textContent).toBe('留存报')
    await user.clear(field())
    await user.type(field(), 'report')
    expect(document.querySelector('.palette-row-alias .palette-mark')?.textContent).toBe('Report')
  })

  it('narrows by a prefix, also by one that an input method wrote', async () => {
    await open()
    for (const typed of ['@', '＠']) {
      await user.clear(field())
      await user.type(field(), typed)
      expect(options()).toEqual(['经营日报', '留存报表', '重庆渠道'])
    }
    await user.type(field(), 'lc')
    expect(options()).toEqual(['留存报表'])
    await user.clear(field())
    await user.type(field(), '>liu')
    expect(options()).not.toContain('留存报表')
    await user.clear(field())
    await user.type(field(), '?面板')
    expect(options()).toContain('打开命令面板')
  })

  it('shows prefixes of sources that exist alone', async () => {
    await open()
    const prefixes = [...document.querySelectorAll('.palette-foot-prefix')].map((one) => one.textContent)
    expect(prefixes).toEqual(['>命令', '@报表', '#指标', '?帮助'])
  })

  it('says that nothing was found, and counts aloud', async () => {
    await open()
    await user.type(field(), 'zzzzz')
    expect(screen.getByText(/没有匹配的内容/)).toBeDefined()
    const spoken = () => document.querySelector('.palette-live')?.textContent
    await waitFor(() => expect(spoken()).toBe('0 项'))
    await user.clear(field())
    await user.type(field(), 'jyrb')
    await waitFor(() => expect(spoken()).toBe('1 项，经营日报'))
    expect(screen.getByText('1 项')).toBeDefined()
  })

  it('draws fifty rows of many', async () => {
    views = Array.from({ length: 300 }, (_, id) => view(id, `经营日报${id}`))
    await open()
    await user.type(field(), 'jyrb')
    await waitFor(() => expect(options()).toHaveLength(50))
    // Counted once they are shown.
    expect(await screen.findByText('300 项')).toBeDefined()
  })

  it('makes what is in view at its opening, the rest a frame later or with the key that goes there', async () => {
    const places = () => document.querySelectorAll('.palette-row').length
    const openAtOnce = () => act(() => openPalette({ prefix: '>' }))
    openAtOnce()
    expect(places()).toBe(12)
    await waitFor(() => expect(places()).toBe(50))
    await waitFor(() => expect(options().length).toBeGreaterThan(12))
    const last = options().at(-1)
    await user.keyboard('{Escape}')
    openAtOnce()
    expect(places()).toBe(12)
    fireEvent.keyDown(field(), { key: 'End' })
    expect(chosen()).toBe(last)
  })

  it('draws nothing before the frame where a key changes texts alone', async () => {
    views = Array.from({ length: 30 }, (_, id) => view(id, `经营日报 ${id}`))
    await open()
    await user.keyboard('@j')
    await waitFor(() => expect(screen.getByText('30 项')).toBeDefined())
    drawn = 0
    fireEvent.change(field(), { target: { value: '@jy' } })
    expect(screen.getAllByRole('option')[0]?.querySelector('mark')?.textContent).toBe('经营')
    expect(drawn).toBe(0)
    fireEvent.change(field(), { target: { value: '@jyx' } })
    expect(options()).toEqual([])
    expect(drawn).toBeGreaterThan(0)
  })

  it('nor where other icons, headings and hidden keys come with them', async () => {
    views = Array.from({ length: 30 }, (_, id) => view(id, `经营日报 ${id}`))
    ends.push(enterContext('report'))
    for (const { id } of views) recordUse('ann', id)
    await open()
    const headings = () =>
      [...document.querySelectorAll<HTMLElement>('.palette-heading')].flatMap(({ hidden, textContent }) =>
        hidden ? [] : textContent,
      )
    await user.keyboard('@j')
    await waitFor(() => expect(options()).toHaveLength(30))
    await user.keyboard('{Backspace}{Backspace}')
    await waitFor(() => expect(screen.queryByText('30 项')).toBeNull())
    const before = headings()
    expect(before.length).toBeGreaterThan(1)
    drawn = 0
    fireEvent.change(field(), { target: { value: '@j' } })
    expect(options()[0]).toBe('经营日报 0')
    expect(headings()[0]).toBe('报表')
    expect(drawn).toBe(0)
    await waitFor(() => expect(headings()).toEqual(['报表']))
  })

  it('shows no keys and no icon of what stood in a place before', async () => {
    await open()
    const first = () => screen.getAllByRole('option')[0] as HTMLElement
    const keys = () => first().querySelectorAll('.palette-row-keys:not([hidden]) .key-hint').length
    const icon = () => first().querySelector('path')?.getAttribute('d')
    await user.keyboard('>')
    const before = icon()
    expect(keys()).toBe(1)
    await user.keyboard('{Backspace}jyrb')
    expect(chosen()).toBe('经营日报')
    expect(keys()).toBe(0)
    expect(icon()).not.toBe(before)
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}>')
    expect([keys(), icon()]).toEqual([1, before])
  })

  it('draws those out of view for what is typed, too, and none that is left over', async () => {
    const named = (name: string, first: number) =>
      Array.from({ length: 20 }, (_, at) => view(first + at, `${name}${at}`))
    views = [...named('经营日报', 100), ...named('渠道月报', 200)]
    await open()
    await user.type(field(), 'jyrb')
    await waitFor(() => expect(options().filter((title) => title?.startsWith('经营日报'))).toHaveLength(20))
    await user.clear(field())
    await user.type(field(), 'qdyb')
    await waitFor(() => expect(options()).toEqual(named('渠道月报', 200).map(({ title }) => title)))
    await user.type(field(), '19')
    await waitFor(() => expect(options()).toEqual(['渠道月报19']))
  })

  it('draws with a letter what can be in view, the rest a frame later or with the key that goes there', async () => {
    views = Array.from({ length: 30 }, (_, at) => view(100 + at, `经营日报${at}`))
    await open()
    act(() => {
      fireEvent.change(field(), { target: { value: 'jyrb' } })
    })
    // Of those below, what was there before is there until then.
    const drawn = () => options().filter((title) => title?.startsWith('经营日报')).length
    expect(drawn()).toBe(12)
    fireEvent.keyDown(field(), { key: 'Process', keyCode: 229 })
    expect(drawn()).toBe(12)
    fireEvent.keyDown(field(), { key: 'End' })
    expect(options()).toHaveLength(30)
    expect(chosen()).toBe('经营日报29')
    act(() => {
      fireEvent.change(field(), { target: { value: 'jyr' } })
    })
    await waitFor(() => expect(options()).toHaveLength(30))
  })

  it('highlights the first row of a source that comes, or answers, after one has typed', async () => {
    await open()
    await user.type(field(), 'zdmc')
    expect(options()).toEqual([])
    let answer: (entries: PaletteEntry[]) => void = () => undefined
    const load = () => new Promise<PaletteEntry[]>((resolve) => (answer = resolve))
    act(() => void ends.push(registerProvider({ id: 'late', permission: 'session', group: '字典', load })))
    await act(async () => answer([view(7, '字典名称', { id: 'dictionary:7' })]))
    await waitFor(() => expect(chosen()).toBe('字典名称'))
    await user.keyboard('{Enter}')
    expect(went).toHaveLength(1)
  })

  it('puts explanations after what opens or does something, even when their name is the exact one', async () => {
    const load = async () => [view(8, '经营', { id: 'guide:8' })]
    const guide = { id: 'guide', permission: 'session', group: '使用指南', load } as const
    act(() => void ends.push(registerProvider({ ...guide, explains: true })))
    await open()
    await user.type(field(), '经营')
    await waitFor(() => expect(options()).toContain('经营'))
    expect(chosen()).toBe('经营日报')
    expect(options().at(-1)).toBe('经营')
  })

  it('keeps the highlight on the entry that one moved to while a source answers late, above it', async () => {
    let answer: (entries: PaletteEntry[]) => void = () => undefined
    const load = () => new Promise<PaletteEntry[]>((resolve) => (answer = resolve))
    ends.push(registerProvider({ id: 'late', permission: 'session', group: '字典', load }))
    await open()
    await user.type(field(), '留存')
    await waitFor(() => expect(options()).toEqual(['留存率', '留存报表']))
    await user.keyboard('{ArrowDown}')
    expect(chosen()).toBe('留存报表')
    await act(async () => answer([view(7, '留存', { id: 'dictionary:7', go: '/dictionary' })]))
    await waitFor(() => expect(options()).toEqual(['留存', '留存率', '留存报表']))
    expect(chosen()).toBe('留存报表')
    await user.keyboard('{Enter}')
    expect(went).toEqual(['/statement/detail?id=2'])
  })

  it('asks no source that the user may not read', async () => {
    const load = vi.fn(async () => [view(8, '字典名称', { id: 'dictionary:8' })])
    ends.push(registerProvider({ id: 'kept', permission: 'manage_dictionary', group: '字典', load }))
    await open()
    await user.type(field(), 'zdmc')
    expect(load).not.toHaveBeenCalled()
    expect(options()).toEqual([])
  })

  it('bears a source that fails', async () => {
    ends.push(
      registerProvider({
        id: 'broken',
        permission: 'session',
        group: '字典',
        load: () => Promise.reject(new Error('down')),
      }),
    )
    await open()
    await user.type(field(), 'zzzzz')
    expect(await screen.findByText(/字典读取失败/)).toBeDefined()
  })
})

describe('what is not allowed', () => {
  it('is not listed, but says why when asked for by its whole name', async () => {
    await open()
    await user.type(field(), '平台文')
    expect(screen.queryByText(/缺少/)).toBeNull()
    await user.type(field(), '档')
    expect(screen.getByText('缺少「平台文档」权限，请联系管理员')).toBeDefined()
    await user.keyboard('{Enter}')
    expect(ran).toEqual([])
    expect(screen.getByRole('dialog')).toBeDefined()
    await user.clear(field())
    await user.type(field(), ' documents')
    expect(screen.getByText('缺少「平台文档」权限，请联系管理员')).toBeDefined()
  })
})

describe('running', () => {
  it('goes to a place, and remembers it', async () => {
    await open()
    await user.type(field(), 'cq')
    await user.keyboard('{Enter}')
    expect(went).toEqual(['/statement/detail?id=3'])
    expect(screen.queryByRole('dialog')).toBeNull()
    await open()
    expect(options()[0]).toBe('重庆渠道')
    expect(screen.getByText('最近')).toBeDefined()
  })

  it('runs a command after the focus has gone back', async () => {
    const origin = screen.getByText('此处')
    origin.focus()
    let focused: Element | null = null
    const noted = { 'settings.open': () => (focused = document.activeElement) }
    provideCommands({
      handlers: { ...paletteHandlers, ...noted } as unknown as Handlers,
      navigate: () => undefined,
    })
    await open()
    await user.type(field(), 'grsz')
    await user.keyboard('{Enter}')
    expect(focused).toBe(origin)
  })

  it('opens a new tab by Ctrl+Enter', async () => {
    await open()
    await user.type(field(), 'jyrb')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(opened).toEqual(['/statement/detail?id=1'])
    expect(went).toEqual([])
  })

  it('moves by arrows, round the end, and starts at the best answer after each letter', async () => {
    await open()
    await user.type(field(), '@')
    expect(chosen()).toBe('经营日报')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(chosen()).toBe('重庆渠道')
    await user.keyboard('{ArrowDown}')
    expect(chosen()).toBe('经营日报')
    await user.keyboard('{ArrowUp}')
    expect(chosen()).toBe('重庆渠道')
    await user.type(field(), 'l')
    expect(chosen()).toBe('留存报表')
  })

  it('scrolls to what a key highlights, to the top for a new text, nowhere for the pointer', async () => {
    const shown: (string | null | undefined)[] = []
    Element.prototype.scrollIntoView = function (this: Element) {
      shown.push(titleOf(this))
    }
    await open()
    await user.type(field(), '@')
    shown.length = 0
    await user.keyboard('{ArrowDown}')
    expect(shown).toEqual(['留存报表'])
    fireEvent.pointerMove(screen.getByText('重庆渠道'))
    expect(chosen()).toBe('重庆渠道')
    expect(shown).toEqual(['留存报表'])
    const list = screen.getByRole('listbox')
    list.scrollTop = 40
    fireEvent.scroll(list)
    await user.type(field(), 'j')
    expect(list.scrollTop).toBe(0)
    expect(chosen()).toBe('经营日报')
    await user.keyboard('{ArrowDown}{Backspace}')
    expect(chosen()).toBe('经营日报')
  })

  it('remembers what it opened a list of', async () => {
    const page = { title: '经营月报', placeholder: '', load: async () => [] }
    views = [view(1, '经营日报'), { id: 'point:3', title: '经营月报', pinyin: pinyinOf('经营月报'), page }]
    await open()
    await user.type(field(), 'jyyb')
    await user.keyboard('{Enter}')
    await user.keyboard('{Escape}{Escape}')
    await open()
    expect(options()[0]).toContain('经营月报')
    await user.type(field(), 'jy')
    expect(chosen()).toContain('经营月报')
  })

  it('puts what is often used first', async () => {
    views = [view(1, '经营日报'), view(2, '经营周报')]
    await open()
    await user.type(field(), '周报')
    await user.keyboard('{Enter}')
    await open()
    await user.type(field(), 'jy')
    expect(options().slice(0, 2)).toEqual(['经营周报', '经营日报'])
  })

  it('offers the commands of the place from which it was opened', async () => {
    await open()
    expect(options()).not.toContain('导出')
    await user.keyboard('{Escape}')
    ends.push(enterContext('report'))
    await open()
    expect(options()).toContain('导出')
  })
})

describe('a choice that rests on a page', () => {
  it('has it made ready for its address, until the choice goes elsewhere or the palette closes', async () => {
    const asked: { search: string; signal: AbortSignal }[] = []
    providePages([
      {
        path: '/statement/detail',
        title: '视图',
        permission: 'session',
        load: async () => ({
          Page: () => null,
          makeReady: async (search: string, signal: AbortSignal) => {
            asked.push({ search, signal })
            return true
          },
        }),
      },
    ])
    await open()
    await user.keyboard('jyrb')
    expect(asked).toEqual([])
    await waitFor(() => expect(asked.map(({ search }) => search)).toEqual(['?id=1']))
    await user.keyboard('{Escape}')
    expect(asked[0]?.signal.aborted).toBe(true)
    await open()
    await user.keyboard('cqqd')
    await waitFor(() => expect(asked.map(({ search }) => search)).toEqual(['?id=1', '?id=3']))
    // Nobody goes there by a command.
    await user.keyboard('{Control>}a{/Control}>')
    await waitFor(() => expect(asked[1]?.signal.aborted).toBe(true))
    providePages([])
  })
})

describe('arguments and pages', () => {
  beforeEach(() => {
    ends.push(enterContext('report'))
  })

  it('asks for an argument, and goes back by Backspace', async () => {
    await open()
    await user.type(field(), 'rqfw')
    await user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: '日期范围' })).toBeDefined()
    expect(options()).toContain('近 7 天')
    await user.keyboard('{Backspace}')
    expect(screen.queryByRole('button', { name: '日期范围' })).toBeNull()
    expect(titleOf(screen.getAllByRole('option')[0] as Element)).toBe(chosen())
    await user.type(field(), 'rqfw')
    await user.keyboard('{Enter}7d{Enter}')
    expect(ran).toEqual([['report.range', 'last7']])
  })

  it('asks at once when the command’s key is pressed, and takes a range as typed', async () => {
    await readRanges()
    await user.keyboard('t')
    await screen.findByRole('dialog')
    await user.type(field(), '2026-10-01..2026-10-07')
    expect(chosen()).toBe('2026-10-01 至 2026-10-07')
    await user.keyboard('{Enter}')
    expect(ran).toEqual([['report.range', '2026-10-01..2026-10-07']])
  })

  it('completes by Tab: opens what is asked for, else the name', async () => {
    await open()
    await user.type(field(), 'rqfw')
    await user.tab()
    expect(screen.getByRole('button', { name: '日期范围' })).toBeDefined()
    await user.type(field(), 'shangyue')
    await user.tab()
    expect(field()).toHaveProperty('value', '上月')
    await user.keyboard('{Escape}{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens an entry’s own list by Tab, though Enter goes to it', async () => {
    views = [
      view(1, '经营日报', {
        page: { title: '经营日报', placeholder: '选择', load: async () => [view(5, '分渠道')] },
      }),
    ]
    await open()
    await user.type(field(), 'jyrb')
    await user.tab()
    await waitFor(() => expect(options()).toEqual(['分渠道']))
    await user.keyboard('{Enter}')
    expect(went).toEqual(['/statement/detail?id=5'])
  })
})

describe('Enter before a page’s entries have come', () => {
  const loaded = () => Promise.withResolvers<PaletteEntry[]>()
  async function enterPage(page: Partial<PalettePage> & Pick<PalettePage, 'load'>) {
    views = [view(1, '经营日报', { page: { title: '经营日报', placeholder: '选择', ...page } })]
    await open()
    await user.type(field(), 'jyrb')
    await user.tab()
  }

  it('counts once they are there, once', async () => {
    const late = loaded()
    await enterPage({ load: () => late.promise })
    await user.type(field(), 'fqd')
    await user.keyboard('{Enter}{Enter}')
    expect(went).toEqual([])
    await act(async () => late.resolve([view(4, '其他'), view(5, '分渠道')]))
    expect(went).toEqual(['/statement/detail?id=5'])
  })

  it('counts once what was typed can be read', async () => {
    let isReady = false
    let read = () => {}
    await enterPage({
      load: async (_, again) => {
        read = again
        return [view(4, '其他')]
      },
      parse: (text) => (isReady ? view(6, text) : null),
    })
    await user.type(field(), '2026')
    await user.keyboard('{Enter}')
    expect(went).toEqual([])
    isReady = true
    act(read)
    expect(went).toEqual(['/statement/detail?id=6'])
  })

  it('does not count where one types on, or where nothing comes', async () => {
    const late = loaded()
    await enterPage({ load: () => late.promise })
    await user.type(field(), 'fqd')
    await user.keyboard('{Enter}x')
    await act(async () => late.resolve([view(5, '分渠道')]))
    expect(went).toEqual([])
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(options()).toEqual(['分渠道']))
    expect(went).toEqual([])
  })
})

describe('preview', () => {
  it('shows what the highlighted entry holds, once it rests', async () => {
    const preview = vi.fn(async () => ({ title: '经营日报', text: '每日九点更新' }))
    views = [view(1, '经营日报', { preview }), view(2, '留存报表')]
    await open()
    await user.type(field(), '@')
    expect(await screen.findByText('每日九点更新')).toBeDefined()
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(preview).toHaveBeenCalledTimes(1)
  })
})

describe('figures in a row', () => {
  const detailOf = (title: string) =>
    screen
      .getAllByRole('option')
      .find((option) => titleOf(option) === title)
      ?.querySelector('.palette-row-detail')?.textContent

  it('come once the choice rests on it, and stay when it leaves', async () => {
    const figures = vi.fn(async () => '今日 8')
    views = [view(1, '经营日报', { figures }), view(2, '留存报表')]
    await open()
    await user.type(field(), '@')
    expect(detailOf('经营日报')).toBe('经营大盘')
    await waitFor(() => expect(detailOf('经营日报')).toBe('今日 8'))
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}')
    expect(detailOf('经营日报')).toBe('今日 8')
    expect(figures).toHaveBeenCalledTimes(1)
  })

  it('are not asked for on the way to another row, and are given up when the choice leaves', async () => {
    const signals: AbortSignal[] = []
    const ask = (answer: string) =>
      vi.fn((signal: AbortSignal) => {
        signals.push(signal)
        return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve(answer)))
      })
    const [passed, left] = [ask('一'), ask('二')]
    views = [view(1, '经营日报', { figures: passed }), view(2, '经营月报', { figures: left })]
    await open()
    await user.type(field(), '@')
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(left).toHaveBeenCalledTimes(1))
    expect(passed).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('that cannot be had leave the row as it is', async () => {
    const figures = vi.fn(() => Promise.reject(new Error('down')))
    views = [view(1, '经营日报', { figures })]
    await open()
    await user.type(field(), '@')
    await waitFor(() => expect(figures).toHaveBeenCalled())
    expect(detailOf('经营日报')).toBe('经营大盘')
    await user.keyboard('{Enter}')
    expect(went).toEqual(['/statement/detail?id=1'])
  })

  it('draw nothing but their row', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<string>()
    let asked = 0
    const figures = () => {
      asked++
      return promise
    }
    views = [view(1, '经营日报', { figures }), view(2, '留存报表')]
    await open()
    await user.type(field(), '@')
    await waitFor(() => expect(screen.getByText('2 项')).toBeDefined())
    await waitFor(() => expect(asked).toBeGreaterThan(0))
    drawn = 0
    await act(async () => answer('今日 8'))
    await waitFor(() => expect(detailOf('经营日报')).toBe('今日 8'))
    expect(drawn).toBe(0)
  })
})

describe('input methods', () => {
  it('keep Enter, arrows and Esc while they compose; the list follows what is composed', async () => {
    await open()
    const input = field()
    fireEvent.compositionStart(input)
    fireEvent.input(input, { target: { value: "liu'cun" }, isComposing: true })
    expect(options()).toContain('留存报表')
    for (const key of ['Enter', 'ArrowDown', 'Escape', 'Backspace', 'Tab']) {
      fireEvent.keyDown(input, { key, isComposing: true, keyCode: 229 })
    }
    expect(screen.getByRole('dialog')).toBeDefined()
    expect([went, ran]).toEqual([[], []])
    fireEvent.compositionEnd(input, { data: '留存' })
    fireEvent.input(input, { target: { value: '留存报' } })
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })
    expect(went).toEqual([])
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
    expect(went).toEqual(['/statement/detail?id=2'])
  })
})

describe('for screen readers', () => {
  it('is a combobox with a list, in a dialog that is named', async () => {
    await open()
    const dialog = screen.getByRole('dialog', { name: '命令面板' })
    expect(dialog.getAttribute('aria-modal')).toBe('true')
    const list = screen.getByRole('listbox', { name: '结果' })
    const input = field()
    expect(input.getAttribute('aria-controls')).toBe(list.id)
    expect(input.getAttribute('aria-expanded')).toBe('true')
    await user.type(input, '@')
    await user.keyboard('{ArrowDown}')
    const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    expect(active?.getAttribute('aria-selected')).toBe('true')
    expect(active?.textContent).toContain('留存报表')
    await user.type(input, 'cq')
    const first = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    expect(first?.getAttribute('aria-selected')).toBe('true')
    expect(first?.textContent).toContain('重庆渠道')
    await user.keyboard('{Backspace}{Backspace}{End}')
    const last = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    expect(last?.textContent).toContain('重庆渠道')
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
  })
})

describe('who is signed in', () => {
  it('finds nothing of the one before', async () => {
    await open()
    await user.keyboard('{Escape}')
    act(() => {
      views = []
      useSession.setState({
        username: 'bob',
        roleData: { email: 'bob@example.com', username: 'bob', games: [], role: { id: 2, name: 'viewer' } },
      })
    })
    act(() => openPalette())
    await user.type(field(), 'jyrb')
    expect(options()).toEqual([])
  })
})

it('takes the keys although a popup that closes after it came takes the focus away', async () => {
  act(() => openPalette())
  expect(document.activeElement).toBe(field())
  act(() => field().blur())
  expect(document.activeElement).toBe(document.body)
  await waitFor(() => expect(document.activeElement).toBe(field()))
})
