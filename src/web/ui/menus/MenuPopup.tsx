// The popup of a MenuButton: placed below its button, with arrow keys between its items.
import { PopoverNext, Portal } from '@blueprintjs/core'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { FocusReturn } from '../focus/FocusReturn.tsx'
import { inWindow } from './inWindow.ts'
import { MenuKeys } from './MenuKeys.tsx'
import './popup.css'

interface Props {
  anchor: RefObject<HTMLElement | null>
  placement: 'bottom-start' | 'bottom-end'
  onClose: () => void
  children: ReactNode
}

export function MenuPopup({ anchor, placement, onClose, children }: Props) {
  const [place] = useState(() => anchor.current?.getBoundingClientRect())
  // The position is computed once, so the popup closes when the window is resized.
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
      autoFocus={false}
      arrow={false}
      middleware={inWindow}
      animation="minimal"
      transitionDuration={0}
      placement={placement}
      positioningStrategy="fixed"
      shouldReturnFocusOnClose={false}
      onInteraction={(open) => !open && onClose()}
      content={
        <div className="popup">
          <FocusReturn />
          <MenuKeys>{children}</MenuKeys>
        </div>
      }
      renderTarget={({ ref }) => (
        <Portal>
          <div className="menu-popup-anchor" style={{ left, top, width, height }} ref={ref} />
        </Portal>
      )}
    />
  )
}
