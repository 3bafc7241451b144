// Work that is done once the coming frame shows.

/** At the latest so long after it, however busy the page is. */
const latestMs = 100

/** Answers how to call it off. */
export function afterPaint(work: () => void): () => void {
  let called = false
  const run = () => {
    if (!called) work()
  }
  // The frame is painted after these callbacks, and what it shows comes before whatever idles.
  requestAnimationFrame(() => {
    if (called) return
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: latestMs })
    else setTimeout(run)
  })
  return () => {
    called = true
  }
}
