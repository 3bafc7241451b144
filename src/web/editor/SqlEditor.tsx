// The SQL editor. Monaco is loaded on demand; until then the text is shown plain.
import { lazy, Suspense } from 'react'
import type { SqlEditorProps } from './types.ts'

const loadView = () => import('./SqlEditorView.tsx')
const SqlEditorView = lazy(async () => ({ default: (await loadView()).SqlEditorView }))

/** Fills its container. */
export function SqlEditor(props: SqlEditorProps) {
  return (
    <div className="sql-editor">
      <Suspense fallback={<pre className="sql-editor-plain">{props.text.slice(0, 20_000)}</pre>}>
        <SqlEditorView {...props} />
      </Suspense>
    </div>
  )
}
