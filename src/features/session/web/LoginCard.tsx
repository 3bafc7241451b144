// The card of the pages without a session, under the top bar.
import type { ReactNode } from 'react'
import { Brand } from '#web/shell/Brand.tsx'
import './login.css'

interface Props {
  title: string
  subtitle?: ReactNode
  children: ReactNode
}

export function LoginCard({ title, subtitle, children }: Props) {
  return (
    <div className="login">
      <header className="top-bar">
        <Brand linked={false} />
      </header>
      <main className="login-content">
        <div className="login-card">
          <h1 className="login-title">{title}</h1>
          {subtitle && <p className="login-subtitle">{subtitle}</p>}
          {children}
        </div>
      </main>
    </div>
  )
}
