// The code at sign-in.
import { Button } from '@blueprintjs/core'
import { call } from '#web/api/client.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { answerSecondStep, type LoginReply } from '#features/session/contract.ts'
import { CodeField } from './CodeField.tsx'
import { useCode } from './useCode.ts'

interface Props {
  ticket: string
  onDone: (identity: LoginReply) => void
  onGone: () => void
}

export function CodeForm({ ticket, onDone, onGone }: Props) {
  const { code, change, problem, busy, failure, enter } = useCode<LoginReply>({
    send: (typed) =>
      call(answerSecondStep, { body: { ticket, code: typed } }, { quiet: true, loading: null }),
    onAnswer: onDone,
    onGone,
  })
  return (
    <form className="login-form" noValidate onSubmit={(event) => void enter(event)}>
      <CodeField
        label="验证器上现在的口令"
        hint="6 位数字；手机不在身边时填一个备用码"
        value={code}
        problem={problem}
        onChange={change}
      />
      {failure && <FailureLine what="登录失败" failure={failure} />}
      <Button className="login-button" type="submit" intent="primary" fill loading={busy}>
        继续
        <Kbd keys="enter" />
      </Button>
    </form>
  )
}
