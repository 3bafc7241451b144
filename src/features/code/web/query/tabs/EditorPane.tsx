// The active text, with marks of its last failure and, where two windows changed it, the choice between both.

import { Button, Callout } from '@blueprintjs/core'
import { type DragEvent, type MouseEvent, useMemo } from 'react'
import { SqlEditor } from '#web/editor/SqlEditor.tsx'
import type { DefinedTable, SqlEditorHandle } from '#web/editor/types.ts'
import { isFocusFree } from '#web/ui/focus/focusTrail.ts'
import { ContextArea } from '#web/ui/menus/ContextArea.tsx'
import { MissingPlace } from '#web/ui/missing/MissingPlace.tsx'
import { useMissing } from '#web/ui/missing/notes.ts'
import { isNarrow } from '#web/ui/useNarrow.ts'
import { loadCatalog, loadTemporary, useCatalog, useSqlCatalog } from '../catalog.ts'
import { changeDocument } from '../documents/actions.ts'
import { settleConflict } from '../documents/drafts.ts'
import { useActiveDocument, useDocuments } from '../documents/store.ts'
import { editor, provideEditor } from '../editing.ts'
import { problemsIn } from '../runs/places.ts'
import { useRuns } from '../runs/store.ts'
import { loadSnippets, useSnippets } from '../snippets/store.ts'
import { openDialog, setFind, setFolded, setOpen, setTab, useView } from '../view.ts'
import { EditorMenu } from './EditorMenu.tsx'
import { EmptyOffer } from './EmptyOffer.tsx'

/** Monaco is loaded: unless the focus is elsewhere, it goes to the text, at the last cursor position. */
function ready(handle: SqlEditorHandle | null): void {
  provideEditor(handle)
  const elsewhere = !isFocusFree()
  // A phone would cover half the page with its keyboard.
  if (!handle || elsewhere || isNarrow(640)) return
  handle.reveal(useDocuments.getState().cursor)
}

/** Opened by key, the menu hangs below the text's upper edge. */
function pointAt({ clientX, clientY, button, currentTarget }: MouseEvent): Element | null {
  if (button !== 2) return currentTarget
  editor()?.pointAt(clientX, clientY)
  return null
}

/** A name dragged from the side is inserted at the drop position. */
function drop(event: DragEvent): void {
  const name = event.dataTransfer.getData('application/x-sql-name')
  if (!name) return
  event.preventDefault()
  event.stopPropagation()
  editor()?.insert(name)
}

/** Shows a table of the text in the side list, with its columns. */
function showTable({ schema, name }: DefinedTable): void {
  const tab = schema === 'main' ? 'tables' : 'temporary'
  setTab(tab)
  setFind(tab, name)
  const own = useCatalog.getState().temporary.find((table) => table.name === name)
  setOpen(tab === 'tables' ? `t:${name}` : `m:${own?.id ?? ''}`, true)
  if (isNarrow()) useView.setState({ drawer: true })
  else setFolded(false)
}

/**
 * What completion lacks. The side shows tables too, but may be folded, show another list, or an older state.
 */
function Uncompleted() {
  const { failure, functionsFailure, temporaryFailure, dictionariesFailure } = useCatalog()
  const snippetsFailure = useSnippets((state) => state.failure)
  const tables = () => void loadCatalog()
  useMissing('表读取失败，暂时不能补全', failure, tables)
  useMissing('函数读取失败，暂时不能补全', functionsFailure, tables)
  useMissing('字典读取失败，暂时不能补全', dictionariesFailure, tables)
  useMissing('临时表读取失败，暂时不能补全', temporaryFailure, () => void loadTemporary())
  useMissing('代码片段读取失败，暂时不能补全', snippetsFailure, () => void loadSnippets())
  return null
}

export function EditorPane() {
  const document = useActiveDocument()
  const conflict = useDocuments((state) => state.conflicts[state.active])
  const catalog = useSqlCatalog()
  const runs = useRuns((state) => state.runs)
  const id = document?.id ?? ''
  const text = document?.text ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: `runs` is what the marks are made of.
  const problems = useMemo(() => problemsIn(id, text), [id, text, runs])
  if (!document) return null
  return (
    <MissingPlace>
      <Uncompleted />
      {conflict && (
        <Callout className="sql-conflict" intent="warning" compact>
          <span>另一个窗口也修改了「{document.name}」，两份都已保留。</span>
          <Button
            size="small"
            text="查看差异"
            onClick={() => openDialog({ kind: 'windows', documentId: id })}
          />
          <Button size="small" text="用此窗口的" onClick={() => void settleConflict(id, 'here')} />
          <Button size="small" text="用另一窗口的" onClick={() => void settleConflict(id, 'there')} />
        </Callout>
      )}
      <div
        className="sql-editor-host"
        role="presentation"
        onContextMenuCapture={(event) => {
          // Shift opens the browser's own menu.
          if (event.shiftKey) event.stopPropagation()
        }}
        onDragOverCapture={(event) => {
          if (event.dataTransfer.types.includes('application/x-sql-name')) event.preventDefault()
        }}
        onDropCapture={drop}
      >
        <ContextArea className="sql-editor-host" menu={<EditorMenu />} onOpen={pointAt}>
          <SqlEditor
            documentId={id}
            text={text}
            label={`SQL 编辑器，${document.name}`}
            catalog={catalog}
            problems={problems}
            onChange={(changed) => changeDocument(id, { text: changed })}
            onCursor={(cursor) => useDocuments.setState({ cursor })}
            onReady={ready}
            takesFocus={isNarrow(640) ? undefined : useDocuments.getState().cursor}
            onTable={showTable}
          />
        </ContextArea>
        {text === '' && !document.saved && <EmptyOffer />}
      </div>
    </MissingPlace>
  )
}
