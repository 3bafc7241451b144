// Where a receiver is used, and its latest deliveries.
import { DialogBody } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { timeText } from '#web/ui/timeText.ts'
import {
  deliveryStatusTitles,
  messageSourceTitles,
  type Receiver,
  type ReceiverUses,
  readReceiverUses,
} from '../contract.ts'
import './receivers.css'

export const showUses = (receiver: Receiver): void => showDialog(<UsesDialog {...receiver} />)

function UsesDialog({ id, name }: Pick<Receiver, 'id' | 'name'>) {
  const [told, setTold] = useState<ReceiverUses | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    call(readReceiverUses, { params: { id } }, { quiet: true, loading: null, signal: asking.signal }).then(
      (answer) => asking.signal.aborted || setTold(answer),
      (error: unknown) => asking.signal.aborted || setFailure(failureOf(error)),
    )
    return () => asking.abort()
  }, [id])
  return (
    <TitledDialog title={`通知渠道「${name}」`} className="receivers-dialog" onClose={closeDialog}>
      <DialogBody>
        {failure && <FailureLine what="使用情况读取失败" failure={failure} />}
        {!told && !failure && <Skeleton lines={6} />}
        {told && <Uses {...told} />}
        {told && <Deliveries deliveries={told.deliveries} />}
      </DialogBody>
    </TitledDialog>
  )
}

function Uses({ uses, hidden }: ReceiverUses) {
  return (
    <section>
      <h3 className="receivers-heading">用在哪里</h3>
      {uses.length + hidden === 0 && <p className="receivers-muted">没有告警或订阅用到它，可以删除。</p>}
      <ul className="receivers-uses">
        {uses.map(({ kind, name, link }) => (
          <li key={`${kind} ${link}`}>
            <span className="receivers-muted">{messageSourceTitles[kind]}</span>
            <Link href={link} onClick={closeDialog}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="receivers-muted">还有 {hidden} 处属于你看不到的游戏。</p>}
    </section>
  )
}

function Deliveries({ deliveries }: Pick<ReceiverUses, 'deliveries'>) {
  return (
    <section>
      <h3 className="receivers-heading">最近的发送</h3>
      {deliveries.length === 0 && <p className="receivers-muted">还没有发送过。</p>}
      <ol className="receivers-deliveries">
        {deliveries.map(({ id, at, source, title, status, tries, problem }) => (
          <li key={id}>
            <p className="receivers-delivery">
              <span>{timeText(at)}</span>
              <span className="receivers-muted">{messageSourceTitles[source]}</span>
              <span>{title}</span>
              <span className={`receivers-status receivers-status-${status}`}>
                {deliveryStatusTitles[status]}
                {tries > 1 && `（第 ${tries} 次）`}
              </span>
            </p>
            {problem !== null && <p className="receivers-problem">{problem}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
