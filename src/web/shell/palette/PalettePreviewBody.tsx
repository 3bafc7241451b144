// What a loaded preview says below its title.
import type { PalettePreview } from './entries.ts'

export const PalettePreviewBody = ({
  figure,
  line,
  table,
  text,
  facts = [],
  code,
  lists = [],
  footer,
}: PalettePreview) => (
  <>
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
  </>
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
