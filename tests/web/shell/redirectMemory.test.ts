// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuthorityInfo } from '#shared/permissions.ts'
import { forgetPath, rememberedPath, rememberPath } from '#web/shell/redirectMemory.ts'
import { type RoleData, useSession } from '#web/shell/session.ts'

const key = 'pathname4redirect'

describe('the redirect memory', () => {
  beforeEach(() => window.localStorage.clear())

  it('returns to the path and query that were visited last', () => {
    rememberPath('/statement/detail?id=3&f=%E6%B8%A0')
    expect(window.localStorage.getItem(key)).toBe('/statement/detail?id=3&f=%E6%B8%A0')
    expect(rememberedPath()).toBe('/statement/detail?id=3&f=%E6%B8%A0')
  })

  it('starts at the home page without a memory', () => {
    expect(rememberedPath()).toBe('/')
  })

  it.each([
    '//evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    ' //evil.example',
    '',
    'statement',
    '{"a":1}',
    '/login?next=/',
    '/LOGIN',
    '/403',
    `/${'a'.repeat(10_000)}`,
  ])('does not follow %s', (stored) => {
    window.localStorage.setItem(key, stored)
    expect(rememberedPath()).toBe('/')
  })

  it.each(['/login', '/403', '//evil.example'])('does not remember %s', (path) => {
    rememberPath('/statement')
    rememberPath(path)
    expect(rememberedPath()).toBe('/statement')
  })
})

describe('whose memory it is', () => {
  const roleOf = (email: string, authorityInfo: AuthorityInfo = {}): RoleData => ({
    email,
    username: email,
    games: [],
    role: { id: 1, name: 'x', ...authorityInfo },
  })
  const beSignedIn = (roleData: RoleData | null) => useSession.setState({ roleData })
  const mei = roleOf('mei@example.com', { configRule: ['search_config'] })

  beforeEach(() => window.localStorage.clear())
  afterEach(() => beSignedIn(null))

  it('is kept over an ended session for the same user, and for nobody else', () => {
    beSignedIn(mei)
    rememberPath('/statement/detail?id=3')
    beSignedIn(null)
    expect(rememberedPath(mei)).toBe('/statement/detail?id=3')
    expect(rememberedPath(roleOf('wu@example.com'))).toBe('/')
  })

  it('is anybody’s where it was asked for before a login', () => {
    rememberPath('/statement/detail?id=3')
    expect(rememberedPath(roleOf('wu@example.com'))).toBe('/statement/detail?id=3')
  })

  it('is held to the rights as they are now', () => {
    beSignedIn(mei)
    rememberPath('/config/dimension?x=1')
    expect(rememberedPath(mei)).toBe('/config/dimension?x=1')
    expect(rememberedPath(roleOf('mei@example.com'))).toBe('/')
  })

  it('is forgotten by who leaves on purpose', () => {
    beSignedIn(mei)
    rememberPath('/statement/detail?id=3')
    forgetPath()
    expect(rememberedPath(mei)).toBe('/')
    expect(window.localStorage).toHaveLength(0)
  })
})
