// A drawer at the side of the window: a dialog with a title and a Chinese close button.
import { Button, Drawer } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { type ReactNode, useId } from 'react'
import { FocusReturn } from '../focus/FocusReturn.tsx'
import { MissingPlace } from '../missing/MissingPlace.tsx'

interface Props {
  title: string
  side: 'left' | 'right'
  /** In pixels; never wider than the window. */
  width: number
  onClose: () => void
  children: ReactNode
}

export function SideDrawer({ title, side, width, onClose, children }: Props) {
  const titleId = useId()
  return (
    <Drawer
      className="side-drawer"
      isOpen
      position={side}
      size={`min(${width}px, 100vw)`}
      transitionDuration={0}
      shouldReturnFocusOnClose={false}
      onClose={onClose}
    >
      <FocusReturn />
      <div className="side-drawer-dialog" role="dialog" aria-modal="true" aria-labelledby={titleId}>
        <div className="side-drawer-head">
          <h2 className="side-drawer-title" id={titleId}>
            {title}
          </h2>
          <Button variant="minimal" icon={<Cross />} aria-label="关闭" autoFocus onClick={onClose} />
        </div>
        <div className="side-drawer-body">
          <MissingPlace>{children}</MissingPlace>
        </div>
      </div>
    </Drawer>
  )
}
