// @vitest-environment jsdom
// Work interrupted by the end of a session is kept for its own user only.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { endSession } from '#web/api/sessionExpiry.ts'
import { keepWork, takeKeptWork } from '#web/shell/keptWork.ts'
import { useMessages } from '#web/shell/message.ts'
import { useSession } from '#web/shell/session.ts'
import { goTo, signInAs, signOutAll } from './identities.ts'

beforeEach(() => {
  signInAs({}, 'mei')
  goTo('/statement/detail?id=3')
})
afterEach(() => {
  signOutAll()
  sessionStorage.clear()
  useMessages.setState({ messages: [] })
})

it('is given back once, at its place', () => {
  endSession()
  expect(location.pathname).toBe('/login')
  expect(keepWork('draft', { name: '改名中' })).toBe(true)
  signInAs({}, 'mei')
  goTo('/statement')
  expect(takeKeptWork('draft')).toBeNull()
  goTo('/statement/detail?id=3')
  expect(takeKeptWork('draft')).toEqual({ name: '改名中' })
  expect(takeKeptWork('draft')).toBeNull()
})

it('is never met by another user', () => {
  endSession()
  keepWork('draft', '机密')
  signInAs({}, 'lin')
  goTo('/statement/detail?id=3')
  expect(takeKeptWork('draft')).toBeNull()
  expect(sessionStorage.length).toBe(0)
})

it('is not kept where the page is left on purpose', () => {
  expect(keepWork('draft', 'x')).toBe(false)
  useSession.getState().forget()
  expect(keepWork('draft', 'x')).toBe(false)
  signInAs({}, 'mei')
  endSession()
  signInAs({}, 'mei')
  expect(keepWork('draft', 'x')).toBe(false)
  expect(sessionStorage.length).toBe(0)
})
