// The page's interface to the editor, whatever document it shows.
import type { editor } from 'monaco-editor'
import { SnippetController2 } from 'monaco-editor/editor/contrib/snippet/browser/snippetController2.js'
import { editorSnippet } from '#shared/sql/snippet.ts'
import { formatInto } from './format.ts'
import { goToDefinition } from './knowing.ts'
import { openList } from './providers.ts'
import { replaceAll } from './reports.ts'
import { allTargets, selectedTarget, targetOf } from './target.ts'
import type { SqlEditorHandle } from './types.ts'

export function handleOf(view: editor.IStandaloneCodeEditor): SqlEditorHandle {
  const text = () => view.getModel()?.getValue() ?? ''
  const trigger = (id: string, given = {}) => view.trigger('analytics', id, given)
  return {
    target: () => targetOf(view),
    selectionOrAll: () => selectedTarget(view) ?? { sql: text(), start: 0, end: text().length },
    all: () => allTargets(view),
    text,
    position: () => {
      const { lineNumber, column } = view.getPosition() ?? { lineNumber: 1, column: 1 }
      return { line: lineNumber, column }
    },
    insert: (inserted) => {
      const selection = view.getSelection()
      if (!selection) return
      view.pushUndoStop()
      view.executeEdits('analytics', [{ range: selection, text: inserted, forceMoveMarkers: true }])
      view.pushUndoStop()
      view.focus()
    },
    insertSnippet: (body) => {
      view.focus()
      SnippetController2.get(view)?.insert(editorSnippet(body))
    },
    selection: () => {
      const selection = view.getSelection()
      return selection ? (view.getModel()?.getValueInRange(selection) ?? '') : ''
    },
    cut: () => {
      view.focus()
      trigger('editor.action.clipboardCutAction')
    },
    copy: () => {
      view.focus()
      trigger('editor.action.clipboardCopyAction')
    },
    pointAt: (x, y) => {
      const position = view.getTargetAtClientPoint(x, y)?.position
      if (position && !view.getSelection()?.containsPosition(position)) view.setPosition(position)
    },
    replace: (whole) => {
      const model = view.getModel()
      if (model && model.getValue() !== whole) replaceAll(model, whole)
    },
    format: () => formatInto(view),
    complete: () => {
      view.focus()
      trigger('editor.action.triggerSuggest', openList)
    },
    closeLists: () => {
      trigger('hideSuggestWidget')
      trigger('closeParameterHints')
    },
    focus: () => focusSoon(view),
    hasFocus: () => view.hasTextFocus(),
    reveal: ({ line, column }) => {
      view.setPosition({ lineNumber: line, column })
      view.revealPositionInCenterIfOutsideViewport({ lineNumber: line, column })
      view.focus()
    },
    nextProblem: (backwards = false) => {
      if (view.getModel() === null || markersOf(view) === 0) return false
      view.focus()
      trigger(backwards ? 'editor.action.marker.prev' : 'editor.action.marker.next')
      return true
    },
    goToDefinition: () => goToDefinition(view),
    rename: () => {
      view.focus()
      trigger('editor.action.rename')
      focusRename(view)
    },
    fix: () => {
      view.focus()
      trigger('editor.action.quickFix')
    },
    undo: () => trigger('undo'),
    redo: () => trigger('redo'),
  }
}

/** A document that was closed is gone before the next one is shown: until then there is no text to focus. */
function focusSoon(view: editor.IStandaloneCodeEditor): void {
  if (view.getModel()) {
    view.focus()
    return
  }
  const shown = view.onDidChangeModel(() => {
    shown.dispose()
    view.focus()
  })
}

/** Focuses the rename field at once: by default it waits, and typed letters would go into the text. */
function focusRename(view: editor.IStandaloneCodeEditor, framesLeft = 20): void {
  const field = view.getContainerDomNode().querySelector<HTMLInputElement>('.rename-box input')
  if (field?.checkVisibility()) {
    field.focus()
    field.select()
    // The field's own delayed selection would make the next letter replace the letters typed before.
    field.setSelectionRange = () => {}
    setTimeout(() => Reflect.deleteProperty(field, 'setSelectionRange'), 300)
  } else if (framesLeft > 0) requestAnimationFrame(() => focusRename(view, framesLeft - 1))
}

/** Markers that the editor steps through, errors first. */
const marked = new Set(['squiggly-error', 'squiggly-warning', 'squiggly-info'])

function markersOf(view: editor.IStandaloneCodeEditor): number {
  return (
    view
      .getModel()
      ?.getAllDecorations()
      .filter(({ options }) => marked.has(options.className ?? '')).length ?? 0
  )
}
