// Work that may wait for idle moments, in slices short enough that no key press waits for one.

const sliceMs = 6

/** Takes up `items` one after the other; false when it was aborted on the way. */
export async function inIdleMoments<Item>(
  items: readonly Item[],
  take: (item: Item) => void,
  signal?: AbortSignal,
): Promise<boolean> {
  let at = 0
  while (at < items.length) {
    if (signal?.aborted) return false
    const end = performance.now() + sliceMs
    // The clock is read every few items: reading it costs as much as taking one.
    do {
      for (let few = 0; few < 32 && at < items.length; few++) take(items[at++] as Item)
    } while (at < items.length && performance.now() < end)
    if (at < items.length) await idleMoment()
  }
  return true
}

export function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 50 })
    else setTimeout(resolve, 0)
  })
}

/** Calls `act` once the next frame is painted; the answer forgets it. */
export function afterFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The frame is painted after these callbacks.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
