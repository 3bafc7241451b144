// /unsubscribe/{token}: asks for confirmation before it unsubscribes; needs no session and creates none. Mail
// programs that send the form of RFC 8058 to this address do not need the page.
import { Button } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { Brand } from '#web/shell/Brand.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type Leaving, readLeaving, unsubscribe } from '#features/subscription/contract.ts'
import './unsubscribe.css'

export function Page() {
  const { token = '' } = useParams<{ token: string }>()
  const [told, setTold] = useState<Leaving | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    setFailure(null)
    const asking = new AbortController()
    call(readLeaving, { params: { token } }, { ...quiet, signal: asking.signal }).then(
      setTold,
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [token, attempt])
  const send = async (again: boolean) => {
    setBusy(true)
    setFailure(null)
    try {
      setTold(await call(unsubscribe, { params: { token }, body: { again } }, quiet))
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }
  return (
    <div className="unsubscribe">
      <header className="top-bar">
        <Brand linked={false} />
      </header>
      <main className="unsubscribe-card">
        <h1>退订</h1>
        {!told && !failure && <p role="status">加载中...</p>}
        {failure && (
          <FailureLine
            what={told ? '操作失败' : '读取失败'}
            failure={failure}
            {...(!told && { onRetry: () => setAttempt((times) => times + 1) })}
          />
        )}
        {told && (
          <>
            <p role="status">
              {told.stopped
                ? `已退订：${told.address} 不再收到「${told.name}」`
                : `${told.address} 正在收到 ${told.owner} 的订阅「${told.name}」`}
            </p>
            <Button
              intent={told.stopped ? 'none' : 'primary'}
              text={told.stopped ? '重新订阅' : '不再接收'}
              loading={busy}
              onClick={() => void send(told.stopped)}
            />
          </>
        )}
      </main>
    </div>
  )
}
