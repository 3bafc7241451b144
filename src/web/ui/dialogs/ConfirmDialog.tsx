// Asks before something is deleted. The confirm button is focused: Enter confirms, Esc cancels.
import { Alert } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { AlertText } from './AlertText.tsx'

interface Props {
  confirm: string
  /** Replaces 取消, where that text would be ambiguous. */
  refuse?: string
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

const focusConfirm = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>('.bp6-alert-footer .bp6-intent-danger')?.focus()

export function ConfirmDialog({ confirm, refuse = '取消', onClose, onConfirm, children }: Props) {
  return (
    <Alert
      isOpen
      intent="danger"
      confirmButtonText={confirm}
      cancelButtonText={refuse}
      canEscapeKeyCancel
      canOutsideClickCancel
      onOpening={focusConfirm}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <AlertText>{children}</AlertText>
    </Alert>
  )
}
