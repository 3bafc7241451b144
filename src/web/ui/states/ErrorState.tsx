// A place whose content could not be had: what happened, a way to try again, and the catalogue's line for whoever helps.
import type { ReactNode } from 'react'
import { isPassing } from '#shared/passing.ts'
import { RequestLine } from './RequestLine.tsx'
import { RetryButton } from './RetryButton.tsx'

/** As a CallError does. */
interface Told {
  message: string
  literal?: string
  status?: number
  code?: string
  requestId?: string
}

interface Props {
  title: string
  /** Says what happened, unless a description says it better, and ends with its line of the error catalogue. */
  failure?: Told | null | undefined
  description?: ReactNode
  /** Offered where the failure may be over by then. */
  onRetry?: () => void
  /** Another step than asking the same again: it is offered whatever the failure. */
  retryText?: string
  /** Buttons beside the retry. */
  action?: ReactNode
}

export function ErrorState({
  title,
  failure,
  description = failure?.message,
  onRetry,
  retryText,
  action,
}: Props) {
  const again = onRetry && (retryText || !failure || isPassing(failure)) ? onRetry : undefined
  return (
    <div className="state" role="alert">
      <h2 className="state-title">{title}</h2>
      {description && <p className="state-text">{description}</p>}
      {(again || action) && (
        <div className="state-actions">
          {again && (
            <RetryButton failure={null} intent="primary" size="medium" text={retryText} onRetry={again} />
          )}
          {action}
        </div>
      )}
      {failure?.literal && <p className="state-literal">{failure.literal}</p>}
      {failure && <RequestLine failure={failure} />}
    </div>
  )
}
