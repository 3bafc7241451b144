// The SQL editor. Monaco is loaded on demand; until then a plain field takes what is typed.
import { lazy, Suspense, useRef, useState } from 'react'
import { EarlyText, type EarlyTextHandle } from './EarlyText.tsx'
import type { SqlEditorHandle, SqlEditorProps } from './types.ts'

const loadView = () => import('./SqlEditorView.tsx')
const SqlEditorView = lazy(async () => ({ default: (await loadView()).SqlEditorView }))

/** Fills its container. */
export function SqlEditor(props: SqlEditorProps) {
  const [isEarly, setEarly] = useState(true)
  const early = useRef<EarlyTextHandle>(null)
  /** Monaco, while an input method still composes in the early text. */
  const waiting = useRef<SqlEditorHandle | null>(null)

  const take = (handle: SqlEditorHandle | null): void => {
    waiting.current = null
    if (handle && early.current?.isComposing()) {
      waiting.current = handle
      return
    }
    const cursor = early.current?.cursor()
    if (handle && cursor) handle.reveal(cursor)
    if (handle) setEarly(false)
    props.onReady?.(handle)
  }
  return (
    <div className="sql-editor">
      {isEarly && (
        <EarlyText
          editor={props}
          handle={early}
          onComposed={() => waiting.current && take(waiting.current)}
        />
      )}
      <Suspense fallback={null}>
        <SqlEditorView {...props} onReady={take} />
      </Suspense>
    </div>
  )
}
