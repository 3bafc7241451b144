// A Blueprint button with a menu below it. The shell's own buttons use MenuButton, whose popup is loaded on demand.
import { type ReactElement, useState } from 'react'
import { MenuKeys } from './MenuKeys.tsx'
import { Popup } from './Popup.tsx'

interface Props {
  /** A Blueprint Menu. */
  menu: ReactElement
  placement?: 'bottom-start' | 'bottom-end'
  children: ReactElement
}

export function PopupMenu({ menu, placement = 'bottom-start', children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popup isOpen={isOpen} onOpen={setOpen} placement={placement} content={<MenuKeys>{menu}</MenuKeys>}>
      {children}
    </Popup>
  )
}
