// The second step on the page for signing in: a code, or setting the authenticator up.
import { Button } from '@blueprintjs/core'
import { showMessage } from '#web/shell/message.ts'
import { enterAs, type SignInStep } from '../identity.ts'
import { CodeForm } from './CodeForm.tsx'
import { SetUp } from './SetUp.tsx'

interface Props {
  step: SignInStep
  onBack: () => void
}

export function StepAtLogin({ step, onBack }: Props) {
  const gone = () => {
    showMessage({ message: '这次登录已过期，请重新输入密码', intent: 'warning' })
    onBack()
  }
  return (
    <>
      {step.kind === 'code' ? (
        <CodeForm ticket={step.ticket} onDone={enterAs} onGone={gone} />
      ) : (
        <SetUp
          ticket={step.ticket}
          lead="你的角色要求两步登录：以后输入密码，再输入手机上验证器显示的口令。"
          last="进入系统"
          onDone={enterAs}
          onGone={gone}
        />
      )}
      <Button className="login-back" variant="minimal" size="small" text="返回" onClick={onBack} />
    </>
  )
}
