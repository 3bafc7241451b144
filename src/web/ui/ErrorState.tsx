// A place whose content could not be had: what happened, and a way to try again.
import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  description?: ReactNode
  onRetry?: () => void
  retryText?: string
  /** Buttons beside the retry. */
  action?: ReactNode
}

export function ErrorState({ title, description, onRetry, retryText = '重试', action }: Props) {
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
    </div>
  )
}
