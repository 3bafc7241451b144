// The popup of a MenuButton: placed by its button, walked by arrow keys.
import { PopoverNext, Portal } from '@blueprintjs/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'

interface Props {
  anchor: RefObject<HTMLElement | null>
  placement: 'bottom-start' | 'bottom-end'
  onClose: () => void
  children: ReactNode
}

export function MenuPopup({ anchor, placement, onClose, children }: Props) {
  const [place] = useState(() => anchor.current?.getBoundingClientRect())
  // The place is taken once: a window that changes its size leaves it behind.
  useEffect(() => {
    window.addEventListener('resize', onClose)
    return () => window.removeEventListener('resize', onClose)
  }, [onClose])
  if (!place) return null
  const { left, top, width, height } = place
  return (
    <PopoverNext
      isOpen
      hasBackdrop
      arrow={false}
      animation="minimal"
      transitionDuration={0}
      placement={placement}
      positioningStrategy="fixed"
      shouldReturnFocusOnClose={false}
      onInteraction={(open) => !open && onClose()}
      content={<MenuKeys>{children}</MenuKeys>}
      renderTarget={({ ref }) => (
        <Portal>
          <div className="menu-popup-anchor" style={{ left, top, width, height }} ref={ref} />
        </Portal>
      )}
    />
  )
}

function MenuKeys({ children }: { children: ReactNode }) {
  const [list, setList] = useState<HTMLElement | null>(null)
  useFirstFocus(list)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the items take the focus; their keys arrive here.
    <div ref={setList} role="presentation" onKeyDown={(event) => list && walk(event, list)}>
      {children}
    </div>
  )
}

/** The first item takes the focus when it is there, which may be a moment after the popup. */
function useFirstFocus(list: HTMLElement | null): void {
  useEffect(() => {
    if (!list) return
    const focusFirst = () => {
      const first = itemsOf(list)[0]
      first?.focus({ preventScroll: true })
      return first !== undefined
    }
    if (focusFirst()) return
    const observer = new MutationObserver(() => focusFirst() && observer.disconnect())
    observer.observe(list, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [list])
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role="menuitem"]:not(.bp6-disabled)')]
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function walk(event: KeyboardEvent, list: HTMLElement): void {
  const step = steps[event.key]
  const items = itemsOf(list)
  if (!step || items.length === 0) return
  event.preventDefault()
  const at = items.indexOf(document.activeElement as HTMLElement)
  items[step(at, items.length)]?.focus()
}
