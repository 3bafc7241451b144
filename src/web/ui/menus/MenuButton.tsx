// A button that opens a menu below itself. The popup's code is loaded on first use.
import { type ReactNode, useRef } from 'react'
import { onDemand } from '../onDemand.tsx'

const MenuPopup = onDemand(async () => (await import('./MenuPopup.tsx')).MenuPopup)

interface Props {
  className: string
  /** For screen readers, read before the children. */
  label?: string
  placement: 'bottom-start' | 'bottom-end'
  isOpen: boolean
  onToggle: (open: boolean) => void
  /** Loads the menu's code ahead, when the menu is about to be opened. */
  preload?: () => void
  /** A Blueprint Menu, or a component around one. */
  menu: ReactNode
  children: ReactNode
}

export function MenuButton({
  className,
  label,
  placement,
  isOpen,
  onToggle,
  preload,
  menu,
  children,
}: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const prepare = () => {
    MenuPopup.preload()
    preload?.()
  }
  return (
    <>
      <button
        type="button"
        ref={button}
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => onToggle(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          onToggle(true)
        }}
      >
        {label && <span className="visually-hidden">{label} </span>}
        {children}
      </button>
      {isOpen && (
        <MenuPopup anchor={button} placement={placement} onClose={() => onToggle(false)}>
          {menu}
        </MenuPopup>
      )}
    </>
  )
}
