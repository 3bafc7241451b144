// @vitest-environment jsdom
// The sheet of keys shows the registry's keys and the user's, and nothing else.
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commands, isAllowed, isInContext, keysOf } from '#commands/index.ts'
import { HelpSheet } from '#web/shell/help/HelpSheet.tsx'
import { helpSections } from '#web/shell/help/sections.ts'
import { closeHelp, openHelp } from '#web/shell/help/store.ts'
import { changeBinding, resetBindings } from '#web/shell/keys/bindings.ts'
import { usePanels } from '#web/shell/panels.ts'
import { useSession } from '#web/shell/session.ts'

const session = { role: {} }

describe('helpSections', () => {
  const titles = (typed: string, contexts: Parameters<typeof helpSections>[1] = ['report', 'global']) =>
    helpSections(session, contexts, {}, typed).map(({ title }) => title)

  it('holds every allowed command that has a key and works here', () => {
    const rows = helpSections(session, ['report', 'global'], {}, '').flatMap((section) => section.rows)
    const shown = new Set(rows.map(({ id }) => id))
    const titles = new Set(rows.map(({ title }) => title))
    for (const command of commands) {
      if (keysOf(command).length === 0) continue
      const here = isInContext(command, ['report', 'global', 'palette', 'table', 'rowTree'])
      const expected = here && isAllowed(command, session)
      expect(command.row && expected ? titles.has(command.row) : shown.has(command.id), command.id).toBe(
        expected,
      )
    }
  })

  it('finds the keys of other places by a search, under the name of the place', () => {
    const other = helpSections(session, ['statement', 'global'], {}, '刷新')
    expect(other.map(({ title }) => title)).toContain('打开的报表')
    expect(titles('行列互换')).toEqual(['透视'])
  })

  it('puts the place first, a table’s keys while it has the focus', () => {
    expect(titles('')[0]).toBe('此页')
    expect(titles('', ['table', 'report', 'global'])[0]).toBe('表格')
    expect(titles('', ['statement', 'global'])).not.toContain('打开的报表')
  })

  it('shares rows, and shows the present keys', () => {
    const row = (title: string, overrides = {}) =>
      helpSections(session, ['table', 'report', 'global'], overrides, '')
        .flatMap(({ rows }) => rows)
        .find((one) => one.title === title)?.keys
    expect(row('移动')).toEqual([['↑', '↓', '←', '→']])
    expect(row('到边缘')).toEqual([['Ctrl', '↑', '↓', '←', '→']])
    expect(row('打开命令面板')).toEqual([
      ['Ctrl', 'K'],
      ['Ctrl', 'Shift', 'P'],
    ])
    expect(row('数据报表')).toEqual([['g', 's']])
    expect(row('数据报表', { 'statement.open': ['alt+s'] })).toEqual([['Alt', 'S']])
    expect(row('数据报表', { 'statement.open': [] })).toBeUndefined()
  })

  it.each([
    ['fuzhi', '复制选区'],
    ['fz', '复制选区'],
    ['复制', '复制选区'],
    ['copy', '复制选区'],
    ['ctrl+c', '复制选区'],
    ['移动', '移动'],
  ])('finds by %s', (typed, title) => {
    const rows = helpSections(session, ['table', 'report', 'global'], {}, typed).flatMap((one) => one.rows)
    expect(rows.map((one) => one.title)).toContain(title)
    expect(rows.length).toBeLessThan(25)
  })
})

describe('the sheet', () => {
  beforeEach(() => {
    localStorage.clear()
    resetBindings()
    useSession.setState({
      username: 'ann',
      roleData: { email: 'a', username: 'ann', games: [], role: { id: 1, name: 'x' } },
    })
  })
  afterEach(() => {
    act(closeHelp)
    cleanup()
  })

  it('opens with its search focused, follows rebinding, closes at Esc with the focus given back', async () => {
    const user = userEvent.setup()
    render(
      <>
        <button type="button">此处</button>
        <HelpSheet />
      </>,
    )
    screen.getByText('此处').focus()
    act(openHelp)
    const dialog = await screen.findByRole('dialog', { name: '快捷键' }, { timeout: 60_000 })
    const search = within(dialog).getByLabelText('搜索快捷键')
    await expect.poll(() => document.activeElement).toBe(search)
    await user.type(search, 'sjbb')
    expect(within(dialog).getByText('数据报表').parentElement?.textContent).toBe('数据报表gs')
    act(() => changeBinding('statement.open', ['alt+1']))
    expect(within(dialog).getByText('数据报表').parentElement?.textContent).toBe('数据报表Alt1')
    await user.clear(search)
    await user.type(search, 'qqqqqq')
    expect(within(dialog).getByText('没有匹配的快捷键')).toBeDefined()
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(screen.getByText('此处'))
  })

  it('leads to where keys are changed', async () => {
    const user = userEvent.setup()
    render(<HelpSheet />)
    act(openHelp)
    await user.click(await screen.findByRole('button', { name: '个人设置' }, { timeout: 60_000 }))
    expect(usePanels.getState()).toMatchObject({ settings: true, settingsSection: 'keys' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
