// Shows SQL read-only, coloured. The editor arrives on demand; until then the text is there, plain.
import { lazy, Suspense } from 'react'

const MonacoView = lazy(async () => ({ default: (await import('./MonacoView.tsx')).MonacoView }))

/** `height` in pixels; the editor scrolls within. */
export function SqlViewer({ sql, height = 420 }: { sql: string; height?: number }) {
  return (
    <div className="sql-viewer" style={{ height }}>
      <Suspense fallback={<pre className="sql-viewer-plain">{sql}</pre>}>
        <MonacoView sql={sql} />
      </Suspense>
    </div>
  )
}
