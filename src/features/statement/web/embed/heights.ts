// Reports an embed's height to the embedding page, so that its frame can grow and nothing scrolls twice: `{
// type: 'analytics-embed-height', height, address }`, in pixels. Sends nothing else, and listens to nothing.

export function startHeights(content: HTMLElement): void {
  if (window.parent === window) return
  let told = 0
  const tell = () => {
    const height = Math.ceil(content.getBoundingClientRect().height)
    if (height === told) return
    told = height
    // A height is no secret; the server decides which sites may frame us.
    window.parent.postMessage(
      { type: 'analytics-embed-height', height, address: window.location.pathname },
      '*',
    )
  }
  new ResizeObserver(tell).observe(content)
  tell()
}
