// The target of a command: the selection, the statement at the cursor, every statement.
import type { editor } from 'monaco-editor'
import { tokenize } from '#shared/sql/tokens.ts'
import { documentOf } from './models.ts'
import type { SqlTarget } from './types.ts'

/** Whether the selection contains more than blanks. */
export function hasSelection(view: editor.IStandaloneCodeEditor): boolean {
  const selection = view.getSelection()
  const model = view.getModel()
  if (!selection || !model || selection.isEmpty()) return false
  return !/^[\s;]*$/.test(model.getValueInRange(selection))
}

/** The selection without blanks and semicolons at its ends. */
export function selectedTarget(view: editor.IStandaloneCodeEditor): SqlTarget | null {
  const selection = view.getSelection()
  const model = view.getModel()
  if (!selection || !model || !hasSelection(view)) return null
  const whole = model.getValueInRange(selection)
  const sql = whole.replace(/^[\s;]+/, '').replace(/[\s;]+$/, '')
  // A line comment at the end extends to the line's end, so nothing after it was cut off.
  const start =
    model.getOffsetAt(selection.getStartPosition()) + (whole.length - whole.replace(/^[\s;]+/, '').length)
  return saysSomething(sql) ? { sql, start, end: start + sql.length } : null
}

const saysSomething = (sql: string): boolean =>
  tokenize(sql).some(({ kind }) => kind !== 'space' && kind !== 'comment')

export function targetOf(view: editor.IStandaloneCodeEditor): SqlTarget | null {
  const selected = selectedTarget(view)
  if (selected) return selected
  const model = view.getModel()
  const position = view.getPosition()
  if (!model || !position) return null
  const found = documentOf(model)?.statements().at(model.getOffsetAt(position))
  return found ? { sql: model.getValue().slice(found.start, found.end), ...found } : null
}

export function allTargets(view: editor.IStandaloneCodeEditor): SqlTarget[] {
  const model = view.getModel()
  const index = model ? documentOf(model)?.statements() : undefined
  if (!model || !index) return []
  const text = model.getValue()
  return index.statements().map(({ start, end }) => ({ sql: text.slice(start, end), start, end }))
}
