// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '#web/api/callError.ts'
import { endSession } from '#web/api/sessionExpiry.ts'
import { App } from '#web/shell/App.tsx'
import { clearMessages } from '#web/shell/message.ts'
import type { Page } from '#web/shell/pages.ts'
import { type Identity, useSession } from '#web/shell/session.ts'
import { removeWatermark } from '#web/shell/watermark.ts'
import { goTo, identityWith, signOutAll } from './identities.ts'

let crash = false
function Fragile() {
  if (crash) throw new Error('坏了')
  return <p>又好了</p>
}

let brokenLoads = 0
const pages: Page[] = [
  { path: '/login', permission: 'open', title: 'login', load: async () => ({ Page: () => <p>登录页</p> }) },
  {
    path: '/statement',
    permission: 'session',
    title: '数据报表',
    load: async () => ({ Page: () => <p>报表页</p> }),
  },
  {
    path: '/config/dimension',
    permission: 'session',
    title: '维度管理',
    load: async () => ({ Page: () => <p>维度页</p> }),
  },
  {
    path: '/iframe/report/:id',
    permission: 'open',
    title: '',
    load: async () => ({ Page: () => <p>嵌入页</p> }),
  },
  {
    path: '/code_view/:id',
    permission: 'open',
    title: '',
    load: async () => ({ Page: () => <p>代码页</p> }),
  },
  { path: '/statement/fragile', permission: 'session', title: '', load: async () => ({ Page: Fragile }) },
  {
    path: '/statement/broken',
    permission: 'session',
    title: '',
    load: async () => {
      brokenLoads += 1
      if (brokenLoads < 2) throw new TypeError('Failed to fetch dynamically imported module')
      return { Page: () => <p>终于来了</p> }
    },
  },
]

function open(
  path: string,
  loadIdentity: (identity: string) => Promise<Identity> = async () => identityWith(),
) {
  goTo(path)
  const load = vi.fn(loadIdentity)
  render(<App pages={pages} run={() => {}} entries={{}} loadIdentity={load} />)
  return load
}

function store(username: string | null, roleData?: unknown): void {
  if (username !== null) window.localStorage.setItem('username', username)
  if (roleData !== undefined) {
    window.localStorage.setItem(
      'roleData',
      typeof roleData === 'string' ? roleData : JSON.stringify(roleData),
    )
  }
  useSession.setState({
    username,
    roleData: (typeof roleData === 'object' ? roleData : null) as never,
    confirmed: false,
  })
}

const storedRoleData = { email: 'a@example.com', username: 'a', games: [], role: { id: 1, name: 'x' } }

beforeEach(signOutAll)
afterEach(() => {
  cleanup()
  signOutAll()
  clearMessages()
  removeWatermark()
  crash = false
})

describe('start-up', () => {
  it.each(['/', '/statement', '/config/dimension', '/403', '/nowhere', '/iframe', '/iframely/1'])(
    'goes from %s to /login where nobody is stored, and asks nothing',
    async (path) => {
      const load = open(path)
      await screen.findByText('登录页')
      expect(window.location.pathname).toBe('/login')
      expect(load).not.toHaveBeenCalled()
    },
  )

  it.each([
    ['/login', '登录页'],
    ['/iframe/report/3', '嵌入页'],
    ['/code_view/3', '代码页'],
  ])('lets %s be where nobody is stored', async (path, text) => {
    const load = open(path)
    await screen.findByText(text)
    expect(load).not.toHaveBeenCalled()
    expect(window.location.pathname).toBe(path)
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('asks for the stored identity by e-mail, shows the overlay meanwhile, then the page with fresh rights', async () => {
    store('a', storedRoleData)
    let answer: (identity: Identity) => void = () => {}
    const load = open('/config/dimension', () => new Promise((resolve) => (answer = resolve)))
    expect(document.querySelector('.loading-overlay')).not.toBeNull()
    expect(screen.queryByText('维度页')).toBeNull()
    expect(load).toHaveBeenCalledExactlyOnceWith('a@example.com')
    answer(identityWith({ configRule: ['search_config'] }, 'a'))
    await screen.findByText('维度页')
    const kept = JSON.parse(window.localStorage.getItem('roleData') ?? '')
    expect(kept).toMatchObject({ games: [{ cgi: 'yhxt' }], role: { id: 7, configRule: ['search_config'] } })
  })

  it.each([
    ['no role data', undefined],
    ['broken JSON', '{"email":'],
    ['foreign JSON', '[1]'],
  ])('asks by user name with %s', async (_, roleData) => {
    store('analyst', roleData)
    const load = open('/statement')
    await screen.findByText('报表页')
    expect(load).toHaveBeenCalledExactlyOnceWith('analyst')
  })

  it('drops rights that were taken away meanwhile', async () => {
    store('a', { ...storedRoleData, role: { id: 1, name: 'x', configRule: ['search_config'] } })
    open('/config/dimension', async () => identityWith({}, 'a'))
    await screen.findByText('抱歉，你没有权限访问该页面，请联系管理员。')
    expect(window.location.pathname).toBe('/403')
  })

  it('shows an error screen where the rights cannot be had, and tries again on request', async () => {
    store('a', storedRoleData)
    let fails = true
    const load = open('/statement', async () => {
      if (fails) throw new CallError({ status: 500, code: 'internal', reason: '服务异常，请稍后再试' })
      return identityWith({}, 'a')
    })
    await screen.findByText('获取信息发生错误')
    expect(screen.getByText('500')).toBeTruthy()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: '点击重试' }))
    await screen.findByText('报表页')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('leaves the error screen for the login on request', async () => {
    store('a', storedRoleData)
    open('/statement', () => Promise.reject(new CallError({ status: 404, code: 'object_missing' })))
    await userEvent.click(await screen.findByRole('button', { name: '重新登录' }))
    await screen.findByText('登录页')
  })

  it('remembers the place that an ended session asked for', async () => {
    store('a', storedRoleData)
    open('/statement?id=3', async () => {
      endSession()
      throw new CallError({ status: 203, code: 'session_missing' })
    })
    await screen.findByText('登录页')
    expect(window.localStorage.getItem('pathname4redirect')).toBe('/statement?id=3')
    expect(screen.getByText('登录失效，请重新登录')).toBeTruthy()
  })
})

describe('route entry', () => {
  beforeEach(() => store('analyst', storedRoleData))

  it('leads the root to the reports', async () => {
    open('/')
    await screen.findByText('报表页')
    expect(window.location.pathname).toBe('/statement')
  })

  it('remembers the place, then refuses it', async () => {
    open('/config/dimension?x=1')
    await screen.findByText('该页面需要「报表配置」权限')
    expect(window.location.pathname).toBe('/403')
    expect(window.localStorage.getItem('pathname4redirect')).toBe('/config/dimension?x=1')
  })

  it('shows the not-found page where there is none', async () => {
    open('/nowhere')
    expect(await screen.findByText('哎呀！出错啦！')).toBeTruthy()
    await userEvent.click(screen.getByText('返回首页'))
    await screen.findByText('报表页')
  })

  it('asks for the permission before it says that a page does not exist', async () => {
    open('/push/pushlist')
    await screen.findByText('该页面需要「推送」权限')
  })

  it('lets a session that another tab ended go no further', async () => {
    open('/statement')
    await screen.findByText('报表页')
    window.localStorage.removeItem('username')
    window.localStorage.removeItem('roleData')
    window.history.pushState(null, '', '/nowhere')
    await screen.findByText('登录页')
    expect(useSession.getState().username).toBeNull()
  })
})

describe('a page', () => {
  beforeEach(() => store('analyst', storedRoleData))

  it('that fails to load says so and can be loaded again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    open('/statement/broken')
    await screen.findByText('An error occurred while loading the component')
    expect(screen.getByRole('banner')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('终于来了')
    vi.restoreAllMocks()
  })

  it('that breaks leaves the shell standing and can be drawn again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    crash = true
    open('/statement/fragile')
    await screen.findByText('页面出错了')
    expect(screen.getByRole('banner')).toBeTruthy()
    crash = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('又好了')
    vi.restoreAllMocks()
  })

  it('gives the window its title', async () => {
    open('/statement')
    await screen.findByText('报表页')
    await waitFor(() => expect(document.title).toBe('数据报表'))
  })
})
