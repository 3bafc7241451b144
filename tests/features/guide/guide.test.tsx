// @vitest-environment jsdom
// The guide shows each reader what they may do, and nothing that does not exist.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AuthorityInfo } from '#shared/permissions.ts'
import { provideCommands } from '#web/shell/keys/run.ts'
import { useSession } from '#web/shell/session.ts'
import { Page } from '#features/guide/web/GuidePage.tsx'

const navigate = vi.fn()
const chapterTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

async function read(place: string, role: AuthorityInfo): Promise<void> {
  history.replaceState(null, '', `/guide?chapter=${place}`)
  provideCommands({ handlers: {} as never, navigate })
  useSession.setState({ username: 'a', roleData: { email: 'a', games: [], role } as never })
  render(<Page />)
  await screen.findByRole('heading', { level: 1 })
}

beforeEach(() => {
  // jsdom lays nothing out.
  Element.prototype.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  cleanup()
  navigate.mockClear()
})

it('leads to what the reader may do', async () => {
  await read('imports', { configRule: ['search_config'] })
  fireEvent.click(screen.getAllByRole('button', { name: '导入数据' })[0] as HTMLElement)
  expect(navigate).toHaveBeenCalledWith('/config/import')
})

it('names the right that the reader lacks', async () => {
  await read('imports', {})
  expect(screen.queryByRole('button', { name: '导入数据' })).toBeNull()
  expect(screen.getAllByText(/需要「报表配置」权限/).length).toBeGreaterThan(0)
})

it('begins at the beginning where an address names no chapter that there is', async () => {
  await read('nothing', {})
  await chapterTitle('从头开始')
})

it('leads from chapter to chapter by its contents', async () => {
  await read('start', {})
  const contents = within(screen.getByRole('navigation', { name: '目录' }))
  fireEvent.click(contents.getByRole('link', { name: '告警' }))
  await chapterTitle('告警')
  expect(location.search).toBe('?chapter=alarms')
  fireEvent.click(contents.getByRole('link', { name: '保存之前先试' }))
  expect(location.search).toBe('?chapter=alarms&part=rehearsal')
})

it.each([
  ['在标题里', '渠道分成', '渠道分成'],
  ['按拼音', 'yijuese', '以角色查看'],
  ['按首字母', 'yjsck', '以角色查看'],
  ['在正文里，不分大小写', 'x-signature', '任意地址收到什么'],
  ['几个词都在的地方', '月结 原因', '月结'],
])('finds a part %s', async (_, typed, part) => {
  await read('start', {})
  const field = screen.getByRole('searchbox', { name: '在指南里查找' })
  fireEvent.change(field, { target: { value: typed } })
  await screen.findByRole('navigation', { name: '找到的' })
  expect(screen.getAllByRole('link').some((link) => link.textContent?.startsWith(part))).toBe(true)
})
