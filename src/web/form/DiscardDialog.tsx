// Asks before typed input is discarded. Esc returns to the form.
import { Alert } from '@blueprintjs/core'
import { AlertText } from '../ui/dialogs/AlertText.tsx'

const focusStay = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>('.bp6-alert-footer .bp6-button:not(.bp6-intent-danger)')?.focus()

export function DiscardDialog({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <Alert
      isOpen
      intent="danger"
      confirmButtonText="放弃修改"
      cancelButtonText="继续编辑"
      canEscapeKeyCancel
      canOutsideClickCancel
      onOpening={focusStay}
      onCancel={onStay}
      onConfirm={onDiscard}
    >
      <AlertText>
        <p>有未保存的修改，确定放弃吗？</p>
      </AlertText>
    </Alert>
  )
}
