// The open report page, on which its commands act.
interface ShownFigures {
  convert?: () => void
  previous: () => void
  next: () => void
  refresh: () => void
}

let shown: ShownFigures | null = null

/** Returns a function that unregisters the page. */
export function showFigures(next: ShownFigures): () => void {
  shown = next
  return () => {
    if (shown === next) shown = null
  }
}

export const workOnFigures = (what: keyof ShownFigures): void => shown?.[what]?.()
