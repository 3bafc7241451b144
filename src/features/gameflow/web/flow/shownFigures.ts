// The page of figures that shows now: its commands act on it.
export interface ShownFigures {
  convert?: () => void
  previous: () => void
  next: () => void
  refresh: () => void
}

let shown: ShownFigures | null = null

/** Answers how to take it away again. */
export function showFigures(next: ShownFigures): () => void {
  shown = next
  return () => {
    if (shown === next) shown = null
  }
}

export const workOnFigures = (what: keyof ShownFigures): void => shown?.[what]?.()
