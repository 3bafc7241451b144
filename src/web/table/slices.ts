// Long work in slices, so that the page answers meanwhile.

const sliceMs = 8

/** Lets input and painting go first. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}

/** Runs `step` over 0 … count - 1 in slices; answers false when it was called off. */
export async function inSlices(
  count: number,
  step: (index: number) => void,
  signal: AbortSignal,
  onSlice?: () => void,
): Promise<boolean> {
  let index = 0
  while (index < count) {
    const end = performance.now() + sliceMs
    // The clock is read once in a while: reading it for each cell would cost more than the cell.
    do {
      const stop = Math.min(index + 64, count)
      while (index < stop) step(index++)
    } while (index < count && performance.now() < end)
    if (index >= count) break
    onSlice?.()
    await breathe()
    if (signal.aborted) return false
  }
  return !signal.aborted
}
