// A button that opens a menu below itself. What places the menu is read when it is first needed.
import { type ReactNode, useRef } from 'react'
import { onDemand } from '../onDemand.tsx'

const MenuPopup = onDemand(async () => (await import('./MenuPopup.tsx')).MenuPopup)

interface Props {
  className: string
  /** For screen readers, before what the children say. */
  label?: string
  placement: 'bottom-start' | 'bottom-end'
  isOpen: boolean
  onToggle: (open: boolean) => void
  /** Reads ahead what the menu is made of, when it is about to be opened. */
  preload?: () => void
  /** Blueprint's Menu, or a part of our own around it. */
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
