// @vitest-environment jsdom
// The tab's recorder stores messages and failures as they were, within limits, and does not change the console.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  clearConsole,
  consoleLines,
  putBackLines,
  record,
  recordCall,
  startRecorder,
} from '#web/shell/console/recorder.ts'
import { snapshot } from '#web/shell/console/snapshot.ts'
import { readTab, writeTab } from '#web/shell/console/tab.ts'

const said = vi.fn()
const usual = { ...console }
beforeAll(() => {
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const) console[level] = said
  startRecorder()
})
afterAll(() => Object.assign(console, usual))
beforeEach(() => {
  clearConsole()
  said.mockClear()
})

const texts = () => consoleLines().map(({ level, text }) => [level, text])

it('keeps what is said as it is then, and hands it on unchanged', () => {
  const state = { count: 1 }
  console.log('now', state)
  state.count = 2
  expect(texts()).toEqual([['log', 'now {count: 1}']])
  expect(said.mock.calls).toEqual([['now', state]])
  expect(said.mock.calls[0]?.[1]).toBe(state)
})

it('counts what comes again in a row, and keeps the newest of many', () => {
  for (let time = 0; time < 3; time += 1) record('warn', 'again')
  expect(consoleLines()).toMatchObject([{ text: 'again', times: 3 }])
  for (let at = 0; at < 1_500; at += 1) record('log', `line ${at}`)
  expect(consoleLines()).toHaveLength(1_000)
  expect(consoleLines().at(-1)?.text).toBe('line 1499')
  for (let at = 0; at < 400; at += 1) record('log', `${at} ${'x'.repeat(7_000)}`)
  expect(consoleLines().reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(1_000_000)
})

it('reads hostile values without running them, and never fails', () => {
  const circle: Record<string, unknown> = { name: 'circle' }
  circle.self = circle
  const faulty = {
    get bad(): never {
      throw new Error('must not run')
    },
  }
  const proxy = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no keys')
      },
    },
  )
  const speaking = new Proxy(
    {},
    {
      ownKeys: () => {
        console.log('from within')
        return []
      },
    },
  )
  const deep = { a: { b: { c: { d: { e: 1 } } } } }
  const element = document.createElement('div')
  element.id = 'place'
  console.log(circle, faulty, proxy, speaking, deep, element, 10n, Symbol('s'), undefined, null, Number.NaN)
  expect(texts()).toEqual([
    [
      'log',
      '{name: "circle", self: （循环）} {bad: （取值函数）} （无法读取） {} {a: {b: {c: {d: {…}}}}} <div#place> 10n Symbol(s) undefined null NaN',
    ],
  ])
  expect(snapshot(['y'.repeat(10_000_000)]).length).toBeLessThan(9_000)
  expect(snapshot([Array.from({ length: 1_000_000 }, () => 0)]).length).toBeLessThan(9_000)
  expect(snapshot(['%s of %d%%%c', 'a', 3, 'color: red'])).toBe('a of 3%')
})

it('keeps no password, token or cookie of what is said', () => {
  console.log({ password: 'hunter2', user: { accessToken: 'abc', Cookie: 'session=1' }, name: 'mei' })
  expect(texts()).toEqual([['log', '{password: ***, user: {accessToken: ***, Cookie: ***}, name: "mei"}']])
})

it('keeps errors with stack and cause, uncaught ones and rejections too', () => {
  const error = new Error('outer', { cause: new TypeError('inner') })
  window.dispatchEvent(new ErrorEvent('error', { error, message: 'outer' }))
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
  const rejected = new Event('unhandledrejection') as Event & { reason?: unknown }
  rejected.reason = { code: 7 }
  window.dispatchEvent(rejected)
  expect(texts()).toEqual([
    ['uncaught', 'Error: outer'],
    ['uncaught', 'Script error.'],
    ['rejection', '{code: 7}'],
  ])
  expect(consoleLines()[0]?.stack).toContain('原因：TypeError: inner')
  expect(said).not.toHaveBeenCalled()
})

it('takes sizes that settle a frame later for no error, as browsers do', () => {
  const message = 'ResizeObserver loop completed with undelivered notifications.'
  window.dispatchEvent(new ErrorEvent('error', { message }))
  expect(texts()).toEqual([])
})

it('of a failed call keeps name, outcome, time and the request’s id alone', () => {
  recordCall({ name: 'login', status: 200, code: 'login_failed', requestId: 'r-1', ms: 12.4 })
  expect(consoleLines()).toMatchObject([
    { level: 'call', text: 'login：200 login_failed，12 ms', requestId: 'r-1' },
  ])
})

it('gives back what was cleared, and a few lines to the tab loaded anew', () => {
  for (let at = 0; at < 300; at += 1) record('log', `line ${at}`)
  const gone = clearConsole()
  record('log', 'since')
  putBackLines(gone)
  expect(consoleLines()).toHaveLength(301)
  writeTab(consoleLines())
  expect(readTab()).toHaveLength(200)
  expect(readTab()).toEqual([])
  sessionStorage.setItem('console_lines', '{"owner":"other@example.com","lines":[{}]}')
  expect(readTab()).toEqual([])
})
