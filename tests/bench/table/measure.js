// Runs in the page: scrolls by a steady step a frame, and says how long frames took and which of them were blank.
;(() => {
  const scroller = () =>
    document.querySelector('.dvn-scroller') ??
    document.querySelector('.bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container')

  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

  /** Steps down for a while, then up, so that both ways count. */
  async function frames(count, step, everyFrame) {
    const element = scroller()
    const taken = []
    let before = await nextFrame()
    for (let at = 0; at < count; at++) {
      element.scrollTop += at < count * 0.7 ? step : -step
      everyFrame?.(element)
      const now = await nextFrame()
      taken.push(now - before)
      before = now
    }
    return taken
  }

  /** Parts of the view's height that show no cell, as it would be painted now. A canvas is never blank. */
  function blankPart(element) {
    const box = element.getBoundingClientRect()
    const top = box.top + 30
    const middle = box.left + box.width / 2
    const shown = []
    for (const cell of element.querySelectorAll('.bp6-table-cell')) {
      const place = cell.getBoundingClientRect()
      if (place.left <= middle && place.right > middle && cell.textContent !== '')
        shown.push([place.top, place.bottom])
    }
    shown.sort((a, b) => a[0] - b[0])
    let blank = 0
    let reached = top
    for (const [from, to] of shown) {
      // A hair between rows is their line.
      if (from > reached + 2) blank += Math.min(from, box.bottom) - reached
      reached = Math.max(reached, Math.min(to, box.bottom))
      if (reached >= box.bottom) break
    }
    return (blank + Math.max(0, box.bottom - reached - 2)) / (box.bottom - top)
  }

  window.bench = {
    isReady: () => Boolean(scroller()) && scroller().scrollHeight > 100_000,
    frames,
    async blanks(count, step) {
      if (document.querySelector('.dvn-scroller')) return 0
      let blank = 0
      await frames(count, step, (element) => {
        if (blankPart(element) > 0) blank++
      })
      return blank / count
    },
  }
})()
