// Runs of the result tabs, by a local key, because a run has no id before the server has answered.
import { create } from 'zustand'
import { failureOf } from '#web/api/client.ts'
import type { PlanStep, Run, RunParameters } from '#features/code/contract.ts'
import type { ToldProblem } from '#features/code/web/results/types.ts'
import type { KeptResult, Layout, StoppedScript, WaitingStatement } from '../documents/layout.ts'

export interface EditorRun {
  key: string
  documentId: string
  /** Number of its result tab: 结果 1. */
  number: number
  /** The statement's name from its comment or table; '' where neither gives one. */
  name: string
  /** The sent text, and its position in the document then. */
  sql: string
  start: number
  /** A whole statement then, not a selected part of one. */
  whole: boolean
  /** Null until the server has answered. */
  runId: string | null
  run: Run | null
  /** By this browser's clock: when the run was requested and when the last answer arrived. */
  askedAt: number
  heardAt: number
  /** The server does not answer; polling continues. */
  lost: boolean
  canceling: boolean
  /** One of several in sequence: the next waits for it. */
  chained: boolean
  /** The script that it belongs to, over all times that the script went on. */
  script: string | null
  /** The run itself could not be loaded: refused, or gone. */
  refusal: ToldProblem | null
  /** A plan in place of rows. */
  plan: PlanResult | null
}

interface PlanResult {
  analyze: boolean
  params: RunParameters
  step: PlanStep | null
  elapsedMs: number
}

interface RunsState {
  runs: Record<string, EditorRun>
  /** Result tabs of each document, left to right. */
  results: Record<string, string[]>
  /** The active result tab, by document. */
  shown: Record<string, string>
  /** Statements of a document that run after the present one. */
  waiting: Record<string, WaitingStatement[]>
  /** The last script of each document. */
  scripts: Record<string, Pick<StoppedScript, 'script' | 'total'>>
  /** Where it stopped, and what is left of it. */
  stopped: Record<string, StoppedScript>
}

const none: RunsState = { runs: {}, results: {}, shown: {}, waiting: {}, scripts: {}, stopped: {} }
export const useRuns = create<RunsState>(() => none)

export const resetRuns = (): void => useRuns.setState(none)

export const isOver = ({ run, refusal, plan }: EditorRun): boolean =>
  refusal !== null || plan?.step != null || (run !== null && !['queued', 'running'].includes(run.status))

/** Why the run failed. */
export const problemOf = ({ run, refusal }: EditorRun): ToldProblem | null => refusal ?? run?.problem ?? null

export const runsOf = (documentId: string): EditorRun[] => {
  const { runs, results } = useRuns.getState()
  return (results[documentId] ?? []).flatMap((key) => runs[key] ?? [])
}

export const shownRun = (documentId: string): EditorRun | undefined => {
  const { runs, shown } = useRuns.getState()
  return runs[shown[documentId] ?? '']
}

export function changeRun(key: string, part: Partial<EditorRun>): void {
  useRuns.setState(({ runs }) => {
    const run = runs[key]
    return run ? { runs: { ...runs, [key]: { ...run, ...part } } } : {}
  })
}

/** `former`: the tab whose position and number it takes. */
export function addRun(
  part: Pick<EditorRun, 'documentId' | 'sql' | 'start'> & Partial<EditorRun>,
  former?: EditorRun,
): EditorRun {
  const now = Date.now()
  const run: EditorRun = {
    key: crypto.randomUUID(),
    number: former?.number ?? nextNumber(part.documentId),
    name: '',
    runId: null,
    run: null,
    askedAt: now,
    heardAt: now,
    lost: false,
    canceling: false,
    whole: false,
    chained: false,
    script: null,
    refusal: null,
    plan: null,
    ...part,
  }
  useRuns.setState(({ runs, results, shown }) => {
    const { [former?.key ?? '']: _, ...others } = runs
    const keys = results[run.documentId] ?? []
    const at = former ? keys.indexOf(former.key) : -1
    return {
      runs: { ...others, [run.key]: run },
      results: { ...results, [run.documentId]: at < 0 ? [...keys, run.key] : keys.with(at, run.key) },
      shown: { ...shown, [run.documentId]: run.key },
    }
  })
  return run
}

const nextNumber = (documentId: string) => Math.max(0, ...runsOf(documentId).map(({ number }) => number)) + 1

/** Removes the tab; the run stays in the history. */
export function removeRun(key: string): void {
  useRuns.setState(({ runs, results, shown }) => {
    const { [key]: removed, ...others } = runs
    if (!removed) return {}
    const keys = results[removed.documentId] ?? []
    const at = keys.indexOf(key)
    const left = keys.filter((other) => other !== key)
    const next = shown[removed.documentId] === key ? (left[at] ?? left.at(-1) ?? '') : undefined
    return {
      runs: others,
      results: { ...results, [removed.documentId]: left },
      shown: next === undefined ? shown : { ...shown, [removed.documentId]: next },
    }
  })
}

/** The result tabs of a closed document. */
export interface HeldResults {
  runs: EditorRun[]
  shown: string
}

/** Removes a closed document's tabs; returns them for the case that it is reopened. */
export function forgetResults(documentId: string): HeldResults {
  const held = { runs: runsOf(documentId), shown: useRuns.getState().shown[documentId] ?? '' }
  useRuns.setState(({ runs, results, shown, waiting, stopped }) => {
    const { [documentId]: keys = [], ...otherResults } = results
    const { [documentId]: _shown, ...otherShown } = shown
    const { [documentId]: _waiting, ...otherWaiting } = waiting
    const { [documentId]: _stopped, ...otherStopped } = stopped
    const left = Object.fromEntries(Object.entries(runs).filter(([key]) => !keys.includes(key)))
    return {
      runs: left,
      results: otherResults,
      shown: otherShown,
      waiting: otherWaiting,
      stopped: otherStopped,
    }
  })
  return held
}

export function restoreResults(documentId: string, held: HeldResults): void {
  useRuns.setState(({ runs, results, shown }) => ({
    runs: { ...runs, ...Object.fromEntries(held.runs.map((editorRun) => [editorRun.key, editorRun])) },
    results: { ...results, [documentId]: held.runs.map(({ key }) => key) },
    shown: { ...shown, [documentId]: held.shown },
  }))
}

/** Longer statements are not stored for reloads: the browser's room is for drafts. */
const longestKept = 50_000

export function keptResults(
  documentIds: readonly string[],
): Pick<Layout, 'results' | 'shown' | 'waiting' | 'scripts' | 'stopped'> {
  const { shown, waiting, scripts, stopped } = useRuns.getState()
  const kept = documentIds.map((id): [string, KeptResult[]] => [
    id,
    runsOf(id).flatMap(({ runId, sql, key, number, name, start, whole, chained, script }) => {
      const result = { key, number, name, start, whole, chained, script }
      return runId ? [{ ...result, queryId: runId, sql: sql.length > longestKept ? '' : sql }] : []
    }),
  ])
  return { results: Object.fromEntries(kept), shown, waiting, scripts, stopped }
}

/** A failed call as the run's problem. */
export function refusalOf(error: unknown): ToldProblem {
  const { code, message, data, literal } = failureOf(error)
  const place = (data ?? {}) as Partial<Record<'line' | 'column' | 'length', unknown>>
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
  return {
    code,
    message,
    line: numberOf(place.line),
    column: numberOf(place.column),
    length: numberOf(place.length),
    near: '',
    literal,
  }
}
