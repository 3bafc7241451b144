// The text until Monaco is loaded: what is typed meanwhile arrives in it, with the cursor.
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { isFocusFree } from '../ui/focus/focusTrail.ts'
import type { EditorPlace, SqlEditorProps } from './types.ts'

export interface EarlyTextHandle {
  /** Where the cursor is, if the text has the focus. */
  cursor: () => EditorPlace | null
  isComposing: () => boolean
}

interface EarlyTextProps {
  editor: SqlEditorProps
  handle: Ref<EarlyTextHandle>
  /** An input method has ended its word. */
  onComposed: () => void
}

/** Longer texts are only shown, and only their beginning. */
const longest = 20_000

export function EarlyText({ editor, handle, onComposed }: EarlyTextProps) {
  const { text, readOnly = false, label, onChange, takesFocus } = editor
  const field = useRef<HTMLTextAreaElement>(null)
  const isComposing = useRef(false)
  const first = useRef({ text, takesFocus })
  useEffect(() => {
    const { text, takesFocus } = first.current
    if (!field.current || !takesFocus || !isFocusFree()) return
    const offset = offsetOf(text, takesFocus)
    field.current.focus({ preventScroll: true })
    field.current.setSelectionRange(offset, offset)
  }, [])
  useImperativeHandle(handle, () => ({
    cursor: () =>
      field.current && document.activeElement === field.current
        ? placeOf(field.current.value, field.current.selectionEnd)
        : null,
    isComposing: () => isComposing.current,
  }))
  return (
    <textarea
      ref={field}
      className="sql-editor-plain"
      aria-label={label}
      value={text.slice(0, longest)}
      readOnly={readOnly || text.length > longest}
      spellCheck={false}
      wrap="off"
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={indent}
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={() => {
        isComposing.current = false
        onComposed()
      }}
    />
  )
}

/** The browser would leave the text by Tab. */
function indent(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, altKey, metaKey, currentTarget } = event
  if (key !== 'Tab' || shiftKey || ctrlKey || altKey || metaKey || currentTarget.readOnly) return
  event.preventDefault()
  document.execCommand('insertText', false, '  ')
}

function placeOf(text: string, offset: number): EditorPlace {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function offsetOf(text: string, { line, column }: EditorPlace): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, { length }) => sum + length + 1, 0) + column - 1
}
