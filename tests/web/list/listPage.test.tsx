// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '#web/api/callError.ts'
import { changeAddress } from '#web/list/address.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { runOnList } from '#web/list/shownList.ts'
import { helpSections } from '#web/shell/help/sections.ts'
import { clearMessages, useMessages } from '#web/shell/message.ts'
import { commandEntries } from '#web/shell/palette/commandEntries.ts'
import { useSession } from '#web/shell/session.ts'
import { channelOf, channels, declaration, open, server, shown, signIn } from './page.tsx'

beforeEach(() => {
  useSession.getState().forget()
  signIn()
  clearMessages()
  vi.clearAllMocks()
  server.rows = [
    channelOf({
      id: 'a',
      name: '华为',
      pinyin: 'hua wei',
      spend: 120,
      changedAt: '2026-03-01T00:00:00.000Z',
    }),
    channelOf({ id: 'b', name: '小米', pinyin: 'xiao mi', state: 'off', spend: null, owner: 'lin' }),
    channelOf({ id: 'c', name: 'OPPO', spend: 1_500, changedAt: '2026-02-01T00:00:00.000Z' }),
  ]
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const search = () => new URLSearchParams(location.search)
const messages = () => useMessages.getState().messages.map(({ message }) => message)

describe('a list page', () => {
  it('shows rows in their order, each cell by its kind', async () => {
    await open()
    expect(shown()).toEqual(['华为', 'OPPO', '小米'])
    expect(shown(1)).toEqual(['启用', '启用', '停用'])
    expect(shown(2)).toEqual(['120', '1,500', '–'])
    expect(shown(4)[0]).toBe('2026-03-01 08:00 GMT+8')
    expect(screen.getByText('共 3 个')).toBeTruthy()
  })

  it('is as its address says', async () => {
    await open('/channels?text=mei&state=on&sort=spend&chosen=a')
    expect(shown()).toEqual(['华为', 'OPPO'])
    expect((screen.getByLabelText('状态') as HTMLSelectElement).value).toBe('on')
    await waitFor(() => expect(channels.useState.getState().status).toBe('ready'))
    expect(document.querySelector('[role="gridcell"][aria-selected="true"]')?.textContent).toBe('华为')
  })

  it('acts on the row that stands in front, not on one that takes its place a moment later', async () => {
    await open('/channels?chosen=a')
    const selected = () => document.querySelector('[role="gridcell"][aria-selected="true"]')?.textContent
    await waitFor(() => expect(selected()).toBe('华为'))
    act(() => {
      changeAddress(channels.declaration, { sort: 'name', desc: true })
      // The table has not followed yet.
      expect(shown()[0]).toBe('华为')
      runOnList('list.edit')
    })
    expect(search().get('form')).toBe('a')
  })

  it('finds by keys and pinyin, goes into the rows and opens the form of the first', async () => {
    const user = await open()
    await user.keyboard('/')
    await user.keyboard('xm')
    await waitFor(() => expect(shown()).toEqual(['小米']))
    expect(search().get('text')).toBe('xm')
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(search().get('chosen')).toBe('b'))
    expect(document.activeElement?.getAttribute('role')).toBe('grid')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: '编辑渠道' })).toBeTruthy()
    expect(search().get('form')).toBe('b')
  })

  it('walks by j and k from anywhere on the page', async () => {
    const user = await open()
    await user.keyboard('j')
    await waitFor(() => expect(search().get('chosen')).toBe('a'))
    await user.keyboard('jj')
    await waitFor(() => expect(search().get('chosen')).toBe('b'))
    await user.keyboard('k')
    await waitFor(() => expect(search().get('chosen')).toBe('c'))
  })

  it('takes a filter back by Back, and all of them at once', async () => {
    const user = await open('/channels')
    await user.selectOptions(screen.getByLabelText('状态'), 'off')
    expect(shown()).toEqual(['小米'])
    act(() => history.back())
    await waitFor(() => expect(shown()).toHaveLength(3))
    await user.selectOptions(screen.getByLabelText('状态'), 'off')
    await user.click(screen.getByRole('button', { name: '清除条件' }))
    expect(shown()).toHaveLength(3)
    expect(location.search).toBe('')
  })

  it('narrows by several values at once', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: /全部负责人/ }))
    await user.click(await screen.findByRole('checkbox', { name: 'lin' }))
    expect(shown()).toEqual(['小米'])
    await user.click(screen.getByRole('checkbox', { name: 'mei' }))
    expect(shown()).toHaveLength(3)
    expect(search().get('owner')).toBe('lin,mei')
  })

  it('sorts by the column in front; rows without a value stand last either way', async () => {
    await open('/channels?sort=spend')
    expect(shown()).toEqual(['华为', 'OPPO', '小米'])
    cleanup()
    await open('/channels?sort=-spend')
    expect(shown()).toEqual(['OPPO', '华为', '小米'])
    cleanup()
    const user = await open('/channels?sort=state&chosen=b')
    expect(shown()[0]).toBe('小米')
    await user.keyboard('js')
    await waitFor(() => expect(search().get('sort')).toBe('name'))
  })

  it('ticks rows by Space, deletes them after asking, and takes it back by Ctrl+Z', async () => {
    const user = await open()
    await user.keyboard('j{Shift>}{ArrowDown}{/Shift} ')
    expect(await screen.findByText('已勾选', { exact: false })).toBeTruthy()
    expect(channels.useState.getState().ticked.size).toBe(2)
    await user.keyboard('{Delete}')
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText('删除这 2 个渠道？')).toBeTruthy()
    expect(question.getByText('OPPO')).toBeTruthy()
    await user.click(question.getByRole('button', { name: '删除' }))
    await waitFor(() => expect(shown()).toEqual(['小米']))
    expect(server.remove).toHaveBeenCalledTimes(2)
    expect(messages()).toContain('已删除 2 个渠道')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(shown()).toHaveLength(3))
  })

  it('names the rows that could not be deleted, and tries them again', async () => {
    server.remove.mockImplementation(async ({ id }) => {
      if (id === 'c') throw new CallError({ status: 200, code: 'object_used', message: '正在被报表使用' })
      return null
    })
    const user = await open()
    await user.keyboard('j{Control>}a{/Control}{Delete}')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
    const failed = within(await screen.findByRole('dialog', { name: '1 / 3 个删除失败' }))
    expect(failed.getByText('OPPO')).toBeTruthy()
    expect(failed.getByText('正在被报表使用')).toBeTruthy()
    expect(shown()).toEqual(['OPPO'])
    server.remove.mockImplementation(async () => null)
    await user.click(failed.getByRole('button', { name: '重试' }))
    await screen.findByText('还没有渠道')
  })

  it('says why a row cannot be edited or deleted', async () => {
    server.rows = [channelOf({ id: 'l', name: '锁', locked: true })]
    const user = await open()
    await user.keyboard('je')
    expect(messages()[0]).toBe('这个渠道已锁定')
    expect(search().get('form')).toBeNull()
    clearMessages()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(messages()[0]).toBe('这个渠道已锁定'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('creates by c, and puts the new row in front', async () => {
    const user = await open()
    await user.keyboard('c')
    await screen.findByRole('dialog', { name: '新建渠道' })
    await user.type(screen.getByLabelText(/名称/), '荣耀')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(shown()).toContain('荣耀'))
    expect(search().get('chosen')).toBe('new1')
    expect(search().get('form')).toBeNull()
  })

  it('keeps what shows, dimmed, while it is read anew', async () => {
    const user = await open()
    let answer: (rows: typeof server.rows) => void = () => {}
    server.read.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    await user.keyboard('r')
    expect(document.querySelector('.list-old')).toBeTruthy()
    expect(shown()).toHaveLength(3)
    await act(async () => answer(server.rows.slice(0, 1)))
    expect(shown()).toEqual(['华为'])
    expect(document.querySelector('.list-old')).toBeNull()
  })

  it('leaves an open question open when what was being read comes', async () => {
    const user = await open()
    let answer: (rows: typeof server.rows) => void = () => {}
    server.read.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    await user.keyboard('rj{Delete}')
    await screen.findByRole('alertdialog')
    await act(async () => answer([...server.rows]))
    expect(document.querySelector('.list-old')).toBeNull()
    const question = within(screen.getByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: '删除' }))
    await waitFor(() => expect(shown()).toEqual(['OPPO', '小米']))
  })

  it('tells why it could not be read, and tries again', async () => {
    server.read.mockRejectedValueOnce(
      new CallError({ status: 503, code: 'busy', message: '服务繁忙', literal: 'ERROR 503' }),
    )
    history.replaceState(null, '', '/channels')
    const opened = open()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/渠道读取失败.*服务繁忙.*ERROR 503$/)
    screen.getByRole('button', { name: '重试' }).click()
    await opened
  })

  it('tells those without the right so', async () => {
    server.read.mockRejectedValueOnce(
      new CallError({ status: 403, code: 'permission_missing', message: '缺少权限' }),
    )
    void open().catch(() => {})
    expect(await screen.findByText('没有查看这个列表的权限')).toBeTruthy()
  })

  it('offers the next step where there is nothing, and a way back where nothing answers', async () => {
    server.rows = []
    void open().catch(() => {})
    await screen.findByText('还没有渠道')
    expect(screen.getByRole('button', { name: /新建渠道/ })).toBeTruthy()
    cleanup()
    server.rows = [channelOf({ id: 'a' })]
    void open('/channels?text=zzz').catch(() => {})
    const clear = await screen.findByRole('button', { name: /清除全部条件/ })
    act(() => clear.click())
    await waitFor(() => expect(shown()).toEqual(['a']))
  })

  it('leaves what has no use on it out of the palette and the help', async () => {
    const offered = () => {
      const { roleData } = useSession.getState()
      const sheet = helpSections(roleData, ['list', 'global'], {}, '').flatMap(({ rows }) => rows)
      return [commandEntries(roleData, ['list', 'global']).flatMap(({ command }) => command ?? []), sheet]
        .flat()
        .map((one) => (typeof one === 'string' ? one : one.id))
        .filter((id) => id.startsWith('list.'))
    }
    await open()
    const all = offered()
    expect(all).toEqual(expect.arrayContaining(['list.create', 'list.paste', 'list.filter', 'list.delete']))
    cleanup()
    const { form: _form, paste: _paste, remove: _remove, filters: _filters, ...bare } = declaration
    render(<ListPage list={defineList({ ...bare, name: 'bare' })} />)
    await screen.findByRole('grid')
    const left = new Set(all.filter((id) => !offered().includes(id)))
    expect([...left].sort()).toEqual([
      'list.create',
      'list.delete',
      'list.edit',
      'list.filter',
      'list.open',
      'list.paste',
    ])
  })

  it('shows nothing of one user to the next', async () => {
    await open()
    cleanup()
    act(() => useSession.getState().forget())
    expect(channels.useState.getState().rows).toEqual([])
  })
})
