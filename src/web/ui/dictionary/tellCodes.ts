// Without labels the codes speak for themselves, and the reader knows that they are codes.
import type { CallError } from '../../api/callError.ts'
import { showMessage } from '../../shell/message.ts'

export function tellCodes({ message, literal }: CallError, onClick: () => void): void {
  showMessage({
    message: '字典没有读出来，暂时显示编码',
    detail: literal || message,
    intent: 'warning',
    action: { text: '重试', onClick },
  })
}
