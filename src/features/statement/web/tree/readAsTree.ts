// For screen readers a tree holds nothing but its items: Blueprint's lists, folding parts and drawn marks stand between.

function clean(box: HTMLElement): void {
  for (const part of box.querySelectorAll('ul:not([role]), li:not([role])')) part.setAttribute('role', 'none')
  for (const part of box.querySelectorAll('.bp6-collapse-body[aria-hidden="false"]'))
    part.removeAttribute('aria-hidden')
  for (const mark of box.querySelectorAll('svg[role="img"]')) {
    mark.removeAttribute('role')
    mark.setAttribute('aria-hidden', 'true')
  }
  // Named in English for the pointer, too.
  for (const title of box.querySelectorAll('.bp6-tree-node-caret title')) {
    const name = title.closest('.bp6-tree-node-caret-open') ? '收起' : '展开'
    if (title.textContent !== name) title.textContent = name
  }
}

/** Each drawing brings new ones, and folding goes on between drawings. The answer ends it. */
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
