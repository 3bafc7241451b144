// Marks the last run's errors in the text: the marks move with edits and disappear when their statement is
// edited.
import type { editor, IRange } from 'monaco-editor'
import type { StatementIndex } from '#shared/sql/statements.ts'
import { monaco } from './monaco.ts'
import { rangeOf } from './ranges.ts'
import type { EditorProblem } from './types.ts'

/** Marker owner of a run's errors. */
export const runOwner = 'sql-run'

export interface Problems {
  /** The same list again changes nothing. */
  show(problems: readonly EditorProblem[]): void
  dispose(): void
}

interface Shown {
  message: string
  /** Decorations that follow edits: the error's position, and its statement. */
  place: string
  statement: string
}

export function createProblems(model: editor.ITextModel, statements: () => StatementIndex): Problems {
  let given: readonly EditorProblem[] = []
  let shown: Shown[] = []

  const forget = (problem: Shown): void => {
    model.deltaDecorations([problem.place, problem.statement], [])
  }
  const mark = (): void => {
    monaco.editor.setModelMarkers(
      model,
      runOwner,
      shown.flatMap(({ message, place }) => {
        const range = model.getDecorationRange(place)
        return range ? [{ ...range, message, severity: monaco.MarkerSeverity.Error }] : []
      }),
    )
  }
  const changed = model.onDidChangeContent(({ changes }) => {
    if (shown.length === 0) return
    shown = shown.filter((problem) => {
      const statement = model.getDecorationRange(problem.statement)
      const isEdited = !statement || changes.some((change) => touches(model, statement, change))
      if (isEdited) forget(problem)
      return !isEdited
    })
    mark()
  })

  return {
    show: (problems) => {
      if (problems === given) return
      given = problems
      shown.forEach(forget)
      shown = problems.map((problem) => {
        const range = placeOf(model, problem)
        const at = statements().at(
          model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn }),
        )
        const whole = at ? rangeOf(model, at.start, at.end) : range
        const [place, statement] = model.deltaDecorations(
          [],
          [
            { range, options: { stickiness: 1 } },
            { range: whole, options: { stickiness: 0 } },
          ],
        ) as [string, string]
        return { message: problem.message, place, statement }
      })
      mark()
    },
    dispose: () => changed.dispose(),
  }
}

/** Whether an edit (in positions before it) touches the statement. */
function touches(model: editor.ITextModel, statement: IRange, change: editor.IModelContentChange): boolean {
  const start = model.getOffsetAt({
    lineNumber: statement.startLineNumber,
    column: statement.startColumn,
  })
  const end = model.getOffsetAt({ lineNumber: statement.endLineNumber, column: statement.endColumn })
  const from = change.rangeOffset
  return from <= end && from + change.text.length >= start
}

/**
 * Never empty: without a length the word at the position, else a character; at a line's end the preceding
 * one.
 */
function placeOf(model: editor.ITextModel, { line, column, length }: EditorProblem): IRange {
  const position = model.validatePosition({ lineNumber: line, column })
  const start = model.getOffsetAt(position)
  if (length) return rangeOf(model, start, Math.min(start + length, model.getValueLength()))
  const word = model.getWordAtPosition(position)
  const { lineNumber } = position
  if (word && word.startColumn <= position.column) {
    return {
      startLineNumber: lineNumber,
      startColumn: word.startColumn,
      endLineNumber: lineNumber,
      endColumn: word.endColumn,
    }
  }
  const last = model.getLineMaxColumn(lineNumber)
  const from = Math.max(Math.min(position.column, last - 1), 1)
  return { startLineNumber: lineNumber, startColumn: from, endLineNumber: lineNumber, endColumn: from + 1 }
}
