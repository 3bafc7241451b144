// Shown where there is nothing: says so, and offers the next step.
import type { ReactElement, ReactNode } from 'react'

interface Props {
  title: string
  /** In place of a whole page: its title is the page's. */
  isPage?: boolean
  description?: ReactNode
  /** A Blueprint icon, as an element. */
  icon?: ReactElement
  /** Buttons. */
  action?: ReactNode
}

export function EmptyState({ title, isPage, description, icon, action }: Props) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className="state">
      {icon && <div className="state-icon">{icon}</div>}
      <Title className="state-title">{title}</Title>
      {description && <p className="state-text">{description}</p>}
      {action && <div className="state-actions">{action}</div>}
    </div>
  )
}
