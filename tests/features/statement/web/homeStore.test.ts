// @vitest-environment jsdom
// When the home page requests figures again on its own.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepCurrent, useHome } from '#features/statement/web/home/store.ts'

const minute = 60_000
let leave = () => {}
const reload = vi.fn(() => useHome.setState({ at: Date.now() }))

beforeEach(() => {
  vi.useFakeTimers({
    now: new Date('2026-11-25T10:00:00Z'),
    toFake: ['setInterval', 'clearInterval', 'Date'],
  })
  reload.mockClear()
  useHome.setState({ status: 'ready', at: Date.now() })
  leave = keepCurrent(reload)
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

it('asks once when the day is another one, and not before', () => {
  vi.advanceTimersByTime(30 * minute)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(12 * 60 * minute)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('asks when one comes back to figures that are old', () => {
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(5 * minute)
  comeBack()
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(6 * minute)
  comeBack()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('waits for what is on its way, and ends with the page', () => {
  useHome.setState({ status: 'loading' })
  vi.advanceTimersByTime(25 * 60 * minute)
  expect(reload).not.toHaveBeenCalled()
  leave()
  useHome.setState({ status: 'ready' })
  vi.advanceTimersByTime(25 * 60 * minute)
  expect(reload).not.toHaveBeenCalled()
})
