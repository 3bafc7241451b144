// The editor itself: one Monaco that shows one document after another.

import type { editor } from 'monaco-editor'
import { useEffect, useRef } from 'react'
import { useDark } from './dark.ts'
import { handleOf } from './handle.ts'
import { addKeys } from './keys.ts'
import './longTexts.ts'
import { type OpenDocument, openDocument } from './models.ts'
import { monaco } from './monaco.ts'
import { writerOptions } from './options.ts'
import { drawOutline } from './outline.ts'
import { provideCatalog } from './providers.ts'
import { themeName } from './themes.ts'
import type { SqlEditorProps } from './types.ts'

const noProblems: never[] = []

export function SqlEditorView(props: SqlEditorProps) {
  const { documentId, text, catalog, problems = noProblems, label, readOnly = false } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<editor.IStandaloneCodeEditor | null>(null)
  const shown = useRef<OpenDocument | null>(null)
  const latest = useRef(props)
  latest.current = props
  const dark = useDark()

  useEffect(() => {
    if (!host.current) return
    const created = monaco.editor.create(host.current, { ...writerOptions, model: null })
    view.current = created
    addKeys(created)
    const outline = drawOutline(created)
    const moved = created.onDidChangeCursorPosition(({ position }) =>
      latest.current.onCursor?.({ line: position.lineNumber, column: position.column }),
    )
    const left = created.onDidBlurEditorText(() => shown.current?.reports.flush())
    return () => {
      leave(created, shown.current)
      shown.current = null
      latest.current.onReady?.(null)
      moved.dispose()
      left.dispose()
      outline.dispose()
      created.dispose()
      view.current = null
    }
  }, [])

  useEffect(() => {
    monaco.editor.setTheme(themeName(dark))
  }, [dark])

  useEffect(() => {
    view.current?.updateOptions({
      readOnly,
      ariaLabel: `${label}，SQL 编辑器。按 Ctrl+M 切换 Tab 键：输入缩进或离开编辑器`,
    })
  }, [label, readOnly])

  // The first text is the model's; later ones are taken by the effect below.
  const first = useRef(text)
  first.current = text
  useEffect(() => {
    const created = view.current
    if (!created) return
    const opened = openDocument(documentId, first.current)
    shown.current = opened
    opened.reports.listen((changed) => latest.current.onChange(changed))
    created.setModel(opened.model)
    if (opened.viewState) created.restoreViewState(opened.viewState)
    return () => leave(created, opened)
  }, [documentId])

  // Asked after each change of document as well, so that a text set while it was hidden comes in.
  useEffect(() => {
    if (documentId) shown.current?.reports.adopt(text)
  }, [documentId, text])

  useEffect(() => {
    if (documentId) shown.current?.problems.show(problems)
  }, [documentId, problems])

  useEffect(() => provideCatalog(catalog), [catalog])

  useEffect(() => {
    if (view.current) latest.current.onReady?.(handleOf(view.current))
  }, [])

  return <div ref={host} className="sql-editor-host" />
}

function leave(created: editor.IStandaloneCodeEditor, opened: OpenDocument | null): void {
  if (!opened || opened.model.isDisposed() || created.getModel() !== opened.model) return
  opened.reports.flush()
  opened.viewState = created.saveViewState()
}
