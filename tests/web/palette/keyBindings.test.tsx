// @vitest-environment jsdom
// Rebinding keys: new keys, immediate conflicts, resetting, and damaged storage.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commands, keysOf } from '#commands/index.ts'
import {
  bindingsOf,
  changeBinding,
  conflictsOf,
  currentOverrides,
  problemOf,
  readOverrides,
  resetBindings,
} from '#web/shell/keys/bindings.ts'
import { KeyBindings } from '#web/shell/keys/KeyBindings.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { recordingPauseMs } from '#web/shell/keys/recording.ts'
import { useSession } from '#web/shell/session.ts'
import { rereadSettings } from '#web/shell/settings.ts'

let user: UserEvent
/** What goes to a page, `g …`. */
const goings = commands.filter((command) => keysOf(command).some((keys) => keys.startsWith('g ')))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  localStorage.clear()
  resetBindings()
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  useSession.setState({
    username: 'ann',
    roleData: { email: 'a', username: 'ann', games: [], role: { id: 1, name: 'x' } },
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const recorder = (title: string) => screen.getByRole('button', { name: `修改「${title}」的按键` })
const pause = () => act(() => vi.advanceTimersByTime(recordingPauseMs + 10))

describe('the list', () => {
  it('takes new keys after a pause, shows them everywhere, keeps them', async () => {
    render(
      <>
        <KeyBindings />
        <p data-testid="hint">
          <KeyHint command="help.open" />
        </p>
      </>,
    )
    await user.click(recorder('快捷键'))
    expect(recorder('快捷键').textContent).toBe('请按新键')
    await user.keyboard('{Control>}j{/Control}')
    pause()
    expect(currentOverrides()).toEqual({ 'help.open': ['mod+j'] })
    expect(screen.getByTestId('hint').textContent).toBe('CtrlJ')
    expect(JSON.parse(localStorage.getItem('keyBindings') ?? '')).toEqual({ 'help.open': ['mod+j'] })
  })

  it('takes a sequence', async () => {
    render(<KeyBindings />)
    await user.click(recorder('快捷键'))
    await user.keyboard('==')
    pause()
    expect(currentOverrides()).toEqual({ 'help.open': ['= ='] })
  })

  it('shows a conflict at once, keeps nothing, and gives the key over when asked', async () => {
    render(<KeyBindings />)
    await user.click(recorder('快捷键'))
    await user.keyboard('g')
    const titles = goings.map(({ title }) => `「${title}」`)
    expect(titles.length).toBeGreaterThan(4)
    expect(screen.getByRole('alert').textContent).toBe(`与${titles.join('')}冲突`)
    pause()
    expect(currentOverrides()).toEqual({})
    await user.click(screen.getByRole('button', { name: '改用于此' }))
    expect(currentOverrides()).toEqual({
      ...Object.fromEntries(goings.map(({ id }) => [id, []])),
      'help.open': ['g'],
    })
  })

  it('lets a conflict be dropped', async () => {
    render(<KeyBindings />)
    await user.click(recorder('快捷键'))
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.getByRole('alert').textContent).toContain('打开命令面板')
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(currentOverrides()).toEqual({})
  })

  it('refuses what the browser needs', async () => {
    render(<KeyBindings />)
    for (const letter of ['t', 'w', 'n', 'r']) {
      await user.click(recorder('快捷键'))
      await user.keyboard(`{Control>}${letter}{/Control}`)
      expect(screen.getByRole('alert').textContent).toBe('该按键由浏览器占用')
      pause()
    }
    expect(currentOverrides()).toEqual({})
  })

  it('unbinds by Backspace, gives up by Esc, goes back to the registry’s', async () => {
    render(<KeyBindings />)
    await user.click(recorder('快捷键'))
    await user.keyboard('{Escape}')
    expect(currentOverrides()).toEqual({})
    await user.click(recorder('快捷键'))
    await user.keyboard('{Backspace}')
    expect(currentOverrides()).toEqual({ 'help.open': [] })
    expect(recorder('快捷键').textContent).toBe('未设置')
    await user.click(screen.getByRole('button', { name: '恢复「快捷键」的默认按键' }))
    expect(currentOverrides()).toEqual({})
    act(() => changeBinding('help.open', ['mod+j']))
    await user.click(screen.getByRole('button', { name: '全部恢复默认' }))
    expect(currentOverrides()).toEqual({})
  })

  it('records nothing that an input method composes', async () => {
    render(<KeyBindings />)
    await user.click(recorder('快捷键'))
    fireEvent.keyDown(recorder('快捷键'), { key: 'a', isComposing: true, keyCode: 229 })
    pause()
    expect(currentOverrides()).toEqual({})
  })

  it('finds by title and by key', async () => {
    render(<KeyBindings />)
    await user.type(screen.getByRole('textbox'), 'g s')
    expect(
      screen.getAllByRole('listitem').map((item) => within(item).getAllByText(/./)[0]?.textContent),
    ).toEqual(['数据报表'])
    await user.clear(screen.getByRole('textbox'))
    await user.type(screen.getByRole('textbox'), '面板')
    expect(screen.getByText('打开命令面板')).toBeDefined()
    expect(screen.queryByText('导出')).toBeNull()
  })

  it('does not show what one may not do', () => {
    render(<KeyBindings />)
    expect(screen.queryByText('查看 SQL')).toBeNull()
  })
})

describe('conflicts', () => {
  const ids = (...args: Parameters<typeof conflictsOf>) => conflictsOf(...args).map(({ id }) => id)
  it('are keys, their beginnings and what goes on from them, where both can be active', () => {
    expect(ids('help.open', 'g s', {})).toEqual(['statement.open'])
    expect(ids('help.open', 'g', {})).toEqual(goings.map(({ id }) => id))
    expect(ids('help.open', 'g s x', {})).toEqual(['statement.open'])
    expect(ids('help.open', 'g ,', {})).toEqual([])
    expect(ids('view.create', 'e', {})).toEqual([])
    expect(ids('report.export', 's', {})).toEqual(['table.sort'])
    expect(ids('table.sort', 'e', {})).toEqual(
      expect.arrayContaining(['fire.edit', 'custom.export', 'report.export', 'list.edit']),
    )
    const freed = { 'table.filter': ['shift+f'], 'logs.only': ['shift+f'], 'board.wall': ['shift+f'] }
    expect(ids('help.open', 'f', freed)).toEqual([])
  })
})

describe('storage', () => {
  it.each([
    null,
    undefined,
    7,
    'x',
    [],
    { 'no.command': ['a'] },
    { 'help.open': 'a' },
    { 'help.open': [7, null, 'hyper+a', 'ctrl+t'] },
  ])('reads nothing from %j', (stored) => {
    expect(readOverrides(stored)).toEqual({})
  })

  it('keeps what makes sense of the rest', () => {
    const stored = {
      'help.open': ['mod+j', 'broken+'],
      'table.sort': [],
      constructor: ['a'],
      __proto__: ['a'],
    }
    expect(readOverrides(stored)).toEqual({ 'help.open': ['mod+j'], 'table.sort': [] })
  })

  it('that is broken leaves the registry’s keys', () => {
    for (const text of ['{', '[]', '"x"', '{"help.open":7}', 'null']) {
      localStorage.setItem('keyBindings', text)
      rereadSettings()
      expect(bindingsOf('help.open', currentOverrides())).toEqual(['?'])
    }
  })

  it('says why keys can’t be bound', () => {
    expect(problemOf('mod+shift+t')).toBe('该按键由浏览器占用')
    expect(problemOf('ctrl+报')).toBe('无法识别的按键')
    expect(problemOf('a b c d')).toBe('无法识别的按键')
    expect(problemOf('mod+j')).toBeNull()
  })
})
