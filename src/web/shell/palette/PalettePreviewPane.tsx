// What the highlighted entry holds, beside the list.
import { useEffect, useState } from 'react'
import type { PaletteEntry, PalettePreview } from './entries.ts'

/** The arrow keys pass many rows: only where they rest is a preview asked for. */
const restMs = 120

export function PalettePreviewPane({ entry }: { entry: PaletteEntry | null }) {
  const preview = usePreview(entry)
  if (entry === null) return <aside className="palette-preview" aria-hidden="true" />
  const {
    title,
    subtitle,
    text,
    code,
    facts = [],
    lists = [],
  }: PalettePreview = preview ?? plainPreview(entry)
  return (
    <aside className="palette-preview" aria-label="预览">
      <h3 className="palette-preview-title">
        {title}
        {subtitle && <span className="palette-preview-subtitle">{subtitle}</span>}
      </h3>
      {text && <p className="palette-preview-text">{text}</p>}
      {facts.length > 0 && (
        <dl className="palette-preview-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {code && <pre className="palette-preview-code">{code}</pre>}
      {lists.map(({ heading, items }) => (
        <section key={heading}>
          <h4 className="palette-preview-heading">{heading}</h4>
          <ul className="palette-preview-list">
            {items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two reports may share a name; the list never changes.
              <li key={at}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </aside>
  )
}

function plainPreview({ title, en, detail }: PaletteEntry): PalettePreview {
  return { title, ...(detail && { subtitle: detail }), ...(en && { text: en }) }
}

const remembered = new WeakMap<PaletteEntry, PalettePreview>()

function usePreview(entry: PaletteEntry | null): PalettePreview | undefined {
  const [, drawAnew] = useState(0)
  useEffect(() => {
    if (!entry?.preview || remembered.has(entry)) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      entry.preview?.(stop.signal).then(
        (preview) => {
          remembered.set(entry, preview)
          if (!stop.signal.aborted) drawAnew((times) => times + 1)
        },
        // Without a preview the entry can be opened all the same.
        () => undefined,
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [entry])
  return entry === null ? undefined : remembered.get(entry)
}
