// A script: statements of a document run one after another. Where one fails, the others wait for the reader.
import { statementsOf } from '#shared/sql/statements.ts'
import type { StoppedScript, WaitingStatement } from '../documents/layout.ts'
import { documentOf } from '../documents/store.ts'
import { startIn } from './places.ts'
import { type EditorRun, useRuns } from './store.ts'

type Statement = WaitingStatement

/** `former`: the script that goes on. Another one leaves where the document's last script stopped. */
export function beginScript(
  documentId: string,
  statements: readonly Statement[],
  former?: Pick<StoppedScript, 'script' | 'total'>,
): void {
  const { script, total } = former ?? { script: crypto.randomUUID(), total: statements.length }
  if (!former) leaveStopped(documentId)
  useRuns.setState(({ waiting, scripts }) => ({
    waiting: { ...waiting, [documentId]: statements.slice(1) },
    scripts: { ...scripts, [documentId]: { script, total } },
  }))
}

export const setWaiting = (documentId: string, statements: readonly Statement[]): void =>
  useRuns.setState(({ waiting }) => ({ waiting: { ...waiting, [documentId]: [...statements] } }))

export const scriptOf = (documentId: string): string | null =>
  useRuns.getState().scripts[documentId]?.script ?? null

/** The statements that wait behind the run keep, for the reader to go on with. */
export function stopScript({ key, documentId, sql, start }: EditorRun, rest: readonly Statement[]): void {
  setWaiting(documentId, [])
  const known = useRuns.getState().scripts[documentId]
  const text = documentOf(documentId)?.text
  if (!known || text === undefined || rest.length === 0) return
  const places = statementsOf(text)
  const here = startIn(text, { sql, start }) ?? start
  const ordinal = Math.max(
    0,
    places.findLastIndex((place) => place.start <= here),
  )
  const stopped = { ...known, key, failed: { sql, start }, rest: [...rest], ordinal, count: places.length }
  useRuns.setState((state) => ({ stopped: { ...state.stopped, [documentId]: stopped } }))
}

export function leaveStopped(documentId: string): void {
  useRuns.setState(({ stopped: { [documentId]: _, ...stopped } }) => ({ stopped }))
}

/** Whether the text is still that script: another text leaves nothing to go on with. */
export const isInText = (text: string, stopped: StoppedScript | undefined): boolean =>
  stopped !== undefined && [stopped.failed, ...stopped.rest].some((one) => startIn(text, one) !== null)

/** Where the statement, mended or not, is the one that stopped the script: the failed run. */
export function stoppedAt(documentId: string, start: number): EditorRun | undefined {
  const { stopped, runs } = useRuns.getState()
  const mine = stopped[documentId]
  const text = documentOf(documentId)?.text
  if (!mine || text === undefined) return undefined
  const [first] = statementsLeft(text, mine, 'failed')
  const isHere = first !== undefined && first.start <= start && start < first.start + first.sql.length
  return isHere ? runs[mine.key] : undefined
}

/** The statement runs again. */
export function stopAt({ documentId, key }: EditorRun): void {
  useRuns.setState(({ stopped }) => {
    const mine = stopped[documentId]
    return mine ? { stopped: { ...stopped, [documentId]: { ...mine, key } } } : {}
  })
}

/**
 * The statements to go on with, as the text has them now: the failed one will have been mended, perhaps into
 * several. `failed`: from it on, else behind it.
 */
export function statementsLeft(text: string, stopped: StoppedScript, from: 'failed' | 'next'): Statement[] {
  const { failed, rest, ordinal, count } = stopped
  const present = statementsOf(text).map(({ start, end }) => ({ sql: text.slice(start, end), start }))
  const indexOf = (statement: Statement | undefined) => {
    const start = statement ? startIn(text, statement) : null
    return start === null ? -1 : present.findIndex((one) => one.start === start)
  }
  const isUnchanged = present.length === count
  const found = isUnchanged ? -1 : indexOf(failed)
  const first = found >= 0 ? found : Math.min(ordinal, present.length)
  const following = isUnchanged ? first + 1 : indexOf(rest[0])
  const next = following > first ? following : first + 1
  return present.slice(from === 'failed' ? first : next, next + rest.length)
}
