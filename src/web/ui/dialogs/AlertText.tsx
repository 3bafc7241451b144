// The text of an alert, which is also its accessible name: Blueprint's alert accepts none.
import { type ReactNode, useCallback, useId } from 'react'
import { FocusReturn } from '../focus/FocusReturn.tsx'

export function AlertText({ children }: { children: ReactNode }) {
  const id = useId()
  const name = useCallback(
    (drawn: HTMLElement | null) =>
      drawn?.closest('[role="alertdialog"]')?.setAttribute('aria-labelledby', id),
    [id],
  )
  return (
    <div id={id} ref={name}>
      <FocusReturn />
      {children}
    </div>
  )
}
