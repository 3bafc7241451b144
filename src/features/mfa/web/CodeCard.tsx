// One account with its current code, which hides when the user goes idle.
import { Button } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import type { MfaAccount } from '../contract.ts'
import { copyCode, isConsoleAccount, openConsole } from './actions.tsx'
import { type ShownCode, useMfa } from './store.ts'

/** In groups that are easy to read: 123 456, 1234 5678. */
const grouped = (code: string): string => {
  const half = Math.ceil(code.length / 2)
  return `${code.slice(0, half)} ${code.slice(half)}`
}

export function CodeCard({ account, code }: { account: MfaAccount; code: ShownCode | undefined }) {
  const { id, name, issuer, account: user } = account
  const problem = code?.problem || account.problem
  const isSelected = useMfa(({ selected }) => selected === id)
  return (
    <li id={`mfa-${id}`} className="mfa-card" aria-current={isSelected ? 'true' : undefined}>
      <div className="mfa-about">
        <h2>{name}</h2>
        <p className="mfa-muted">{[issuer, user].filter(Boolean).join('，') || '没有说明'}</p>
      </div>
      {problem ? (
        <p className="mfa-problem">{problem}</p>
      ) : (
        <button
          type="button"
          className="mfa-code"
          onFocus={() => useMfa.setState({ selected: id })}
          onClick={() => void copyCode(id)}
        >
          <span className="visually-hidden">{`${code ? '复制' : '显示并复制'} ${name} 的口令 `}</span>
          {code ? grouped(code.code) : <span aria-hidden="true">••• •••</span>}
        </button>
      )}
      {code && code.problem === '' && <Left code={code} />}
      {!code && !problem && <span className="mfa-muted mfa-left">已隐藏</span>}
      {isConsoleAccount(account) && (
        <Button className="mfa-console" text="打开控制台" onClick={() => void openConsole()} />
      )}
    </li>
  )
}

/** CSS animates the ring; only the number is rendered each second. */
function Left({ code }: { code: ShownCode }) {
  const { endsAt, period, next } = code
  const [left, setLeft] = useState(() => leftUntil(endsAt))
  useEffect(() => {
    setLeft(leftUntil(endsAt))
    const timer = setInterval(() => setLeft(leftUntil(endsAt)), 250)
    return () => clearInterval(timer)
  }, [endsAt])
  const passed = period - (endsAt - performance.now()) / 1_000
  return (
    <span className="mfa-left">
      <svg className="mfa-ring" viewBox="0 0 20 20" aria-hidden="true">
        <circle className="mfa-ring-whole" cx="10" cy="10" r="8" />
        <circle
          key={endsAt}
          className={left <= 5 ? 'mfa-ring-left mfa-ring-ending' : 'mfa-ring-left'}
          cx="10"
          cy="10"
          r="8"
          pathLength="100"
          style={{ animationDuration: `${period}s`, animationDelay: `${-passed}s` }}
        />
      </svg>
      <span>还有 {left} 秒</span>
      {next !== null && <span className="mfa-muted">下一个 {grouped(next)}</span>}
    </span>
  )
}

const leftUntil = (endsAt: number): number => Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))
