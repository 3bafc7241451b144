// Without labels the codes speak for themselves, and the reader knows that they are codes.

import { isPassing } from '../../../shared/passing.ts'
import type { CallError } from '../../api/callError.ts'
import { showMessage } from '../../shell/message.ts'

export function tellCodes(failure: CallError, onClick: () => void): void {
  const { message, literal } = failure
  showMessage({
    message: '字典没有读出来，暂时显示编码',
    detail: literal || message,
    intent: 'warning',
    ...(isPassing(failure) && { action: { text: '重试', onClick } }),
  })
}
