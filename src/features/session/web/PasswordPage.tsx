// /password#token: the owner of a one-time link sets their password, and is signed in with it. The page itself needs
// no session.

import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { Brand } from '#web/shell/Brand.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type LinkTold, openPasswordLink } from '../contract.ts'
import { signIn } from './identity.ts'
import { PasswordForm } from './PasswordForm.tsx'
import './login.css'

/** The token is in the address fragment, which browsers never send. */
const tokenHere = (): string => window.location.hash.slice(1)

/** The focused form is gone; focusing the link lets Enter continue. */
const focusIt = (link: HTMLAnchorElement | null) => link?.focus()

export function PasswordPage() {
  const [token] = useState(tokenHere)
  const [told, setTold] = useState<LinkTold | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [done, setDone] = useState<'no' | 'entering' | 'outside'>('no')
  const enter = async ({ email }: LinkTold, password: string) => {
    setDone('entering')
    // The client has shown why; the form for signing in is one key away.
    const step = await signIn(email, password).catch(() => 'failed')
    // A second step is taken on the page for signing in.
    if (step !== null) setDone('outside')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    setFailure(null)
    const asking = new AbortController()
    call(openPasswordLink, { body: { token: token || '-' } }, { ...quiet, signal: asking.signal }).then(
      setTold,
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [token, attempt])
  return (
    <div className="login">
      <header className="top-bar">
        <Brand linked={false} />
      </header>
      <main className="login-content">
        <div className="login-card">
          <h1 className="login-title">设置密码</h1>
          {done !== 'no' ? (
            <p className="login-subtitle" role="status">
              {done === 'entering'
                ? '密码已设置，正在登录...'
                : '密码已设置，请用新密码登录。之前的登录都已结束。'}
            </p>
          ) : (
            <p className="login-subtitle">{told ? `${told.username}（${told.email}）` : '一次性密码链接'}</p>
          )}
          {failure && (
            <FailureLine
              what="链接打开失败"
              failure={failure}
              onRetry={() => setAttempt((times) => times + 1)}
            />
          )}
          {!told && !failure && <p role="status">加载中...</p>}
          {told && done === 'no' && (
            <PasswordForm token={token} told={told} onDone={(password) => void enter(told, password)} />
          )}
          {(done === 'outside' || failure) && (
            <Link ref={focusIt} className="bp6-button bp6-intent-primary login-on" href={pages.login()}>
              去登录
            </Link>
          )}
        </div>
      </main>
    </div>
  )
}
