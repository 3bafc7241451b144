// A place whose content could not be had: what happened, a way to try again, and the catalogue's line for whoever helps.
import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { RequestLine } from './RequestLine.tsx'

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
  onRetry?: () => void
  retryText?: string
  /** Buttons beside the retry. */
  action?: ReactNode
}

export function ErrorState({
  title,
  failure,
  description = failure?.message,
  onRetry,
  retryText = '重试',
  action,
}: Props) {
  return (
    <div className="state" role="alert">
      <h2 className="state-title">{title}</h2>
      {description && <p className="state-text">{description}</p>}
      {(onRetry || action) && (
        <div className="state-actions">
          {onRetry && <Button intent="primary" text={retryText} onClick={onRetry} />}
          {action}
        </div>
      )}
      {failure?.literal && <p className="state-literal">{failure.literal}</p>}
      {failure && <RequestLine failure={failure} />}
    </div>
  )
}
