// A dialog with a title and a Chinese close button; Blueprint's own button has an English name.
import { Button, Dialog } from '@blueprintjs/core'
import { SmallCross } from '@blueprintjs/icons'
import { type ReactNode, useCallback, useId } from 'react'
import { FocusReturn } from '../focus/FocusReturn.tsx'
import { MissingPlace } from '../missing/MissingPlace.tsx'

interface Props {
  title: string
  className?: string
  onClose: () => void
  children: ReactNode
}

/** Such a title may be cut. */
const longTitle = 20

/** If no field took the focus, it would stay on Blueprint's focus trap outside the dialog. */
function focusWithin(dialog: HTMLElement | null | undefined): void {
  if (!dialog || dialog.contains(document.activeElement)) return
  const field = dialog.querySelector<HTMLElement>('.bp6-dialog-body :is(input, textarea, select):enabled')
  const first = field ?? dialog.querySelector<HTMLElement>('.bp6-dialog-close-button')
  first?.focus({ preventScroll: true })
}

export function TitledDialog({ title, className, onClose, children }: Props) {
  const titleId = useId()
  const head = useCallback(
    (drawn: HTMLElement | null) => focusWithin(drawn?.closest<HTMLElement>('.bp6-dialog')),
    [],
  )
  return (
    <Dialog
      isOpen
      className={className}
      shouldReturnFocusOnClose={false}
      onClose={onClose}
      aria-labelledby={titleId}
    >
      <FocusReturn />
      <div className="bp6-dialog-header" ref={head}>
        <h2
          className="bp6-heading dialog-title"
          id={titleId}
          title={title.length > longTitle ? title : undefined}
        >
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
      <MissingPlace>{children}</MissingPlace>
    </Dialog>
  )
}
