// A button that opens a menu below itself. What places the menu is read when it is first needed.
import { lazy, type ReactNode, Suspense, useRef } from 'react'

const loadPopup = () => import('./MenuPopup.tsx')
const MenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.MenuPopup })))

interface Props {
  className: string
  /** For screen readers, where the children don't say it. */
  label?: string
  placement: 'bottom-start' | 'bottom-end'
  isOpen: boolean
  onToggle: (open: boolean) => void
  /** Blueprint's Menu, or a part of our own around it. */
  menu: ReactNode
  children: ReactNode
}

export function MenuButton({ className, label, placement, isOpen, onToggle, menu, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    onToggle(false)
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <button
        type="button"
        ref={button}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={loadPopup}
        onFocus={loadPopup}
        onClick={() => onToggle(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          onToggle(true)
        }}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <MenuPopup anchor={button} placement={placement} onClose={close}>
            <Suspense>{menu}</Suspense>
          </MenuPopup>
        </Suspense>
      )}
    </>
  )
}
