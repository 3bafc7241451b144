// The editor itself: one Monaco instance that shows one document at a time.
import { Editor } from '@monaco-editor/react'
import type { editor } from 'monaco-editor'
import { useEffect, useMemo, useRef, useState } from 'react'
import { followBrackets } from './brackets.ts'
import { useDark } from './dark.ts'
import { followNames } from './following.ts'
import { handleOf } from './handle.ts'
import { addKeys } from './keys.ts'
import { provideShowTable } from './knowing.ts'
import './longTexts.ts'
import { isFocusFree } from '../ui/focus/focusTrail.ts'
import { type OpenDocument, openDocument } from './models.ts'
import './monaco.ts'
import { writerOptions } from './options.ts'
import { drawOutline } from './outline.ts'
import { provideCatalog } from './providers.ts'
import { themeName } from './themes.ts'
import type { SqlEditorProps } from './types.ts'
import { markTyping } from './typing.ts'

const noProblems: never[] = []

export function SqlEditorView(props: SqlEditorProps) {
  const { documentId, text, catalog, problems = noProblems, label, readOnly = false } = props
  const [view, setView] = useState<editor.IStandaloneCodeEditor | null>(null)
  const shown = useRef<OpenDocument | null>(null)
  /** Whether the text had the focus until its document went. */
  const isWanted = useRef(false)
  const latest = useRef(props)
  latest.current = props
  const dark = useDark()
  const options = useMemo(
    () => ({
      ...writerOptions,
      readOnly,
      ariaLabel: `${label}，SQL 编辑器。按 Ctrl+M 切换 Tab 键：输入缩进或离开编辑器`,
    }),
    [label, readOnly],
  )

  useEffect(() => {
    if (!view) return
    addKeys(view)
    const outline = drawOutline(view)
    const names = followNames(view)
    const typing = markTyping(view)
    const brackets = followBrackets(view)
    const moved = view.onDidChangeCursorPosition(({ position }) =>
      latest.current.onCursor?.({ line: position.lineNumber, column: position.column }),
    )
    const entered = view.onDidFocusEditorText(() => {
      isWanted.current = true
    })
    const left = view.onDidBlurEditorText(() => {
      shown.current?.reports.flush()
      // A document that is closed takes the focus along; the next one gets it.
      isWanted.current = view.getModel() === null || shown.current?.model.isDisposed() === true
    })
    return () => {
      leave(view, shown.current)
      shown.current = null
      latest.current.onReady?.(null)
      moved.dispose()
      entered.dispose()
      left.dispose()
      outline.dispose()
      names.dispose()
      typing.dispose()
      brackets.dispose()
    }
  }, [view])

  // Only the first text initializes the model; the effect below applies later ones.
  const first = useRef(text)
  first.current = text
  useEffect(() => {
    if (!view) return
    const opened = openDocument(documentId, first.current)
    shown.current = opened
    opened.reports.listen((changed) => latest.current.onChange(changed))
    view.setModel(opened.model)
    if (opened.viewState) view.restoreViewState(opened.viewState)
    if (isWanted.current && isFocusFree()) view.focus()
    return () => leave(view, opened)
  }, [view, documentId])

  // Also runs after each change of document, so that a text set while hidden is applied.
  useEffect(() => {
    if (view && documentId) shown.current?.reports.adopt(text)
  }, [view, documentId, text])

  useEffect(() => {
    if (view && documentId) shown.current?.problems.show(problems)
  }, [view, documentId, problems])

  useEffect(() => provideCatalog(catalog), [catalog])

  useEffect(() => provideShowTable((table) => latest.current.onTable?.(table)), [])

  useEffect(() => {
    if (view) latest.current.onReady?.(handleOf(view))
  }, [view])

  return (
    <Editor
      wrapperProps={host}
      theme={themeName(dark)}
      options={options}
      loading={null}
      // We own the documents: they outlive the editor, each with its undo history and cursor.
      keepCurrentModel
      saveViewState={false}
      onMount={(created) => {
        created.getModel()?.dispose()
        setView(created)
      }}
    />
  )
}

const host = { className: 'sql-editor-host' }

function leave(created: editor.IStandaloneCodeEditor, opened: OpenDocument | null): void {
  if (!opened || opened.model.isDisposed() || created.getModel() !== opened.model) return
  opened.reports.flush()
  opened.viewState = created.saveViewState()
}
