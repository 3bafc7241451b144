// Starts runs, single or in sequence, cancels them, and restores those that a reload interrupted.

import { commandOf } from '#shared/sql/command.ts'
import { call, failureOf } from '#web/api/client.ts'
import type { SqlTarget } from '#web/editor/types.ts'
import { showMessage } from '#web/shell/message.ts'
import {
  cancelQuery,
  explainSql,
  lightingSqlQuery,
  querySql,
  type RunBody,
  type RunParameters,
} from '#features/code/contract.ts'
import { loadTemporary, useCatalog } from '../catalog.ts'
import { keepLayout } from '../documents/actions.ts'
import { type Layout, readLayout, type StoppedScript } from '../documents/layout.ts'
import { documentOf, useDocuments } from '../documents/store.ts'
import type { SqlDocument } from '../documents/types.ts'
import { putOnLook } from '../looks.ts'
import { sentParameters, settingsFor } from '../parameters/values.ts'
import { allGiven } from './filling.ts'
import { follow, hear, provideOnEnd, unfollowAll } from './follow.ts'
import { openResult } from './room.ts'
import { beginScript, leaveStopped, setWaiting, stopScript } from './scripts.ts'
import {
  addRun,
  changeRun,
  type EditorRun,
  isOver,
  refusalOf,
  removeRun,
  resetRuns,
  runsOf,
  shownRun,
  useRuns,
} from './store.ts'

/** How long the first answer may wait for rows, in milliseconds. */
const firstWaitMs = 300

/** The statement's parameter values, all of which are set. */
export const parametersOf = (sql: string, document: SqlDocument): RunParameters =>
  sentParameters(settingsFor(sql, document, useCatalog.getState().tables))

/** Runs one statement; other runs continue. */
export function run(documentId: string, target: Pick<SqlTarget, 'sql' | 'start'>, chained = false): boolean {
  const document = documentOf(documentId)
  if (!document || !allGiven(document, [target], () => run(documentId, target, chained))) return false
  const params = parametersOf(target.sql, document)
  const command = commandOf(target.sql)
  if (command?.kind === 'explain' && !chained) {
    void explain(documentId, target, command.analyze)
    return true
  }
  const editorRun = openResult(document, target, chained, params)
  void send(editorRun, document, params)
  return true
}

/** Runs statements one after another, up to the first failure. `former`: the script that goes on. */
export function runAll(
  documentId: string,
  targets: readonly Pick<SqlTarget, 'sql' | 'start'>[],
  former?: Pick<StoppedScript, 'script' | 'total'>,
): void {
  const document = documentOf(documentId)
  const statements = targets.map(({ sql, start }) => ({ sql, start }))
  const [first] = statements
  if (!document || !first) return
  if (!allGiven(document, targets, () => runAll(documentId, targets, former))) return
  beginScript(documentId, statements, former)
  run(documentId, first, true)
  if (former) leaveStopped(documentId)
}

async function send(editorRun: EditorRun, document: SqlDocument, params: RunParameters): Promise<void> {
  const body: RunBody = {
    sql: editorRun.sql,
    params,
    limit: document.limit,
    async: true,
    waitMs: firstWaitMs,
    ...(document.saved && { viewId: document.saved.id, title: document.saved.name }),
  }
  try {
    const answer = await call(
      document.accelerated ? lightingSqlQuery : querySql,
      { body },
      { quiet: true, loading: null },
    )
    hear(editorRun.key, answer)
    keepLayout()
    const now = useRuns.getState().runs[editorRun.key]
    // The tab was closed, or the run canceled, before the server had returned its id.
    if (!now || now.canceling)
      await call(cancelQuery, { params: { id: answer.queryId }, body: {} }, { quiet: true })
    if (now) await follow(editorRun.key)
  } catch (error) {
    refuse(editorRun.key, error)
  }
}

function refuse(key: string, error: unknown): void {
  const isLost = failureOf(error).code === 'network_failed'
  const refusal = refusalOf(error)
  const message = isLost ? '网络中断，没有收到响应；运行可能已经开始，可在历史中查看' : refusal.message
  changeRun(key, { refusal: { ...refusal, message } })
  const editorRun = useRuns.getState().runs[key]
  if (editorRun) ended(editorRun)
}

/** Continues with the next statement, or drops the rest. */
function ended(editorRun: EditorRun): void {
  putOnLook(editorRun)
  keepLayout()
  if (editorRun.run?.status === 'done') createdBy(editorRun)
  const waiting = useRuns.getState().waiting[editorRun.documentId] ?? []
  if (!editorRun.chained || waiting.length === 0) return
  const [next, ...others] = waiting
  if (editorRun.run?.status === 'done' && next) {
    setWaiting(editorRun.documentId, others)
    if (run(editorRun.documentId, next, true)) return
  }
  stopScript(editorRun, waiting)
  keepLayout()
}
provideOnEnd(ended)

/** CREATE TEMP TABLE made a table: side list and completion get it at once. */
function createdBy({ sql, run }: EditorRun): void {
  const command = commandOf(sql)
  if (command?.kind !== 'createTemporary') return
  void loadTemporary()
  const name = `tmp.${command.name}`
  showMessage({ message: `已建临时表 ${name}，${run?.rowCount ?? 0} 行`, intent: 'success' })
}

/** The active run where it is running or waiting, else all of the document's. */
export function cancelable(documentId: string): EditorRun[] {
  const active = runsOf(documentId).filter((editorRun) => !isOver(editorRun))
  const shown = shownRun(documentId)
  return shown && active.includes(shown) ? [shown] : active
}

/** Cancels them and drops waiting statements. */
export async function cancel(documentId: string): Promise<void> {
  const ending = cancelable(documentId)
  const waiting = useRuns.getState().waiting[documentId] ?? []
  const running = ending.find(({ chained }) => chained)
  if (running) stopScript(running, waiting)
  else setWaiting(documentId, [])
  await Promise.all(ending.map(cancelRun))
}

/** Plans being loaded, by tab. */
const planning = new Map<string, AbortController>()

async function cancelRun({ key, runId, plan }: EditorRun): Promise<void> {
  if (plan) {
    planning.get(key)?.abort()
    removeRun(key)
    return
  }
  changeRun(key, { canceling: true })
  if (!runId) return
  try {
    hear(key, await call(cancelQuery, { params: { id: runId }, body: {} }))
  } catch {
    // The client has shown it; one can try again.
    changeRun(key, { canceling: false })
  }
}

/** Cancels a run whose tab is gone. */
export function abandon({ key, runId }: EditorRun): void {
  planning.get(key)?.abort()
  if (!runId) return
  void call(cancelQuery, { params: { id: runId }, body: {} }, { quiet: true }).catch(() => undefined)
}

export function showResult(documentId: string, key: string): void {
  useRuns.setState(({ shown }) => ({ shown: { ...shown, [documentId]: key } }))
  keepLayout()
}

// ---- plans

/** Shows the statement's plan as a result tab; with `analyze` the statement runs, and steps have times. */
export async function explain(
  documentId: string,
  target: Pick<SqlTarget, 'sql' | 'start'>,
  analyze: boolean,
): Promise<void> {
  const document = documentOf(documentId)
  const goOn = () => void explain(documentId, target, analyze)
  if (!document || !allGiven(document, [target], goOn)) return
  const params = parametersOf(target.sql, document)
  const plan = { analyze, params, step: null, elapsedMs: 0 }
  const { key } = addRun({ documentId, sql: target.sql, start: target.start, plan })
  const left = new AbortController()
  planning.set(key, left)
  try {
    const body = { sql: target.sql, params, analyze }
    const { plan: step, elapsedMs } = await call(
      explainSql,
      { body },
      { quiet: true, loading: null, signal: left.signal },
    )
    changeRun(key, { plan: { ...plan, step, elapsedMs }, heardAt: Date.now() })
  } catch (error) {
    if (!left.signal.aborted) changeRun(key, { refusal: refusalOf(error) })
  } finally {
    planning.delete(key)
  }
}

// ---- reloads and sign-ins

let owner: string | null = null

/** Restores the runs of the open tabs, once per user; those still running are polled again. */
export function resumeRuns(): void {
  const editorRun = useDocuments.getState()
  if (owner !== editorRun.owner) {
    owner = editorRun.owner
    unfollowAll()
    resetRuns()
    restore()
  }
  for (const run of Object.values(useRuns.getState().runs)) if (!isOver(run)) void follow(run.key)
}

function restore(): void {
  const layout = owner === null ? null : readLayout(owner)
  if (!layout) return
  const runs: Record<string, EditorRun> = {}
  const results: Record<string, string[]> = {}
  const waiting: Layout['waiting'] = {}
  const shown: Layout['shown'] = {}
  for (const documentId of useDocuments.getState().order) {
    const kept = layout.results[documentId] ?? []
    const keys = kept.map(({ key }) => key)
    const before = layout.shown[documentId]
    results[documentId] = keys
    // A plan was active: plans are not stored.
    shown[documentId] = (before !== undefined && keys.includes(before) ? before : keys.at(-1)) ?? ''
    // The running statement had no id yet, so it is unknown which of the waiting ones have run.
    if (kept.at(-1)?.chained) waiting[documentId] = layout.waiting[documentId] ?? []
    for (const { queryId: runId, ...result } of kept) {
      runs[result.key] = {
        name: '',
        script: null,
        whole: false,
        ...result,
        runId,
        documentId,
        run: null,
        askedAt: Date.now(),
        heardAt: Date.now(),
        lost: false,
        canceling: false,
        refusal: null,
        plan: null,
      }
    }
  }
  const { scripts = {}, stopped = {} } = layout
  useRuns.setState({ runs, results, waiting, shown, scripts, stopped })
}

/** Adds a run that this page did not start as a result of the document. */
export function adoptRun(documentId: string, editorRun: Pick<EditorRun, 'runId' | 'run' | 'sql'>): void {
  const { key } = addRun({ documentId, start: 0, ...editorRun })
  keepLayout()
  void follow(key)
}
