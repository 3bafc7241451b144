// An area with a context menu, opened by right click, long touch or the menu key.
import { type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { onDemand } from '../onDemand.tsx'

const MenuPopup = onDemand(async () => (await import('./MenuPopup.tsx')).MenuPopup)

interface Props {
  className?: string
  /** A Blueprint Menu. */
  menu: ReactNode
  /**
   * Called before the menu opens. Returns the element below which the menu opens; null for the pointer's position;
   * false for the browser's own menu.
   */
  onOpen: (event: MouseEvent) => Element | null | false
  children: ReactNode
}

export function ContextArea({ className, menu, onOpen, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const close = useCallback(() => setOpen(false), [])
  const open = (event: MouseEvent) => {
    if (!anchor.current) return
    const place = onOpen(event)
    if (place === false) return
    event.preventDefault()
    const box = place?.getBoundingClientRect()
    anchor.current.style.left = `${box ? box.left + 8 : event.clientX}px`
    anchor.current.style.top = `${box ? box.bottom : event.clientY}px`
    setOpen(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the content has the role; the menu key reaches it too.
    <div className={className} onContextMenu={open}>
      {children}
      <div className="menu-popup-anchor" ref={anchor} />
      {isOpen && (
        <MenuPopup anchor={anchor} placement="bottom-start" onClose={close}>
          {menu}
        </MenuPopup>
      )}
    </div>
  )
}
