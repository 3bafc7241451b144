// Preview of the highlighted entry, beside the list.
import { type ComponentType, useEffect, useState } from 'react'
import type { PaletteEntry, PalettePreview } from './entries.ts'

/** Arrow keys pass over many rows: a preview is requested only when the highlight rests. */
const restMs = 120

export function PalettePreviewPane({ entry }: { entry: PaletteEntry | null }) {
  const preview = usePreview(entry)
  if (entry === null) return <aside className="palette-preview" aria-hidden="true" />
  const { Body, ...loaded }: Loaded = preview === 'failed' || !preview ? plainPreview(entry) : preview
  const { title, subtitle, chips = [] } = loaded
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
      {Body && <Body {...loaded} />}
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

function plainPreview({ title, detail, chips }: PaletteEntry): PalettePreview {
  return { title, ...(detail && { subtitle: detail }), ...(chips && { chips }) }
}

/** A preview with the component that draws what follows its title. */
interface Loaded extends PalettePreview {
  Body?: ComponentType<PalettePreview>
}

/** The component is loaded beside the first preview, because the first load needs the title alone. */
async function load(entry: PaletteEntry, signal: AbortSignal): Promise<Loaded | undefined> {
  const [preview, Body] = await Promise.all([
    entry.preview?.(signal),
    import('./PalettePreviewBody.tsx').then(({ PalettePreviewBody }) => PalettePreviewBody),
  ])
  return preview && { ...preview, Body }
}

/** Loaded previews. A failed preview is not retried; its entry can still be opened. */
const remembered = new WeakMap<PaletteEntry, Loaded | 'failed'>()

function usePreview(entry: PaletteEntry | null): Loaded | 'failed' | undefined {
  const [, drawAnew] = useState(0)
  useEffect(() => {
    if (!entry?.preview || remembered.has(entry)) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      load(entry, stop.signal)
        .catch(() => 'failed' as const)
        .then((preview) => {
          // A request aborted because the highlight moved on counts as not made.
          if (!preview || (preview === 'failed' && stop.signal.aborted)) return
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
