// Work to be done after the coming frame is painted.

/** The work runs at most this much later, however busy the page is. */
const latestMs = 100

/** Returns a function that cancels the work. */
export function afterPaint(work: () => void): () => void {
  let called = false
  const run = () => {
    if (!called) work()
  }
  // The frame is painted after these callbacks, and idle callbacks run after the paint.
  requestAnimationFrame(() => {
    if (called) return
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: latestMs })
    else setTimeout(run)
  })
  return () => {
    called = true
  }
}
