// Sets the authenticator up: a QR code or a typed secret, a code that proves it, and the recovery codes.
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import {
  type ConfirmedStep,
  type LoginReply,
  type StartedStep,
  startSecondStep,
} from '#features/session/contract.ts'
import { ProveForm } from './ProveForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import './secondStep.css'

interface Props {
  ticket: string
  lead: string
  /** The button below the recovery codes. */
  last: string
  onDone: (identity: LoginReply) => void
  onGone: () => void
}

export function SetUp({ ticket, lead, last, onDone, onGone }: Props) {
  const [started, setStarted] = useState<StartedStep | null>(null)
  const [confirmed, setConfirmed] = useState<ConfirmedStep | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew; onGone is not what it depends on.
  useEffect(() => {
    setFailure(null)
    const asking = new AbortController()
    const options = { quiet: true, loading: null, signal: asking.signal }
    call(startSecondStep, { body: { ticket } }, options).then(setStarted, (error: unknown) => {
      if (asking.signal.aborted) return
      const told = failureOf(error)
      if (told.code === 'ticket_invalid') onGone()
      else setFailure(told)
    })
    return () => asking.abort()
  }, [ticket, attempt])
  if (confirmed)
    return <RecoveryCodes codes={confirmed.recovery} last={last} onDone={() => onDone(confirmed.identity)} />
  return (
    <>
      <p className="step-lead">{lead}</p>
      {failure && (
        <FailureLine what="设置失败" failure={failure} onRetry={() => setAttempt((times) => times + 1)} />
      )}
      {!started && !failure && <p role="status">加载中...</p>}
      {started && <ProveForm ticket={ticket} started={started} onDone={setConfirmed} onGone={onGone} />}
    </>
  )
}
