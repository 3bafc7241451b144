// Preview of the highlighted entry, beside the list.
import { useEffect, useState } from 'react'
import type { PaletteEntry, PalettePreview } from './entries.ts'

/** Arrow keys pass over many rows: a preview is requested only when the highlight rests. */
const restMs = 120

export function PalettePreviewPane({ entry }: { entry: PaletteEntry | null }) {
  const preview = usePreview(entry)
  if (entry === null) return <aside className="palette-preview" aria-hidden="true" />
  const {
    title,
    subtitle,
    chips = [],
    figure,
    line,
    table,
    footer,
    text,
    code,
    facts = [],
    lists = [],
  }: PalettePreview = preview === 'failed' || !preview ? plainPreview(entry) : preview
  return (
    <aside className="palette-preview" aria-label="预览">
      <h2 className="palette-preview-title">
        {title}
        {subtitle && <span className="palette-preview-subtitle">{subtitle}</span>}
        {chips.length > 0 && (
          <span className="palette-preview-chips">
            {chips.map((chip) => (
              <span key={chip} className="palette-chip">
                {chip}
              </span>
            ))}
          </span>
        )}
      </h2>
      {figure && <Figure {...figure} />}
      {line && <Line values={line} />}
      {table && <Rows {...table} />}
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
          <h3 className="palette-preview-heading">{heading}</h3>
          <ul className="palette-preview-list">
            {items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two reports may share a name; the list never changes.
              <li key={at}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
      {footer && <p className="palette-preview-footer">{footer}</p>}
      {entry.preview && !preview && <Waiting hasFigure={entry.chips !== undefined} />}
    </aside>
  )
}

/** Placeholder while the preview loads; it becomes visible only when loading takes a while. */
const Waiting = ({ hasFigure }: { hasFigure: boolean }) => (
  <div className="palette-preview-waiting" role="status" aria-label="正在取数">
    {hasFigure && <i className="palette-preview-waiting-figure" />}
    {Array.from({ length: hasFigure ? 6 : 3 }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: equal lines.
      <i key={at} />
    ))}
  </div>
)

function Figure({ value, unit, change, direction, note }: NonNullable<PalettePreview['figure']>) {
  const arrow = direction === 'up' ? '▲' : direction === 'down' ? '▼' : ''
  return (
    <p className="palette-preview-figure">
      <b>
        {value}
        {unit}
      </b>
      {change && (
        <span className={`palette-preview-${direction}`}>
          {arrow && <small>{arrow}</small>} {change}
        </span>
      )}
      {note && <span className="palette-preview-subtitle">{note}</span>}
    </p>
  )
}

const lineWidth = 284
const lineHeight = 56

/** A line through the known values; the scale includes zero. */
function Line({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]))
  if (known.length < 2) return null
  const most = Math.max(...known.map(({ value }) => value))
  const least = Math.min(0, ...known.map(({ value }) => value))
  const span = most - least || 1
  const points = known.map(({ value, at }) => {
    const x = 2 + (at / (values.length - 1)) * (lineWidth - 4)
    const y = lineHeight - 3 - ((value - least) / span) * (lineHeight - 6)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      className="palette-preview-line"
      viewBox={`0 0 ${lineWidth} ${lineHeight}`}
      role="img"
      aria-label={`${known.length} 天的走势`}
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}

function Rows({ columns, rows }: NonNullable<PalettePreview['table']>) {
  return (
    <table className="palette-preview-rows">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike; the list never changes.
          <tr key={at}>
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells stand by their columns.
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function plainPreview({ title, detail, chips }: PaletteEntry): PalettePreview {
  return { title, ...(detail && { subtitle: detail }), ...(chips && { chips }) }
}

/** Loaded previews. A failed preview is not retried; its entry can still be opened. */
const remembered = new WeakMap<PaletteEntry, PalettePreview | 'failed'>()

function usePreview(entry: PaletteEntry | null): PalettePreview | 'failed' | undefined {
  const [, drawAnew] = useState(0)
  useEffect(() => {
    if (!entry?.preview || remembered.has(entry)) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      entry
        .preview?.(stop.signal)
        .catch(() => 'failed' as const)
        .then((preview) => {
          // A request aborted because the highlight moved on counts as not made.
          if (preview === 'failed' && stop.signal.aborted) return
          remembered.set(entry, preview)
          if (!stop.signal.aborted) drawAnew((times) => times + 1)
        })
    }, restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [entry])
  return entry === null ? undefined : remembered.get(entry)
}
