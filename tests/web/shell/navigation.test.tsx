// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SettingsDrawer } from '#web/shell/drawer/SettingsDrawer.tsx'
import { isActive } from '#web/shell/menus.ts'
import { closePanel } from '#web/shell/panels.ts'
import { rereadSettings, useSettings } from '#web/shell/settings.ts'
import { TopNavigation } from '#web/shell/TopNavigation.tsx'
import { goTo, signInAs, signOutAll } from './identities.ts'

beforeEach(() => {
  signOutAll()
  goTo('/statement')
  rereadSettings()
})
afterEach(() => {
  cleanup()
  closePanel('menu')
  signOutAll()
})

function show(run = vi.fn()) {
  render(<TopNavigation run={run} entries={{ 'document.open': () => <span>文档入口</span> }} />)
  return run
}

describe('the top navigation', () => {
  it('links to the pages that exist, and marks where one is', () => {
    signInAs()
    show()
    const link = within(screen.getByRole('navigation')).getByRole('link', { name: '数据报表' })
    expect(link.getAttribute('href')).toBe('/statement')
    expect(link.getAttribute('aria-current')).toBe('page')
  })

  it.each([
    [['search_document'], true],
    [[], false],
  ])('with the document rule %j shows the documents: %s', (documentRule, there) => {
    signInAs({ documentRule })
    show()
    expect(screen.queryByText('文档入口') !== null).toBe(there)
  })

  it('shows who is signed in, with settings and log-out', async () => {
    signInAs({}, '陈思远')
    const run = show()
    await userEvent.click(screen.getByRole('button', { name: /^用户 ?陈思远$/ }))
    await userEvent.click(await screen.findByText('个人设置'))
    expect(run).toHaveBeenCalledWith('settings.open')
    await userEvent.click(screen.getByRole('button', { name: /^用户 ?陈思远$/ }))
    await userEvent.click(await screen.findByText('退出登录'))
    expect(run).toHaveBeenCalledWith('session.logout')
  })

  it('opens the palette by the search field, which shows its key', async () => {
    signInAs()
    const run = show()
    const field = screen.getByRole('button', { name: /^搜索报表、指标、命令/ })
    expect(within(field).getByText('K')).toBeTruthy()
    await userEvent.click(field)
    expect(run).toHaveBeenCalledWith('palette.open')
  })

  it('folds into a menu that leads on and closes', async () => {
    signInAs()
    show()
    await userEvent.click(screen.getByRole('button', { name: '菜单' }))
    const dialog = await screen.findByRole('dialog', { name: '菜单' })
    await userEvent.click(within(dialog).getByText('数据报表'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('menu paths', () => {
  it('are active below themselves, not beside', () => {
    expect(isActive('/statement', '/statement/detail')).toBe(true)
    expect(isActive('/statement', '/statements')).toBe(false)
    expect(isActive('/config/dimension', '/config/point', 2)).toBe(false)
  })
})

describe('the settings drawer', () => {
  const field = () => screen.getByLabelText('最大列宽') as HTMLInputElement

  it('offers every given setting', () => {
    render(<SettingsDrawer />)
    const switches = screen.getAllByRole('switch').map((one) => one.closest('label')?.textContent)
    expect(switches).toEqual([
      '日期后显示星期',
      '突出周末与节假日',
      '打开报表时自动查询',
      '条件变化时自动查询',
      '自动展开维度',
      '使用字典缓存',
      '包含计算值',
      '仅导出计算值',
      '包含合计行',
    ])
    expect(screen.getByLabelText('单元格最多行数')).toBeTruthy()
    expect(screen.getAllByRole('radiogroup')).toHaveLength(3)
  })

  it('turns computed values on with «compute only»', async () => {
    render(<SettingsDrawer />)
    await userEvent.click(screen.getByLabelText('仅导出计算值'))
    expect((screen.getByLabelText('包含计算值') as HTMLInputElement).checked).toBe(true)
    await userEvent.click(screen.getByLabelText('包含计算值'))
    expect((screen.getByLabelText('仅导出计算值') as HTMLInputElement).checked).toBe(false)
  })

  it.each(['59', '-5'])('takes a limit on Enter, and %s as none', async (narrow) => {
    render(<SettingsDrawer />)
    await userEvent.clear(field())
    await userEvent.type(field(), '120{Enter}')
    expect(useSettings.getState().maxColumnWords).toBe(120)
    await userEvent.clear(field())
    await userEvent.type(field(), narrow)
    await userEvent.tab()
    expect(useSettings.getState().maxColumnWords).toBe(0)
    expect(field().value).toBe('0')
    expect(screen.getByText('小于 60，已改为 0（不限）')).toBeTruthy()
  })

  it.each(['abc', '1e9', '60.5'])('keeps the former value against %s, and says why', async (wrong) => {
    useSettings.getState().change('maxColumnWords', 200)
    render(<SettingsDrawer />)
    await userEvent.clear(field())
    await userEvent.type(field(), `${wrong}{Enter}`)
    expect(useSettings.getState().maxColumnWords).toBe(200)
    expect(screen.getByRole('alert').textContent).toContain('最大列宽')
    expect(field().value).toBe(wrong)
  })
})
