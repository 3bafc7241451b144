// The position of a failed statement's error in the whole text.
import type { EditorPlace, EditorProblem } from '#web/editor/types.ts'
import { type EditorRun, isOver, problemOf, runsOf } from './store.ts'

/** Line and column, from 1, of an offset. */
export function placeAt(text: string, offset: number): EditorPlace {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}

/**
 * The statement's present position: where it was, or where its text moved; null once it was changed. A whole
 * statement is changed, too, where its text goes on, or other text begins it.
 */
export function startIn(
  text: string,
  { sql, start, whole = false }: Pick<EditorRun, 'sql' | 'start'> & { whole?: boolean },
): number | null {
  if (sql === '') return null
  const isHere = (at: number) => !whole || (beginsAt(text, at) && endsAt(text, at + sql.length))
  if (text.startsWith(sql, start) && isHere(start)) return start
  for (let at = text.indexOf(sql); at >= 0; at = text.indexOf(sql, at + 1)) if (isHere(at)) return at
  return null
}

/** Whether a statement begins there: nothing precedes it but a semicolon or comments. */
export const beginsAt = (text: string, at: number): boolean => {
  const before = text.slice(0, at)
  const rest = before.trimEnd()
  if (rest === '' || rest.endsWith(';') || rest.endsWith('*/')) return true
  return before.slice(rest.length).includes('\n') && rest.slice(rest.lastIndexOf('\n') + 1).includes('--')
}

/** Whether a statement ends there: nothing follows, or its semicolon. */
export const endsAt = (text: string, at: number): boolean => {
  const rest = text.slice(at).trimStart()
  return rest === '' || rest.startsWith(';') || rest.startsWith('--') || rest.startsWith('/*')
}

/** The run's error as a mark in the text; null where it has no position, or the statement has changed. */
export function problemIn(text: string, run: EditorRun): EditorProblem | null {
  const problem = problemOf(run)
  const start = problem?.line == null ? null : startIn(text, run)
  if (!problem || problem.line === null || start === null) return null
  const origin = placeAt(text, start)
  const column = problem.column ?? 1
  return {
    line: origin.line + problem.line - 1,
    column: problem.line === 1 ? origin.column + column - 1 : column,
    length: problem.length,
    message: problem.message,
  }
}

/**
 * Errors of the document's runs: a later run of the same range replaces an earlier one; canceled runs have
 * none.
 */
export function problemsIn(documentId: string, text: string): EditorProblem[] {
  const told: { start: number; end: number; problem: EditorProblem | null }[] = []
  for (const run of runsOf(documentId)) {
    const start = isOver(run) && run.run?.status !== 'canceled' ? startIn(text, run) : null
    if (start === null) continue
    const end = start + run.sql.length
    const others = told.filter((one) => one.end <= start || end <= one.start)
    told.splice(0, told.length, ...others, { start, end, problem: problemIn(text, run) })
  }
  return told.flatMap(({ problem }) => problem ?? [])
}
