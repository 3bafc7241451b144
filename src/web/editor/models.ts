// The open documents: each a model with its undo history, its statements, and the last cursor.
import type { editor } from 'monaco-editor'
import { createStatementIndex, type StatementIndex } from '#shared/sql/statements.ts'
import { provideDispose } from './documents.ts'
import { languageId } from './language.ts'
import { monaco } from './monaco.ts'
import { createProblems, type Problems } from './problems.ts'
import { createReports, type Reports } from './reports.ts'

export interface OpenDocument {
  model: editor.ITextModel
  /** Statements of the model's present text. */
  statements: () => StatementIndex
  problems: Problems
  reports: Reports
  viewState: editor.ICodeEditorViewState | null
}

const documents = new Map<string, OpenDocument>()
const byModel = new WeakMap<editor.ITextModel, OpenDocument>()

export function openDocument(documentId: string, text: string): OpenDocument {
  const known = documents.get(documentId)
  if (known) return known
  const model = monaco.editor.createModel(text, languageId)
  model.setEOL(monaco.editor.EndOfLineSequence.LF)
  // Rainbow brackets mean nothing here. The editor's own option only applies to other models.
  model.updateOptions({
    tabSize: 2,
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  })
  const statements = followStatements(model)
  const opened: OpenDocument = {
    model,
    statements,
    problems: createProblems(model, statements),
    reports: createReports(model, text),
    viewState: null,
  }
  documents.set(documentId, opened)
  byModel.set(model, opened)
  return opened
}

/** The document of a model; undefined for foreign models. */
export function documentOf(model: editor.ITextModel): OpenDocument | undefined {
  return byModel.get(model)
}

/** Parsed again only on demand after a change. */
function followStatements(model: editor.ITextModel): () => StatementIndex {
  const index = createStatementIndex()
  let version = -1
  return () => {
    if (version !== model.getVersionId()) {
      version = model.getVersionId()
      index.update(model.getValue())
    }
    return index
  }
}

provideDispose((documentId) => {
  const opened = documents.get(documentId)
  if (!opened) return
  documents.delete(documentId)
  opened.reports.dispose()
  opened.problems.dispose()
  opened.model.dispose()
})
