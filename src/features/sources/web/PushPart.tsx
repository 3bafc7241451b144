// Where rows are pushed to, and the token for it: shown once, made anew or ended here.
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { makePushToken, revokePushToken, type Source } from '../contract.ts'

export function PushPart({ source }: { source: Source }) {
  const { id, push, editable } = source
  const [told, setTold] = useState<{ token: string | null; push: Source['push'] } | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const shown = told?.push ?? push
  if (!shown) return null
  const work = async (send: () => Promise<{ token: string | null; push: Source['push'] }>) => {
    setBusy(true)
    setFailure(null)
    try {
      setTold(await send())
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }
  const make = () =>
    work(async () => {
      const made = await call(makePushToken, { params: { id }, body: {} }, quiet)
      return { token: made.token, push: made.source.push }
    })
  const revoke = () =>
    work(async () => {
      const { push: after } = await call(revokePushToken, { params: { id }, body: {} }, quiet)
      return { token: null, push: after }
    })
  const { tokenAt, usedAt, waiting, path } = shown
  return (
    <section aria-live="polite">
      <h3 className="sources-heading">推送到这里</h3>
      <p className="sources-text">
        <code>POST {path}</code>
      </p>
      <p className="sources-muted">
        {[
          tokenAt === null ? '还没有密钥' : `密钥生成于 ${timeText(tokenAt)}`,
          tokenAt !== null && (usedAt === null ? '没有用过' : `最近用于 ${timeText(usedAt)}`),
          waiting > 0 ? `已收下、等着载入 ${waiting.toLocaleString('en-US')} 行` : '',
        ]
          .filter(Boolean)
          .join('，')}
      </p>
      {told?.token && (
        <p className="sources-token">
          <code>{told.token}</code>
          <span className="sources-muted">只显示这一次，请现在抄下</span>
        </p>
      )}
      {failure && <FailureLine what="更改密钥失败" failure={failure} />}
      {editable && (
        <div className="sources-buttons">
          <Button
            size="small"
            loading={busy}
            text={tokenAt === null ? '生成密钥' : '换一个密钥'}
            onClick={() => void make()}
          />
          {tokenAt !== null && (
            <Button size="small" disabled={busy} text="撤销密钥" onClick={() => void revoke()} />
          )}
        </div>
      )}
    </section>
  )
}
