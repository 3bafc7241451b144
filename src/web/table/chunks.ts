// Runs long work in chunks, so that the page stays responsive.

const chunkMs = 8

/** Yields to input and painting. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}

/** Runs `step` over 0 … count - 1 in chunks; resolves to false when aborted. */
export async function inChunks(
  count: number,
  step: (index: number) => void,
  signal: AbortSignal,
  onChunk?: () => void,
): Promise<boolean> {
  let index = 0
  while (index < count) {
    const end = performance.now() + chunkMs
    // The clock is read every 64 steps: reading it for each cell would cost more than the cell.
    do {
      const stop = Math.min(index + 64, count)
      while (index < stop) step(index++)
    } while (index < count && performance.now() < end)
    if (index >= count) break
    onChunk?.()
    await breathe()
    if (signal.aborted) return false
  }
  return !signal.aborted
}
