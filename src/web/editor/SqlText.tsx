// Read-only coloured SQL without an editor.
import { useMemo } from 'react'
import { type SqlSpan, sqlLines } from './sqlSpans.ts'
import './sqlText.css'

export function SqlText({ sql, label }: { sql: string; label: string }) {
  const lines = useMemo(() => sqlLines(sql), [sql])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section className="sql-text" aria-label={label} tabIndex={0}>
      <pre>
        {lines.map((spans, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
          <code className="sql-text-line" key={at}>
            <SqlLine spans={spans} />
            {'\n'}
          </code>
        ))}
      </pre>
    </section>
  )
}

export function SqlLine({ spans }: { spans: readonly SqlSpan[] }) {
  return spans.map(({ kind, text }, at) =>
    kind === 'plain' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place.
      <span className={`sql-${kind}`} key={at}>
        {text}
      </span>
    ),
  )
}
