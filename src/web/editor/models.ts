// The documents that are open: each its model with its undo history, its statements, and where one last stood in it.
import type { editor } from 'monaco-editor'
import { createStatementIndex, type StatementIndex } from '#shared/sql/statements.ts'
import { provideDispose } from './documents.ts'
import { languageId } from './language.ts'
import { monaco } from './monaco.ts'
import { createProblems, type Problems } from './problems.ts'
import { createReports, type Reports } from './reports.ts'

export interface OpenDocument {
  model: editor.ITextModel
  /** Of the model's text as it is now. */
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
  // Brackets in colours of the rainbow say nothing here. The editor's own option counts for other models only.
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

/** What a model's document is; undefined for a model of somebody else's. */
export function documentOf(model: editor.ITextModel): OpenDocument | undefined {
  return byModel.get(model)
}

/** Read again only when asked for after a change. */
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
