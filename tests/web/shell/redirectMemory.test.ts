// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberedPath, rememberPath } from '../../../src/web/shell/redirectMemory.ts'

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
