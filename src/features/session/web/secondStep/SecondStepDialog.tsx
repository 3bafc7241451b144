// 两步登录: the user's own second step, from the user menu. The password is asked for again before anything changes.
import { DialogBody } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { useSession } from '#web/shell/session.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { type LoginReply, readSecondStep, type StepStanding } from '#features/session/contract.ts'
import { OwnerForm } from './OwnerForm.tsx'
import { SetUp } from './SetUp.tsx'
import './secondStep.css'
import '../login.css'

export const showSecondStep = (): void => showDialog(<SecondStepDialog />)

function SecondStepDialog() {
  const [standing, setStanding] = useState<StepStanding | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [ticket, setTicket] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    setFailure(null)
    const asking = new AbortController()
    call(readSecondStep, {}, { ...quiet, signal: asking.signal }).then(setStanding, (error: unknown) => {
      if (!asking.signal.aborted) setFailure(failureOf(error))
    })
    return () => asking.abort()
  }, [attempt])
  const done = (identity: LoginReply) => {
    closeDialog()
    useSession.getState().accept(identity)
    showMessage({ message: '两步登录已设置', detail: '别处的登录都已结束', intent: 'success' })
  }
  return (
    <TitledDialog title="两步登录" className="step-dialog" onClose={closeDialog}>
      <DialogBody>
        {failure && (
          <FailureLine what="读取失败" failure={failure} onRetry={() => setAttempt((times) => times + 1)} />
        )}
        {!standing && !failure && <p role="status">加载中...</p>}
        {standing && ticket === null && (
          <>
            <Standing standing={standing} />
            <OwnerForm standing={standing} onTicket={setTicket} />
          </>
        )}
        {ticket !== null && (
          <SetUp
            ticket={ticket}
            lead="以后登录时输入密码，再输入验证器显示的口令。"
            last="完成"
            onDone={done}
            onGone={() => setTicket(null)}
          />
        )}
      </DialogBody>
    </TitledDialog>
  )
}

function Standing({ standing: { since, isRequired, recoveryLeft } }: { standing: StepStanding }) {
  if (since === null)
    return <p className="step-lead">还没有设置。设置后，只知道密码的人不能用你的账号登录。</p>
  return (
    <p className="step-lead">
      {timeText(since)} 设置，还有 {recoveryLeft} 个备用码。换手机或备用码快用完时，重新设置即可
      {isRequired ? '；你的角色要求两步登录，不能关闭。' : '。'}
    </p>
  )
}
