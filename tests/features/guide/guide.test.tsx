// @vitest-environment jsdom
// The guide says what can be done, to whom, and nothing that is not there.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { AuthorityInfo } from '#shared/permissions.ts'
import { provideCommands } from '#web/shell/keys/run.ts'
import { useSession } from '#web/shell/session.ts'
import { Page } from '#features/guide/web/GuidePage.tsx'
import packageFile from '../../../package.json' with { type: 'json' }

const navigate = vi.fn()
function signIn(role: AuthorityInfo): void {
  provideCommands({ handlers: {} as never, navigate })
  useSession.setState({ username: 'a', roleData: { email: 'a', games: [], role } as never })
}

afterEach(() => {
  cleanup()
  navigate.mockClear()
})

it('leads to what the reader may do', () => {
  signIn({ configRule: ['search_config'] })
  render(<Page />)
  fireEvent.click(screen.getByRole('button', { name: '导入数据' }))
  expect(navigate).toHaveBeenCalledWith('/config/import')
})

it('names the right that the reader lacks', () => {
  signIn({})
  render(<Page />)
  expect(screen.queryByRole('button', { name: '导入数据' })).toBeNull()
  expect(screen.getAllByText(/需要「报表配置」权限/).length).toBeGreaterThan(0)
})

it('leads to each chapter, and names scripts that exist', () => {
  signIn({})
  const { container } = render(<Page />)
  for (const link of container.querySelectorAll('.guide-contents a'))
    expect(container.querySelector(link.getAttribute('href') ?? '')).not.toBeNull()
  const scripts = [...(container.textContent ?? '').matchAll(/npm run (\w+)/g)].map(([, name = '']) => name)
  expect(scripts.length).toBeGreaterThan(2)
  for (const name of scripts) expect(Object.keys(packageFile.scripts)).toContain(name)
})
