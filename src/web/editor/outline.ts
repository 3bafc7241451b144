// The outline of the statement that runs next. In large texts drawn when typing pauses, else at once.
import type { editor, IRange } from 'monaco-editor'
import { documentOf } from './models.ts'
import { rangeOf } from './ranges.ts'
import { hasSelection } from './target.ts'

const largeText = 200_000
const restMs = 120

/** Follows cursor and text until disposed. */
export function drawOutline(view: editor.IStandaloneCodeEditor): { dispose: () => void } {
  const decorations = view.createDecorationsCollection()
  let timer: ReturnType<typeof setTimeout> | undefined
  let waits = false
  let over = false
  const draw = (): void => {
    timer = undefined
    waits = false
    if (over) return
    const model = view.getModel()
    const range = model && !hasSelection(view) ? currentRange(view, model) : null
    decorations.set(range && model ? boxOf(model, range) : [])
  }
  const follow = (): void => {
    clearTimeout(timer)
    const large = (view.getModel()?.getValueLength() ?? 0) > largeText
    if (large) timer = setTimeout(draw, restMs)
    // Monaco applies a text inserted at once (by an input method) character by character, which would nest
    // the drawing.
    else if (!waits) {
      waits = true
      queueMicrotask(draw)
    }
  }
  const listeners = [
    view.onDidChangeCursorSelection(follow),
    view.onDidChangeModelContent(follow),
    view.onDidChangeModel(follow),
  ]
  follow()
  return {
    dispose: () => {
      over = true
      clearTimeout(timer)
      for (const listener of listeners) listener.dispose()
    },
  }
}

function currentRange(view: editor.IStandaloneCodeEditor, model: editor.ITextModel): IRange | null {
  const position = view.getPosition()
  const index = documentOf(model)?.statements()
  if (!position || !index) return null
  const found = index.at(model.getOffsetAt(position))
  return found ? rangeOf(model, found.start, found.end) : null
}

const lineOf = (lineNumber: number, className: string): editor.IModelDeltaDecoration => ({
  range: { startLineNumber: lineNumber, startColumn: 1, endLineNumber: lineNumber, endColumn: 1 },
  options: {
    isWholeLine: true,
    className,
    linesDecorationsClassName: className.replace(/sql-current/g, 'sql-edge'),
  },
})

/** Whole lines; a statement that shares its line is framed alone. */
function boxOf(model: editor.ITextModel, range: IRange): editor.IModelDeltaDecoration[] {
  const { startLineNumber: first, endLineNumber: last } = range
  if (first === last) {
    const line = model.getLineContent(first)
    const around = line.slice(0, range.startColumn - 1) + line.slice(range.endColumn - 1)
    if (/[^\s;]/.test(around.replace(/--.*$/, ''))) {
      return [{ range, options: { className: 'sql-current sql-current-alone' } }]
    }
    return [lineOf(first, 'sql-current sql-current-first sql-current-last')]
  }
  const middle: editor.IModelDeltaDecoration[] =
    last - first < 2
      ? []
      : [
          {
            range: { startLineNumber: first + 1, startColumn: 1, endLineNumber: last - 1, endColumn: 1 },
            options: {
              isWholeLine: true,
              className: 'sql-current',
              linesDecorationsClassName: 'sql-edge',
            },
          },
        ]
  return [
    lineOf(first, 'sql-current sql-current-first'),
    ...middle,
    lineOf(last, 'sql-current sql-current-last'),
  ]
}
