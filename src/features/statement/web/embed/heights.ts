// Tells the page around an embed how high it is, so that its frame can be as high and nothing scrolls twice:
// `{ type: 'analytics-embed-height', height, address }`, in pixels. Nothing else is told, and nothing is listened to.

export function startHeights(content: HTMLElement): void {
  if (window.parent === window) return
  let told = 0
  const tell = () => {
    const height = Math.ceil(content.getBoundingClientRect().height)
    if (height === told) return
    told = height
    // A height is no secret; which sites may frame us at all is the server's to say.
    window.parent.postMessage(
      { type: 'analytics-embed-height', height, address: window.location.pathname },
      '*',
    )
  }
  new ResizeObserver(tell).observe(content)
  tell()
}
