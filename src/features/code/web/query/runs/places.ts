// Where a failed statement's error stands in the whole text.
import type { EditorPlace, EditorProblem } from '../../../../../web/editor/types.ts'
import { type DeskRun, isOver, problemOf, runsOf } from './store.ts'

/** Line and column, from 1, of an offset. */
export function placeAt(text: string, offset: number): EditorPlace {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}

/** Where the statement stands now: where it was, or wherever its text was moved to; null once it was changed. */
function startIn(text: string, { sql, start }: Pick<DeskRun, 'sql' | 'start'>): number | null {
  if (sql === '') return null
  if (text.startsWith(sql, start)) return start
  const found = text.indexOf(sql)
  return found < 0 ? null : found
}

/** The run's failure as a mark in the text; null where it has no place, or the statement is another one now. */
export function problemIn(text: string, run: DeskRun): EditorProblem | null {
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

/** Of the document's last run of each statement: a later, better one takes the mark away. */
export function problemsIn(documentId: string, text: string): EditorProblem[] {
  const last = new Map<number | string, DeskRun>()
  for (const run of runsOf(documentId)) if (isOver(run)) last.set(run.sql || run.key, run)
  const latest = [...last.values()].at(-1)
  const problem = latest && problemIn(text, latest)
  return problem ? [problem] : []
}
