// The new password, typed twice.
import { Button, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { shortestPassword } from '#shared/passwords.ts'
import { call } from '#web/api/client.ts'
import { useSubmit } from '#web/form/useSubmit.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type LinkTold, setPassword } from '../contract.ts'
import { LoginField } from './LoginField.tsx'

interface Props {
  token: string
  told: LinkTold
  onDone: (password: string) => void
}

export function PasswordForm({ token, told, onDone }: Props) {
  const [password, setTyped] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<{ password?: string; again?: string }>({})
  const { submit, busy, failure, problems } = useSubmit<string, true>(async (wanted) => {
    await call(setPassword, { body: { token, password: wanted } }, { quiet: true, loading: null })
    return true
  })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(password, again)
    setProblem(found)
    if (found.password || found.again) return
    if (await submit(password)) onDone(password)
  }
  return (
    <form className="login-form" noValidate onSubmit={(event) => void send(event)}>
      <input type="hidden" name="username" autoComplete="username" value={told.email} readOnly />
      <LoginField
        label="新密码"
        id="new-password"
        problem={problem.password ?? problems.password}
        hint={`至少 ${shortestPassword} 个字符`}
      >
        <InputGroup
          id="new-password"
          type="password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </LoginField>
      <LoginField label="再输一次" id="new-password-again" problem={problem.again}>
        <InputGroup
          id="new-password-again"
          type="password"
          autoComplete="new-password"
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
      </LoginField>
      {failure && <FailureLine what="设置失败" failure={failure} />}
      <Button className="login-button" type="submit" intent="primary" fill loading={busy}>
        设置密码
        <Kbd keys="enter" />
      </Button>
    </form>
  )
}

function problemOf(password: string, again: string): { password?: string; again?: string } {
  if (password === '') return { password: '请输入新密码' }
  if ([...password].length < shortestPassword) return { password: `密码至少 ${shortestPassword} 个字符` }
  return again === password ? {} : { again: '两次输入的密码不一样' }
}
