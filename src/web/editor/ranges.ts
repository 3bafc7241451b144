// Places of a text, by offset and by line.
import type { editor, IRange } from 'monaco-editor'

export function rangeOf(model: editor.ITextModel, start: number, end: number): IRange {
  const from = model.getPositionAt(start)
  const to = model.getPositionAt(end)
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  }
}
