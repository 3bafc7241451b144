// Asks before something is deleted. The confirm button is focused: Enter confirms, Esc cancels. Where a second
// press of Enter would do what nobody can take back, the refusing button is focused instead.
import { Alert } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { AlertText } from './AlertText.tsx'

interface Props {
  confirm: string
  /** Replaces 取消, where that text would be ambiguous. */
  refuse?: string
  /** Focuses the refusing button: what follows can't be taken back. */
  careful?: boolean
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

const focusOn = (button: string) => (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>(`.bp6-alert-footer ${button}`)?.focus()
const focusConfirm = focusOn('.bp6-intent-danger')
const focusRefuse = focusOn('.bp6-button:not(.bp6-intent-danger)')

export function ConfirmDialog({ confirm, refuse = '取消', careful, onClose, onConfirm, children }: Props) {
  return (
    <Alert
      isOpen
      intent="danger"
      confirmButtonText={confirm}
      cancelButtonText={refuse}
      canEscapeKeyCancel
      canOutsideClickCancel
      onOpening={careful ? focusRefuse : focusConfirm}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <AlertText>{children}</AlertText>
    </Alert>
  )
}
