// The reports of an embed, as tabs for arrow keys, Home and End.
import type { KeyboardEvent } from 'react'

interface Props {
  reports: readonly { id: number; name: string }[]
  selected: number | undefined
  /** Id of the element that shows the chosen one. */
  controls: string
  onSelect: (id: number) => void
}

export const embedTabId = (report: number): string => `embed-tab-${report}`

/** The tab that a key leads to. */
const steps: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function EmbedTabs({ reports, selected, controls, onSelect }: Props) {
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    const at = reports.findIndex(({ id }) => id === selected)
    const next = step && reports[step(at, reports.length)]
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onSelect(next.id)
    document.getElementById(embedTabId(next.id))?.focus()
  }
  return (
    <div className="embed-tabs" role="tablist" aria-label="报表" onKeyDown={walk}>
      {reports.map(({ id, name }) => (
        <button
          key={id}
          id={embedTabId(id)}
          type="button"
          role="tab"
          aria-selected={id === selected}
          aria-controls={controls}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
