// Shows SQL read-only and coloured. The editor is loaded on demand; until then the text is shown plain.
import { lazy, Suspense } from 'react'

const MonacoView = lazy(async () => ({ default: (await import('./MonacoView.tsx')).MonacoView }))

/** `height` in pixels; the editor scrolls inside. */
export function SqlViewer({ sql, height = 420 }: { sql: string; height?: number }) {
  return (
    <div className="sql-viewer" style={{ height }}>
      <Suspense fallback={<pre className="sql-viewer-plain">{sql}</pre>}>
        <MonacoView sql={sql} />
      </Suspense>
    </div>
  )
}
