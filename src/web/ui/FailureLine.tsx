// A failure within a form or a dialog: what was meant, what happened, and the catalogue's line last.
import type { CallError } from '../api/callError.ts'
import { RequestLine } from './RequestLine.tsx'

interface Props {
  /** What did not come about: 没有恢复. */
  what?: string
  failure: CallError
}

export function FailureLine({ what, failure }: Props) {
  const { message, literal } = failure
  return (
    <p className="failure-line" role="alert">
      {what ? `${what}：${message}` : message}
      {literal && <span className="state-literal">{literal}</span>}
      <RequestLine failure={failure} />
    </p>
  )
}
