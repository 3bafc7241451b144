// What this tab says to its console, and what fails in it: kept in the tab alone, bounded, for the page that shows it.
// Nothing is sent anywhere, and nothing is shown but there.

import { useSession } from '../session.ts'
import type { ConsoleLevel, ConsoleLine } from './line.ts'
import { errorText, snapshot } from './snapshot.ts'
import { readTab, writeTab } from './tab.ts'

export type { ConsoleLevel, ConsoleLine } from './line.ts'
export { consoleLevels } from './line.ts'

/** What a line begins with that tells of a thing that the page's policy did not let load. */
export const policyWords = '内容安全策略拦下了'

/** Browsers report as an error that some sizes settle a frame later. Nothing fails by it. */
const settling = 'ResizeObserver loop'

const mostLines = 1_000
const mostCharacters = 1_000_000

let lines: ConsoleLine[] = []
let characters = 0
let lastId = 0
let busy = false
const listeners = new Set<() => void>()

export const consoleLines = (): readonly ConsoleLine[] => lines

/** Told after each change; answers how to stop. */
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

/** Answers what went, so that it can come back. */
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

/** From now on. Once, at the start of the tab. */
export function startRecorder(): void {
  takeOver()
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const) follow(level)
  addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    // What fails to load tells nothing of itself, and is no error of the window.
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

/** What one user's work said is not for the next one at this tab. */
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

/** The console does as before; what it was given is noted first, as it is at that moment. */
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

/** Whoever writes a faulty getter, or says something while it is read, is not kept from what they were doing. */
function quietly(work: () => void): void {
  if (busy) return
  busy = true
  try {
    work()
  } catch {
    // What can't be noted is in the browser's own console all the same.
  } finally {
    busy = false
  }
}

function callerOf(below: (...values: unknown[]) => void): string {
  const place = { stack: '' }
  // Of engines that know it: the frames of those who called, ours left out.
  const capture = (Error as { captureStackTrace?: (at: object, below: unknown) => void }).captureStackTrace
  if (!capture) return ''
  capture(place, below)
  return place.stack.split('\n').slice(1, 6).join('\n')
}

/** Name, outcome, request and time alone: what was asked and answered may be anybody's secret. */
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
