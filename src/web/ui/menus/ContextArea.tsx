// An area with a context menu: by the right mouse button, a long touch, or the menu key.
import { type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { onDemand } from '../onDemand.tsx'

const MenuPopup = onDemand(async () => (await import('./MenuPopup.tsx')).MenuPopup)

interface Props {
  className?: string
  /** Blueprint's Menu. */
  menu: ReactNode
  /**
   * Told before it opens; what it answers is where the menu hangs, the pointer's place otherwise. `false`: there is none
   * here, the browser's own comes.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: what is inside has the role; the menu key reaches it too.
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
