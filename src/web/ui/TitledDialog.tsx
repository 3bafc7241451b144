// A dialog with a title and a close button that speak Chinese; Blueprint's own button is named in English.
import { Button, Dialog } from '@blueprintjs/core'
import { SmallCross } from '@blueprintjs/icons'
import { type ReactNode, useId } from 'react'
import { FocusReturn } from './focus/FocusReturn.tsx'

interface Props {
  title: string
  className?: string
  onClose: () => void
  children: ReactNode
}

export function TitledDialog({ title, className, onClose, children }: Props) {
  const titleId = useId()
  return (
    <Dialog
      isOpen
      className={className}
      shouldReturnFocusOnClose={false}
      onClose={onClose}
      aria-labelledby={titleId}
    >
      <FocusReturn />
      <div className="bp6-dialog-header">
        <h2 className="bp6-heading dialog-title" id={titleId}>
          {title}
        </h2>
        <Button
          className="bp6-dialog-close-button"
          variant="minimal"
          icon={<SmallCross />}
          aria-label="关闭"
          onClick={onClose}
        />
      </div>
      {children}
    </Dialog>
  )
}
