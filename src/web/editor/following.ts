// With Ctrl (⌘) held, names with a definition are underlined below the pointer; a click goes there, like F12.
import type { editor, IRange, Position } from 'monaco-editor'
import { definitionAt } from './completion/definition.ts'
import { goToDefinition } from './knowing.ts'
import { monaco } from './monaco.ts'
import { presentCatalog, readAt } from './providers.ts'

/** Null where there is no definition, or the pointer is on it. */
function linkAt(model: editor.ITextModel, position: Position): IRange | null {
  const word = model.getWordAtPosition(position)
  const read = word && readAt(model, position)
  const found = read && definitionAt(read, read.offset, presentCatalog())
  if (!word || !found) return null
  if ('place' in found && found.place.start <= read.offset && read.offset <= found.place.end) return null
  const { lineNumber } = position
  return new monaco.Range(lineNumber, word.startColumn, lineNumber, word.endColumn)
}

const isMac = /mac|iphone|ipad/i.test(navigator.platform)
const held = ({ ctrlKey, metaKey, altKey }: { ctrlKey: boolean; metaKey: boolean; altKey: boolean }) =>
  (isMac ? metaKey : ctrlKey) && !altKey

export function followNames(view: editor.IStandaloneCodeEditor): { dispose: () => void } {
  const drawn = view.createDecorationsCollection()
  let pointed: Position | null = null
  let pressed: Position | null = null
  const show = (isHeld: boolean) => {
    const model = view.getModel()
    const range = isHeld && pointed && model ? linkAt(model, pointed) : null
    if (!range) drawn.clear()
    else if (!drawn.getRange(0)?.equalsRange(range))
      drawn.set([{ range, options: { inlineClassName: 'sql-link' } }])
  }
  const listeners = [
    view.onMouseMove(({ event, target }) => {
      const { CONTENT_TEXT } = monaco.editor.MouseTargetType
      pointed = target.type === CONTENT_TEXT ? target.position : null
      show(held(event))
    }),
    view.onMouseLeave(() => {
      pointed = null
      show(false)
    }),
    view.onKeyDown(({ ctrlKey, metaKey, altKey }) => show(held({ ctrlKey, metaKey, altKey }))),
    view.onKeyUp(({ ctrlKey, metaKey, altKey }) => show(held({ ctrlKey, metaKey, altKey }))),
    view.onDidChangeModelContent(() => show(false)),
    view.onDidScrollChange(() => show(false)),
    view.onDidBlurEditorText(() => show(false)),
    view.onMouseDown(({ event, target }) => {
      pressed = held(event) && event.leftButton ? target.position : null
    }),
    // If the button is released elsewhere, it was a selection.
    view.onMouseUp(({ target }) => {
      const isClick = pressed !== null && target.position?.equals(pressed)
      pressed = null
      if (!isClick || !target.position) return
      drawn.clear()
      goToDefinition(view, target.position)
    }),
  ]
  return {
    dispose: () => {
      drawn.clear()
      for (const listener of listeners) listener.dispose()
    },
  }
}
