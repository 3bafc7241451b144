// Loading indicators: a thin bar with a note, or an overlay over the whole window.
import { Spinner } from '@blueprintjs/core'
import { loadingTexts, useLoading } from '../api/loading.ts'
import { usePanels } from './panels.ts'

/** With several calls under way, the newest text shows. */
export function LoadingNote() {
  const text = useLoading((state) => state.texts.at(-1))
  return (
    <div role="status">
      {text && (
        <>
          <div className="loading-bar" />
          <div className="loading-note">{text}</div>
        </>
      )}
    </div>
  )
}

/** Covers the window while the global loading flag is set. */
export function GlobalLoading() {
  return usePanels((panels) => panels.loading) ? <LoadingOverlay /> : null
}

export function LoadingOverlay({ text = loadingTexts.load }: { text?: string }) {
  return (
    <div className="loading-overlay" role="status">
      <Spinner size={32} intent="primary" aria-label={text} />
      <span>{text}</span>
    </div>
  )
}
