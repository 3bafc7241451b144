// Runs all checks: results as they arrive, the results of the last run, and the text for a ticket.

import { navigate } from 'wouter/use-browser-location'
import { create } from 'zustand'
import { momentText, zoneName } from '#shared/moment.ts'
import { call, failureOf } from '#web/api/client.ts'
import { installation } from '#web/shell/installation.ts'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { queryOf } from '#web/shell/longAddress.ts'
import { holds, useSession } from '#web/shell/session.ts'
import { isRecord, readJson, writeJson } from '#web/shell/storage.ts'
import { copyText } from '#web/ui/copyText.ts'
import {
  type CheckState,
  checkMail,
  checkPart,
  checkStates,
  type ServerPart,
  serverParts,
} from '#features/installation/contract.ts'
import { browserChecks } from './browser.ts'
import { connectionChecks, forgetPings } from './connection.ts'
import { type Check, type Outcome, stateTitles } from './types.ts'

const newId = (): string => `check-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`

async function ask(signal: AbortSignal, part: ServerPart | 'mailServer'): Promise<Outcome> {
  const requestId = newId()
  const options = { quiet: true, loading: null, signal, requestId } as const
  const found =
    part === 'mailServer'
      ? await call(checkMail, {}, options)
      : await call(checkPart, { query: { part } }, options)
  return { ...found, requestId }
}

const serverChecks = (Object.keys(serverParts) as ServerPart[]).map(
  (part): Check => ({
    id: part,
    group: '服务器',
    title: serverParts[part],
    run: (signal) => ask(signal, part),
  }),
)

export const checks: readonly Check[] = [...connectionChecks, ...serverChecks, ...browserChecks]
export const checkGroups = ['连接', '服务器', '浏览器'] as const

interface CheckRun {
  running: boolean
  /** Milliseconds; null before the first run. */
  startedAt: number | null
  tookMs: number | null
  /** By check id; a running check keeps its previous result. */
  found: Readonly<Record<string, Outcome>>
  underWay: ReadonlySet<string>
}
const none: CheckRun = { running: false, startedAt: null, tookMs: null, found: {}, underWay: new Set() }
export const useChecks = create<CheckRun>(() => none)

useSession.subscribe(({ roleData }) => {
  if (roleData === null) useChecks.setState(none)
})

/** After this time a browser check counts as failed. */
const patienceMs = 35_000
/** How many server checks run at once; browsers open six connections. */
const lanes = 4

let stopping = new AbortController()

export async function runChecks(): Promise<void> {
  if (useChecks.getState().running) return
  stopping = new AbortController()
  const { signal } = stopping
  const begun = performance.now()
  forgetPings()
  useChecks.setState({
    running: true,
    startedAt: Date.now(),
    tookMs: null,
    underWay: new Set(checks.map(({ id }) => id)),
  })
  const of = (list: readonly Check[]) => runInLanes(list, signal)
  // The connection is measured first, because other checks would slow it down.
  await of(connectionChecks)
  await Promise.all([of(serverChecks), of(browserChecks)])
  if (signal.aborted) return
  useChecks.setState({ running: false, tookMs: performance.now() - begun })
  rememberStates()
}

/** Called when the page closes: cancels the running checks. */
export function stopChecks(): void {
  stopping.abort()
  useChecks.setState({ running: false, underWay: new Set() })
}

async function runInLanes(list: readonly Check[], signal: AbortSignal): Promise<void> {
  const left = [...list]
  const lane = async () => {
    for (let next = left.shift(); next && !signal.aborted; next = left.shift()) await runOne(next, signal)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function runOne(one: Check, signal: AbortSignal): Promise<void> {
  useChecks.setState(({ underWay }) => ({ underWay: new Set([...underWay, one.id]) }))
  const begun = performance.now()
  const late = AbortSignal.timeout(patienceMs)
  const gaveUp = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error(`${patienceMs / 1000} 秒内没有结束`)), {
      once: true,
    })
  })
  let outcome: Outcome
  try {
    outcome = await Promise.race([one.run(AbortSignal.any([signal, late])), gaveUp])
  } catch (error) {
    outcome = failed(error, performance.now() - begun)
  }
  if (signal.aborted) return
  useChecks.setState(({ found, underWay }) => ({
    found: { ...found, [one.id]: outcome },
    underWay: new Set([...underWay].filter((id) => id !== one.id)),
  }))
}

function failed(error: unknown, ms: number): Outcome {
  const failure = failureOf(error)
  const { message, detail } = failure.shown
  const own = error instanceof Error && failure.code === 'internal' ? error.message : message
  return {
    state: 'failed',
    ms,
    says: `${own}${detail ? `，${detail}` : ''}；请稍后${byKey('check.run')}再试，若一直如此，请把此页复制给管理员`,
    details: null,
    requestId: '',
    ...(failure.literal && { failure }),
  }
}

/** Only on request, because it contacts another organization's server. */
export async function checkMailServer(): Promise<void> {
  if (!holds('manage_authority') || useChecks.getState().underWay.has('mail')) return
  const mail = checks.find(({ id }) => id === 'mail') as Check
  await runOne({ ...mail, run: (signal) => ask(signal, 'mailServer') }, new AbortController().signal)
}

export function toggleProblems(): void {
  const query = queryOf(location.search)
  if (query.get('problems') === '1') query.delete('problems')
  else query.set('problems', '1')
  navigate(`${location.pathname}${query.size > 0 ? `?${query}` : ''}`, { replace: true })
}

const rememberedKey = 'installation_checks'
type States = Readonly<Record<string, CheckState>>

const isStates = (value: unknown): value is States =>
  isRecord(value) && Object.values(value).every((state) => checkStates.includes(state as CheckState))

/** Results of the previous run in this browser, by any user. */
let before: States = {}
export function readBefore(): void {
  before = readJson(rememberedKey, isStates) ?? {}
}
/** The previous state, if it was different. */
export const stateBefore = (id: string, now: CheckState): CheckState | null => {
  const then = before[id]
  return then === undefined || then === now ? null : then
}

function rememberStates(): void {
  const { found } = useChecks.getState()
  writeJson(rememberedKey, Object.fromEntries(Object.entries(found).map(([id, { state }]) => [id, state])))
}

/** Always with the time zone, because the ticket's reader may be anywhere. */
const moment = (at: number): string => {
  const { zone } = installation()
  return `${momentText(at, zone, 'second')} ${zoneName(at, zone)}`
}

/** The text for a ticket. */
export function findingsText(): string {
  const { found, startedAt } = useChecks.getState()
  const head = [
    `安装检查 ${location.origin}/others/testPage`,
    `${startedAt === null ? '' : moment(startedAt)}，用户 ${useSession.getState().roleData?.email ?? ''}`,
    `浏览器 ${navigator.userAgent}`,
  ]
  const lines = checks.flatMap(({ id, title }) => {
    const outcome = found[id]
    if (!outcome) return [`[没有结果] ${title}`]
    const { state, ms, says, details, requestId } = outcome
    const time = ms === null ? '' : ` ${Math.round(ms)} ms`
    const request = requestId ? `（请求编号 ${requestId}）` : ''
    return [
      `[${stateTitles[state]}] ${title}${time}：${says}${request}`,
      ...(details ?? []).map(({ name, value }) => `    ${name}：${value}`),
    ]
  })
  return [...head, '', ...lines].join('\n')
}

export const copyFindings = (): void => void copyText(findingsText(), '已复制检查结果')
