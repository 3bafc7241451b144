// Records this tab's console output and errors: in this tab only, bounded, for the page that shows them. Nothing is sent
// anywhere.

import { useSession } from '../session.ts'
import type { ConsoleLevel, ConsoleLine } from './line.ts'
import { errorText, snapshot } from './snapshot.ts'
import { readTab, writeTab } from './tab.ts'

export type { ConsoleLevel, ConsoleLine } from './line.ts'
export { consoleLevels } from './line.ts'

/** First words of a line about a resource that the content security policy blocked. */
export const policyWords = '内容安全策略拦截了'

/** Browsers report as an error that resize observers settle a frame later. It is harmless. */
const settling = 'ResizeObserver loop'

const mostLines = 1_000
const mostCharacters = 1_000_000

let lines: ConsoleLine[] = []
let characters = 0
let lastId = 0
let busy = false
const listeners = new Set<() => void>()

export const consoleLines = (): readonly ConsoleLine[] => lines

/** Called after each change; the returned function unsubscribes. */
export function onConsole(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const weightOf = ({ text, stack }: ConsoleLine): number => text.length + stack.length + 100

export function record(level: ConsoleLevel, text: string, stack = '', requestId = ''): void {
  const now = Date.now()
  const last = lines.at(-1)
  if (last?.level === level && last.text === text && last.stack === stack && requestId === '') {
    lines = [...lines.slice(0, -1), { ...last, times: last.times + 1, lastAt: now }]
  } else {
    lastId += 1
    const path = location.pathname
    add({ id: lastId, at: now, lastAt: now, level, text, stack, times: 1, path, requestId, before: false })
  }
  for (const listener of listeners) listener()
}

function add(line: ConsoleLine): void {
  lines = [...lines, line]
  characters += weightOf(line)
  let gone = 0
  while (lines.length - gone > mostLines || (characters > mostCharacters && lines.length - gone > 1)) {
    characters -= weightOf(lines[gone] as ConsoleLine)
    gone += 1
  }
  if (gone > 0) lines = lines.slice(gone)
}

/** Returns the removed lines, so that they can be restored. */
export function clearConsole(): readonly ConsoleLine[] {
  const gone = lines
  lines = []
  characters = 0
  for (const listener of listeners) listener()
  return gone
}

export function putBackLines(gone: readonly ConsoleLine[]): void {
  const since = lines
  lines = []
  characters = 0
  for (const line of [...gone, ...since]) add(line)
  for (const listener of listeners) listener()
}

/** Starts recording. Call once, at the start of the tab. */
export function startRecorder(): void {
  takeOver()
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const) follow(level)
  addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    // A resource that fails to load has no message and is no error of the window.
    if (message === undefined || message.startsWith(settling)) return
    const place = filename ? `${filename}:${lineno}:${colno}` : ''
    quietly(() =>
      error instanceof Error ? recordError('uncaught', error) : record('uncaught', message, place),
    )
  })
  addEventListener('unhandledrejection', ({ reason }) =>
    quietly(() =>
      reason instanceof Error ? recordError('rejection', reason) : record('rejection', snapshot([reason])),
    ),
  )
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    record('error', `${policyWords} ${effectiveDirective}：${blockedURI.slice(0, 200)}`),
  )
  addEventListener('pagehide', () => writeTab(lines))
  forgetOthers()
}

/** One user's lines must not be visible to the next user of this tab. */
function forgetOthers(): void {
  let owner = useSession.getState().roleData?.email
  useSession.subscribe(({ roleData }) => {
    if (roleData === null || roleData.email === owner) return
    if (owner !== undefined) clearConsole()
    owner = roleData.email
  })
}

function takeOver(): void {
  for (const line of readTab()) {
    lastId += 1
    add({ ...line, id: lastId, before: true })
  }
}

function recordError(level: ConsoleLevel, error: Error): void {
  const [head = '', ...rest] = errorText(error).split('\n')
  record(level, head, rest.join('\n'))
}

/** Wraps a console method: its arguments are recorded first, as they are at that moment. */
function follow(level: 'error' | 'warn' | 'info' | 'log' | 'debug'): void {
  const said = console[level]
  const recorded = {
    [level](this: Console, ...values: unknown[]) {
      quietly(() => {
        const error = values.find((value) => value instanceof Error)
        record(level, snapshot(values), error ? '' : callerOf(recorded[level] as (...all: unknown[]) => void))
      })
      said.apply(this, values)
    },
  }
  console[level] = recorded[level] as typeof said
}

/** Errors while recording, and console output by getters read here, must not disturb the caller. */
function quietly(work: () => void): void {
  if (busy) return
  busy = true
  try {
    work()
  } catch {
    // Whatever can't be recorded is still in the browser's own console.
  } finally {
    busy = false
  }
}

function callerOf(below: (...values: unknown[]) => void): string {
  const place = { stack: '' }
  // Only in engines that support it: the callers' frames, without ours.
  const capture = (Error as { captureStackTrace?: (at: object, below: unknown) => void }).captureStackTrace
  if (!capture) return ''
  capture(place, below)
  return place.stack.split('\n').slice(1, 6).join('\n')
}

/** Only name, outcome, request id and time: parameters and results may be secret. */
export function recordCall(call: {
  name: string
  status: number
  code: string
  requestId: string
  ms: number
}): void {
  const outcome = call.status === 0 ? call.code : `${call.status} ${call.code}`
  quietly(() => record('call', `${call.name}：${outcome}，${Math.round(call.ms)} ms`, '', call.requestId))
}
