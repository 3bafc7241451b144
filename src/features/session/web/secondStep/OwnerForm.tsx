// Proves that the owner asks: the password, and the present code where there is one.
import { Button, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import { useSubmit } from '#web/form/useSubmit.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { endSecondStep, openSecondStep, type StepStanding } from '#features/session/contract.ts'
import { LoginField } from '../LoginField.tsx'
import { CodeField } from './CodeField.tsx'

interface Props {
  standing: StepStanding
  onTicket: (ticket: string) => void
}

type Wanted = 'open' | 'end'
const options = { quiet: true, loading: null } as const

export function OwnerForm({ standing: { since, isRequired }, onTicket }: Props) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const isSet = since !== null
  const { submit, busy, failure, problems, mend } = useSubmit<Wanted, { ticket: string }>(async (wanted) => {
    const body = { password, ...(isSet && { code }) }
    if (wanted === 'open') return call(openSecondStep, { body }, options)
    await call(endSecondStep, { body: { password, code } }, options)
    return { ticket: '' }
  })
  const ask = async (wanted: Wanted) => {
    const answer = await submit(wanted)
    if (answer === null) return
    if (wanted === 'open') return onTicket(answer.ticket)
    closeDialog()
    showMessage({ message: '两步登录已关闭', intent: 'success' })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    void ask('open')
  }
  const isFilled = password !== '' && (!isSet || code.trim() !== '')
  return (
    <form className="login-form" noValidate onSubmit={send}>
      <LoginField label="你的密码" id="step-password" problem={problems.password}>
        <InputGroup
          id="step-password"
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            mend('password')
          }}
        />
      </LoginField>
      {isSet && (
        <CodeField
          label="现在的口令，或一个备用码"
          autoFocus={false}
          value={code}
          problem={problems.code}
          onChange={(typed) => {
            setCode(typed)
            mend('code')
          }}
        />
      )}
      {failure && <FailureLine what="操作失败" failure={failure} />}
      <div className="step-buttons">
        {isSet && !isRequired && (
          <Button disabled={!isFilled || busy} text="关闭两步登录" onClick={() => void ask('end')} />
        )}
        <Button
          type="submit"
          intent="primary"
          disabled={!isFilled}
          loading={busy}
          text={isSet ? '重新设置' : '开始设置'}
        />
      </div>
    </form>
  )
}
