// Marks of what is surely wrong, while one types: when the hands rest, each statement read once as long as it stays.
import type { editor } from 'monaco-editor'
import { readStatement } from './completion/complete.ts'
import { type Doubt, doubtsOf } from './completion/doubts.ts'
import { documentOf } from './models.ts'
import { monaco } from './monaco.ts'
import { presentCatalog } from './providers.ts'
import type { SqlCatalog } from './types.ts'

const owner = 'sql-typing'
const restMs = 400
/** Beyond them nothing is marked: reading would be felt. */
const longestText = 200_000
const longestStatement = 20_000
const mostKept = 200

/** Follows text, cursor and catalog until disposed. */
export function markTyping(view: editor.IStandaloneCodeEditor): { dispose: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let kept = new Map<string, Doubt[]>()
  let read: SqlCatalog | undefined
  const doubts = (sql: string, catalog: SqlCatalog): Doubt[] => {
    if (read !== catalog || kept.size > mostKept) kept = new Map()
    read = catalog
    const known = kept.get(sql) ?? doubtsOf(readStatement(sql, 0, sql.length, catalog), catalog)
    kept.set(sql, known)
    return known
  }
  const mark = (): void => {
    const model = view.getModel()
    const position = view.getPosition()
    const index = model && documentOf(model)?.statements()
    if (!model || !position || !index) return
    const text = model.getValueLength() > longestText ? '' : model.getValue()
    const cursor = view.hasTextFocus() ? model.getOffsetAt(position) : -1
    const found = text === '' ? [] : index.statements()
    const markers = found.flatMap(({ start, end }) =>
      end - start > longestStatement
        ? []
        : doubts(text.slice(start, end), presentCatalog())
            // The word that is being typed is not done.
            .filter((doubt) => cursor < start + doubt.start || cursor > start + doubt.end)
            .map((doubt) => markerOf(model, start, doubt)),
    )
    monaco.editor.setModelMarkers(model, owner, markers)
  }
  const follow = (): void => {
    clearTimeout(timer)
    timer = setTimeout(mark, restMs)
  }
  const listeners = [
    view.onDidChangeModelContent(follow),
    view.onDidChangeCursorPosition(follow),
    view.onDidChangeModel(follow),
    view.onDidBlurEditorText(follow),
  ]
  follow()
  return {
    dispose: () => {
      clearTimeout(timer)
      for (const listener of listeners) listener.dispose()
    },
  }
}

function markerOf(
  model: editor.ITextModel,
  start: number,
  { start: from, end: to, message, isUnused = false }: Doubt,
): editor.IMarkerData {
  const first = model.getPositionAt(start + from)
  const last = model.getPositionAt(start + to)
  return {
    startLineNumber: first.lineNumber,
    startColumn: first.column,
    endLineNumber: last.lineNumber,
    endColumn: last.column,
    message,
    severity: isUnused ? monaco.MarkerSeverity.Hint : monaco.MarkerSeverity.Warning,
    ...(isUnused && { tags: [monaco.MarkerTag.Unnecessary] }),
  }
}
