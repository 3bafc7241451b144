// Shown where there is nothing: says so, and offers the next step.
import type { ReactElement, ReactNode } from 'react'

interface Props {
  title: string
  description?: ReactNode
  /** A Blueprint icon, as an element. */
  icon?: ReactElement
  /** Buttons. */
  action?: ReactNode
}

export function EmptyState({ title, description, icon, action }: Props) {
  return (
    <div className="state">
      {icon && <div className="state-icon">{icon}</div>}
      <h2 className="state-title">{title}</h2>
      {description && <p className="state-text">{description}</p>}
      {action && <div className="state-actions">{action}</div>}
    </div>
  )
}
