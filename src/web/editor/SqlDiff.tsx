// Two texts of SQL side by side with their differences. Monaco's diff arrives on demand.
import { lazy, Suspense } from 'react'
import type { SqlDiffProps } from './types.ts'

const SqlDiffView = lazy(async () => ({ default: (await import('./SqlDiffView.tsx')).SqlDiffView }))

export function SqlDiff(props: SqlDiffProps) {
  return (
    <div className="sql-diff" style={{ height: props.height ?? '100%' }}>
      <Suspense fallback={<pre className="sql-viewer-plain">{props.modified.slice(0, 20_000)}</pre>}>
        <SqlDiffView {...props} />
      </Suspense>
    </div>
  )
}
