// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearMessages, useMessages } from '#web/shell/message.ts'
import { usePanels } from '#web/shell/panels.ts'
import { useSession } from '#web/shell/session.ts'
import { signOut } from '#features/session/web/identity.ts'
import { LoginPage } from '#features/session/web/LoginPage.tsx'
import { answerWith, envelope, failure } from './answers.ts'
import { goTo, identityWith, signInAs, signOutAll } from './identities.ts'

const user = () => screen.getByLabelText('用户名') as HTMLInputElement
const password = () => screen.getByLabelText('密码') as HTMLInputElement
const button = () => screen.getByRole('button', { name: /Log in/ })

beforeEach(() => {
  signOutAll()
  goTo('/login')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearMessages()
  signOutAll()
})

describe('the login page', () => {
  it('puts the focus on the first field', () => {
    render(<LoginPage />)
    expect(document.activeElement).toBe(user())
  })

  it('asks for both fields in the given words, and sends nothing', async () => {
    const asked = answerWith(() => envelope(identityWith()))
    render(<LoginPage />)
    await userEvent.click(button())
    expect(screen.getByText('请输入你的用户名!')).toBeTruthy()
    expect(screen.getByText('请输入你的密码!')).toBeTruthy()
    expect(user().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(user())
    await userEvent.type(user(), '   ')
    await userEvent.click(button())
    expect(screen.getByText('请输入你的用户名!')).toBeTruthy()
    expect(asked).toHaveLength(0)
  })

  it('asks for the password alone where only it is missing', async () => {
    render(<LoginPage />)
    await userEvent.type(user(), 'a{Enter}')
    expect(screen.queryByText('请输入你的用户名!')).toBeNull()
    expect(screen.getByText('请输入你的密码!')).toBeTruthy()
    expect(document.activeElement).toBe(password())
  })

  it('signs in by Enter, keeps who it was, and goes to the remembered place', async () => {
    const asked = answerWith(() => envelope(identityWith({ configRule: ['search_config'] })))
    window.localStorage.setItem('pathname4redirect', '/statement/detail?id=3')
    render(<LoginPage />)
    await userEvent.type(user(), ' analyst ')
    await userEvent.type(password(), ' pass word {Enter}')
    await waitFor(() => expect(window.location.pathname).toBe('/statement/detail'))
    expect(window.location.search).toBe('?id=3')
    expect(asked[0]?.body).toEqual({ user: 'analyst', password: ' pass word ', hostname: 'localhost' })
    expect(window.localStorage.getItem('username')).toBe('analyst')
    expect(JSON.parse(window.localStorage.getItem('roleData') ?? '').role.configRule).toEqual([
      'search_config',
    ])
  })

  it('goes to the home page for a hostile memory', async () => {
    answerWith(() => envelope(identityWith()))
    window.localStorage.setItem('pathname4redirect', '//evil.example/')
    render(<LoginPage />)
    await userEvent.type(user(), 'analyst')
    await userEvent.type(password(), 'x{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe('/'))
  })

  it('keeps what was typed when the server refuses, and says why', async () => {
    answerWith(() => failure('用户名或密码错误', { code: 'login_failed' }))
    render(<LoginPage />)
    await userEvent.type(user(), 'analyst')
    await userEvent.type(password(), 'wrong{Enter}')
    await waitFor(() => expect(useMessages.getState().messages[0]?.message).toBe('用户名或密码错误'))
    expect([user().value, password().value]).toEqual(['analyst', 'wrong'])
    await waitFor(() => expect(document.activeElement).toBe(password()))
    expect(window.location.pathname).toBe('/login')
  })

  it('sends one request however often it is submitted', async () => {
    let finish: (response: Response) => void = () => {}
    const asked = answerWith(() => new Promise((resolve) => (finish = resolve)))
    render(<LoginPage />)
    await userEvent.type(user(), 'analyst')
    await userEvent.type(password(), 'x{Enter}{Enter}{Enter}')
    expect(asked).toHaveLength(1)
    finish(failure('x'))
    await waitFor(() => expect((button() as HTMLButtonElement).disabled).toBe(false))
  })

  it('refuses a name that is too long by itself', async () => {
    const asked = answerWith(() => envelope(identityWith()))
    render(<LoginPage />)
    await userEvent.click(user())
    await userEvent.paste('a'.repeat(300))
    await userEvent.type(password(), 'x{Enter}')
    expect(screen.getByText('用户名不能超过 254 个字符')).toBeTruthy()
    expect(asked).toHaveLength(0)
  })

  it('tells when caps lock is on', async () => {
    render(<LoginPage />)
    await userEvent.type(password(), '{CapsLock}A')
    expect(screen.getByText('大写锁定已打开')).toBeTruthy()
  })
})

describe('logging out', () => {
  it('clears what a sign-out has to clear, and keeps the rest', async () => {
    const asked = answerWith(() => envelope(null))
    signInAs()
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it.
    document.cookie = 'username=analyst; path=/'
    for (const key of ['privateViewList', 'pathname4redirect', 'docUpdateTimeMap', 'theme']) {
      window.localStorage.setItem(key, 'x')
    }
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const leaving = signOut()
    expect(usePanels.getState().loading).toBe(true)
    await leaving
    vi.restoreAllMocks()
    expect(asked[0]?.path).toBe('/api/s1/data/logout')
    expect(useSession.getState()).toMatchObject({ username: null, roleData: null })
    expect(document.cookie).not.toContain('username')
    const left = Object.keys(window.localStorage).sort()
    expect(left).toEqual(['docUpdateTimeMap', 'theme'])
  })

  it('logs out here though the server does not answer, and says so', async () => {
    answerWith(() => Promise.reject(new TypeError('fetch failed')))
    signInAs()
    await signOut()
    expect(useSession.getState().username).toBeNull()
    expect(useMessages.getState().messages[0]?.message).toBe('已在本机退出登录')
    expect(usePanels.getState().loading).toBe(false)
  })
})
