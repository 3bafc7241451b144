// The editor as commands reach it. Until Monaco is loaded, the plain text is used.
import { statementAt, statementsOf } from '#shared/sql/statements.ts'
import type { SqlEditorHandle, SqlTarget } from '#web/editor/types.ts'
import { activeDocument } from './documents/store.ts'

let handle: SqlEditorHandle | null = null

export const provideEditor = (given: SqlEditorHandle | null): void => {
  handle = given
}

export const editor = (): SqlEditorHandle | null => handle

/** The selection, else the statement at the cursor. */
export function presentTarget(): SqlTarget | null {
  if (handle) return handle.target()
  const text = activeDocument()?.text ?? ''
  const place = statementAt(text, 0)
  return place && { sql: text.slice(place.start, place.end), ...place }
}

export function allTargets(): SqlTarget[] {
  if (handle) return handle.all()
  const text = activeDocument()?.text ?? ''
  return statementsOf(text).map(({ start, end }) => ({ sql: text.slice(start, end), start, end }))
}
