// User name and password. The typed values stay when the server refuses them.
import { Button, InputGroup } from '@blueprintjs/core'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { installation } from '#web/shell/installation.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { type SignInStep, signIn } from './identity.ts'
import { LoginField } from './LoginField.tsx'
import { ProviderButtons } from './provider/ProviderButtons.tsx'
import { type LoginProblems, problemsOf } from './validation.ts'

interface Props {
  /** The password was right, and a second step follows. */
  onStep: (step: SignInStep) => void
}

const hintOf = (directory: string | null): string =>
  directory === null
    ? '忘记密码请联系管理员，取得一次性的密码链接'
    : `用${directory}的用户名和密码，或本地账号登录；本地账号忘记密码请联系管理员`

export function LoginForm({ onStep }: Props) {
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<LoginProblems>({})
  const [waiting, setWaiting] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const { directory } = installation()
  const userField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (waiting) return
    const found = problemsOf(user, password)
    setProblems(found)
    if (found.user) return userField.current?.focus()
    if (found.password) return passwordField.current?.focus()
    setWaiting(true)
    try {
      const step = await signIn(user.trim(), password)
      if (step) onStep(step)
    } catch {
      // The client has shown the reason; the usual cause is a wrong password, so the focus goes there.
      setWaiting(false)
      passwordField.current?.focus()
      passwordField.current?.select()
    }
  }

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <form
      className="login-form"
      noValidate
      onSubmit={submit}
      onKeyUp={watchCapsLock}
      onKeyDown={watchCapsLock}
    >
      <LoginField label="用户名" id="login-user" problem={problems.user}>
        <InputGroup
          id="login-user"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          inputRef={userField}
          value={user}
          intent={problems.user ? 'danger' : 'none'}
          aria-invalid={problems.user !== undefined}
          onChange={(event) => {
            setUser(event.currentTarget.value)
            setProblems({ ...problems, user: undefined })
          }}
        />
      </LoginField>
      <LoginField
        label="密码"
        id="login-password"
        problem={problems.password}
        hint={capsLock ? '大写锁定已打开' : undefined}
      >
        <InputGroup
          id="login-password"
          name="password"
          type="password"
          autoComplete="current-password"
          inputRef={passwordField}
          value={password}
          intent={problems.password ? 'danger' : 'none'}
          aria-invalid={problems.password !== undefined}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setProblems({ ...problems, password: undefined })
          }}
        />
      </LoginField>
      <Button className="login-button" type="submit" intent="primary" fill loading={waiting}>
        Log in
        <Kbd keys="enter" />
      </Button>
      <p className="login-hint">{hintOf(directory)}</p>
      <ProviderButtons />
      {installation().demo && (
        <DemoAccounts
          onChoose={(account) => {
            setUser(account.user)
            setPassword(account.password)
            setProblems({})
            passwordField.current?.focus()
          }}
        />
      )}
    </form>
  )
}
