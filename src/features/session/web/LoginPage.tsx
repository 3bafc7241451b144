// /login.

import { Brand } from '#web/shell/Brand.tsx'
import { installation } from '#web/shell/installation.ts'
import { LoginForm } from './LoginForm.tsx'

export function LoginPage() {
  return (
    <div className="login">
      <header className="top-bar">
        <Brand linked={false} />
      </header>
      <main className="login-content">
        <div className="login-card">
          <h1 className="login-title">登录</h1>
          <p className="login-subtitle">{installation().title} 数据后台</p>
          <LoginForm />
        </div>
      </main>
    </div>
  )
}
