// Makes Blueprint's tree valid for screen readers: lists, folding parts and marks between the items are
// hidden from them.

function clean(box: HTMLElement): void {
  for (const part of box.querySelectorAll('ul:not([role]), li:not([role])')) part.setAttribute('role', 'none')
  for (const part of box.querySelectorAll('.bp6-collapse-body[aria-hidden="false"]'))
    part.removeAttribute('aria-hidden')
  for (const mark of box.querySelectorAll('svg[role="img"]')) {
    mark.removeAttribute('role')
    mark.setAttribute('aria-hidden', 'true')
  }
  // Blueprint's English titles are removed for the pointer, too.
  for (const title of box.querySelectorAll('.bp6-tree-node-caret title')) {
    const name = title.closest('.bp6-tree-node-caret-open') ? '收起' : '展开'
    if (title.textContent !== name) title.textContent = name
  }
}

/** Each render adds new nodes, and folding continues between renders. Returns a function that stops. */
export function readAsTree(box: HTMLElement): () => void {
  const observer = new MutationObserver(() => clean(box))
  const watched = {
    attributes: true,
    attributeFilter: ['aria-hidden', 'class'],
    childList: true,
    subtree: true,
  }
  observer.observe(box, watched)
  clean(box)
  return () => observer.disconnect()
}
