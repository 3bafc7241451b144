// @vitest-environment jsdom
// Rows loaded from the server by pages: address, Back, failed pages and retries, and actions on some rows.
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { CallError } from '#web/api/callError.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { clearMessages, useMessages } from '#web/shell/message.ts'
import { useSession } from '#web/shell/session.ts'
import { type Channel, channelOf, declaration, shown, signIn } from './page.tsx'

const size = 100
let rows: Channel[]
let asked: { page: number; state: string }[]
/** Numbers of pages that cannot be had. */
const lost = new Set<number>()
const stop = vi.fn(async (row: Channel) => ({ ...row, state: 'off' as const }))

const list = defineList<Channel>({
  ...declaration,
  name: 'paged',
  path: '/paged',
  sort: '',
  filters: [{ ...declaration.filters?.[0], key: 'state', title: '状态' } as never],
  source: {
    kind: 'pages',
    size,
    read: async ({ filters, page }) => {
      asked.push({ page, state: filters.state ?? '' })
      if (lost.has(page))
        throw new CallError({ status: 503, code: 'busy', message: '服务繁忙', literal: 'ERROR 503' })
      const found = rows.filter(({ state }) => filters.state === undefined || state === filters.state)
      return { total: found.length, rows: found.slice((page - 1) * size, page * size) }
    },
  },
  remove: { each: { doing: '正在停用...', done: '已停用', asks: {}, run: stop } },
})

beforeEach(() => {
  useSession.getState().forget()
  signIn()
  clearMessages()
  vi.clearAllMocks()
  lost.clear()
  asked = []
  rows = Array.from({ length: 250 }, (_, at) =>
    channelOf({ id: `c${at + 1}`, state: at % 2 === 0 ? 'on' : 'off' }),
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(address = '/paged') {
  history.replaceState(null, '', address)
  const user = userEvent.setup()
  render(<ListPage list={list} preview={({ name }) => <aside aria-label="预览">{name}</aside>} />)
  await screen.findByRole('grid')
  return user
}

const inAddress = (name: string) => new URLSearchParams(location.search).get(name)
const pagesAsked = () => asked.map(({ page }) => page)
const preview = () => screen.queryByLabelText('预览')?.textContent

describe('rows by pages', () => {
  it('reads only what shows, and names the page of the row in front in the address', async () => {
    const user = await open()
    expect(pagesAsked()).toEqual([1])
    await user.keyboard('j{Control>}{End}{/Control}')
    await waitFor(() => expect(pagesAsked()).toEqual([1, 3]))
    await waitFor(() => expect(shown()).toContain('c250'))
    await waitFor(() => expect([preview(), inAddress('chosen')]).toEqual(['c250', 'c250']))
    await user.keyboard('k')
    await waitFor(() => expect([inAddress('page'), inAddress('chosen')]).toEqual(['3', 'c249']))
    await user.keyboard('{Control>}{Home}{/Control}')
    await waitFor(() => expect([inAddress('page'), inAddress('chosen')]).toEqual([null, 'c1']))
  })

  it('opens at the page of its address, with its row in front', async () => {
    await open('/paged?page=3&chosen=c240')
    expect(pagesAsked()[0]).toBe(3)
    await waitFor(() => expect(shown()).toContain('c240'))
    expect(preview()).toBe('c240')
    expect(inAddress('page')).toBe('3')
  })

  it('puts the first row of the page in front where its own went elsewhere', async () => {
    await open('/paged?page=2&chosen=gone')
    await waitFor(() => expect(preview()).toBe('c101'))
  })

  it('shows the last page to an address beyond the end, and the first to one that is none', async () => {
    await open('/paged?page=9')
    await waitFor(() => expect(preview()).toBe('c201'))
    expect(inAddress('page')).toBe('3')
    cleanup()
    asked = []
    await open('/paged?page=-2')
    await waitFor(() => expect(pagesAsked()[0]).toBe(1))
  })

  it('returns to the first page with another filter, and to page and row by Back', async () => {
    const user = await open('/paged?page=3&chosen=c240')
    await waitFor(() => expect(preview()).toBe('c240'))
    await user.selectOptions(screen.getByLabelText('状态'), 'off')
    await waitFor(() => expect(shown()[0]).toBe('c2'))
    expect([inAddress('page'), inAddress('chosen')]).toEqual([null, null])
    expect(asked.filter(({ state }) => state === 'off').map(({ page }) => page)).toEqual([1])
    expect(preview()).toBeUndefined()
    act(() => history.back())
    await waitFor(() => expect(preview()).toBe('c240'))
    expect(shown()).toContain('c240')
    expect(inAddress('page')).toBe('3')
  })

  it('comes back to page and row from another page', async () => {
    await open('/paged?page=3&chosen=c240')
    await waitFor(() => expect(preview()).toBe('c240'))
    act(() => navigate('/elsewhere'))
    cleanup()
    act(() => history.back())
    await waitFor(() => expect(location.pathname).toBe('/paged'))
    render(<ListPage list={list} preview={({ name }) => <aside aria-label="预览">{name}</aside>} />)
    await waitFor(() => expect(preview()).toBe('c240'))
  })

  it('names the page that could not be read, keeps the first, and asks once for each retry', async () => {
    lost.add(3)
    const user = await open()
    await user.keyboard('j{Control>}{End}{/Control}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('第 3 页读取失败：服务繁忙重试ERROR 503')
    expect(pagesAsked()).toEqual([1, 3])
    await user.keyboard('{Control>}{Home}{/Control}')
    await waitFor(() => expect(shown()[0]).toBe('c1'))
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(pagesAsked()).toEqual([1, 3, 3]))
    await screen.findByRole('alert')
    lost.clear()
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(pagesAsked()).toEqual([1, 3, 3, 3])
    await user.keyboard('j{Control>}{End}{/Control}')
    await waitFor(() => expect(shown()).toContain('c250'))
  })

  it('works on rows of one page without reading another', async () => {
    const user = await open('/paged?chosen=c1')
    await user.keyboard('j{Shift>}{ArrowDown}{/Shift} ')
    await screen.findByText('已勾选', { exact: false })
    await user.keyboard('{Delete}')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(stop.mock.calls.map(([{ id }]) => id)).toEqual(['c2', 'c3']))
    await waitFor(() => expect(shown(1).slice(0, 4)).toEqual(['启用', '停用', '停用', '停用']))
    expect(pagesAsked()).toEqual([1])
  })

  it('shows what came back or was made, first at once, then where the server has it', async () => {
    const user = await open('/paged?chosen=c2')
    const [second] = rows.splice(1, 1) as [Channel]
    act(() => list.change({ drop: ['c2'] }))
    await waitFor(() => expect(shown().slice(0, 2)).toEqual(['c1', 'c3']))
    rows.splice(1, 0, second)
    act(() => list.change({ came: [second] }))
    expect(shown().slice(0, 3)).toEqual(['c2', 'c1', 'c3'])
    await waitFor(() => expect(shown().slice(0, 3)).toEqual(['c1', 'c2', 'c3']))
    await user.keyboard('j{Control>}{End}{/Control}')
    await waitFor(() => expect(shown()).toContain('c250'))
  })

  it('shows what came back to an empty list, and not what another question has', async () => {
    rows = []
    history.replaceState(null, '', '/paged?state=off')
    render(<ListPage list={list} />)
    await screen.findByText('没有符合的渠道')
    rows = [channelOf({ id: 'back', state: 'off' })]
    act(() => list.change({ came: rows }))
    expect(shown()).toEqual(['back'])
    rows = [...rows, channelOf({ id: 'other', state: 'on' })]
    act(() => list.change({ came: rows.slice(1) }))
    await waitFor(() => expect(shown()).toEqual(['back']))
  })

  it('says that not all rows could be read to be ticked, and ticks none', async () => {
    lost.add(2)
    const user = await open()
    await user.keyboard('j{Shift>} {/Shift}')
    await waitFor(() =>
      expect(useMessages.getState().messages.map(({ message }) => message)).toEqual([
        '所选的渠道部分读取失败',
      ]),
    )
    expect(list.useState.getState().ticked.size).toBe(0)
  })
})
