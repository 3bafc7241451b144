// Shown where content could not be loaded: what happened, a retry button, and the catalogue's line for support.
import type { ReactNode } from 'react'
import { isPassing } from '#shared/passing.ts'
import { RequestLine } from './RequestLine.tsx'
import { RetryButton } from './RetryButton.tsx'

/** The shape of a CallError. */
interface Told {
  message: string
  literal?: string
  status?: number
  code?: string
  requestId?: string
}

interface Props {
  title: string
  /** In place of a whole page: its title is the page's. */
  isPage?: boolean
  /** Supplies the description, unless one is given, and the line of the error catalogue. */
  failure?: Told | null | undefined
  description?: ReactNode
  /** Offered when a retry may succeed. */
  onRetry?: () => void
  /** Text of an action other than a retry: it is offered whatever the failure. */
  retryText?: string
  /** Buttons beside the retry button. */
  action?: ReactNode
}

export function ErrorState({
  title,
  isPage,
  failure,
  description = failure?.message,
  onRetry,
  retryText,
  action,
}: Props) {
  const Title = isPage ? 'h1' : 'h2'
  const again = onRetry && (retryText || !failure || isPassing(failure)) ? onRetry : undefined
  return (
    <div className="state" role="alert">
      <Title className="state-title">{title}</Title>
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
