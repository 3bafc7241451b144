// Runs deferrable work in idle moments, in slices short enough that no key press waits for it.

const sliceMs = 6

/** Processes `items` one by one; resolves to false when aborted. */
export async function inIdleMoments<Item>(
  items: readonly Item[],
  take: (item: Item) => void,
  signal?: AbortSignal,
): Promise<boolean> {
  let at = 0
  while (at < items.length) {
    if (signal?.aborted) return false
    const end = performance.now() + sliceMs
    // The clock is read every few items: reading it costs as much as processing an item.
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

/** Calls `act` after the next frame is painted; the returned function cancels it. */
export function afterFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The browser paints after the animation frame callbacks.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
