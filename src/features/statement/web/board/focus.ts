// The tile that has the focus: what keys act on.

export const focusedId = (): string | null =>
  document.activeElement?.closest('[data-tile]')?.getAttribute('data-tile') ?? null

const tileElement = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`)

export function focusTile(id: string): void {
  const element = tileElement(id)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}
