// A failure in place of its result: what failed, why, a retry button, and the catalogue's line last.
import type { CallError } from '#web/api/callError.ts'
import { RequestLine } from './RequestLine.tsx'
import { RetryButton } from './RetryButton.tsx'

interface Props {
  /** What failed: 恢复失败. */
  what?: string
  failure: CallError
  /** Offered when a retry may succeed. */
  onRetry?: () => void
}

export function FailureLine({ what, failure, onRetry }: Props) {
  const { message, literal } = failure
  return (
    <p className="failure-line" role="alert">
      {what ? `${what}：${message}` : message}
      {onRetry && <RetryButton failure={failure} onRetry={onRetry} />}
      {literal && <span className="state-literal">{literal}</span>}
      <RequestLine failure={failure} />
    </p>
  )
}
