// Marks certain errors, and syntax with another meaning elsewhere, while typing: when typing pauses; each
// unchanged statement is parsed once.
import type { editor } from 'monaco-editor'
import { type OtherMeaning, otherMeanings } from '#shared/sql/dialect/meanings.ts'
import { readStatement } from './completion/complete.ts'
import { type Doubt, doubtsOf } from './completion/doubts.ts'
import { isClickHouse } from './dialect.ts'
import { documentOf } from './models.ts'
import { monaco } from './monaco.ts'
import { presentCatalog } from './providers.ts'
import type { SqlCatalog } from './types.ts'

const owner = 'sql-typing'
const restMs = 400
/** Longer texts are not marked: parsing would be noticeable. */
const longestText = 200_000
const longestStatement = 20_000
const mostKept = 200
const mostMeanings = 20

type Mark = Doubt | OtherMeaning

/** Follows text, cursor and catalog until disposed. */
export function markTyping(view: editor.IStandaloneCodeEditor): { dispose: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let kept = new Map<string, Mark[]>()
  let read: SqlCatalog | undefined
  const marks = (sql: string, catalog: SqlCatalog): Mark[] => {
    if (read !== catalog || kept.size > mostKept) kept = new Map()
    read = catalog
    const known = kept.get(sql) ?? [
      ...doubtsOf(readStatement(sql, 0, sql.length, catalog), catalog),
      // They tell of DuckDB's meaning.
      ...(isClickHouse(catalog) ? [] : meaningsOf(sql)),
    ]
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
        : marks(text.slice(start, end), presentCatalog())
            // The word being typed is incomplete.
            .filter((one) => cursor < start + one.start || cursor > start + one.end)
            .map((one) => markerOf(model, start, one)),
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

/** Sorted by how many figures they change. */
function meaningsOf(sql: string): OtherMeaning[] {
  const found = otherMeanings(sql)
  const slight = found.filter(({ isSlight }) => isSlight)
  return [...found.filter(({ isSlight }) => !isSlight), ...slight].slice(0, mostMeanings)
}

function markerOf(model: editor.ITextModel, start: number, mark: Mark): editor.IMarkerData {
  const { start: from, end: to, message } = mark
  const isUnused = 'isUnused' in mark && mark.isUnused === true
  const isSlight = 'isSlight' in mark && mark.isSlight === true
  // The meaning here may be the intended one.
  const isTold = 'own' in mark && mark.own !== null
  const first = model.getPositionAt(start + from)
  const last = model.getPositionAt(start + to)
  return {
    startLineNumber: first.lineNumber,
    startColumn: first.column,
    endLineNumber: last.lineNumber,
    endColumn: last.column,
    message,
    severity: monaco.MarkerSeverity[isUnused || isSlight ? 'Hint' : isTold ? 'Info' : 'Warning'],
    ...(isUnused && { tags: [monaco.MarkerTag.Unnecessary] }),
  }
}
