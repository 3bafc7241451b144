// What was sent to a webhook, and what came back. One press sends it again.
import { Button, DialogBody } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { timeText } from '#web/ui/timeText.ts'
import {
  eventTitle,
  readWebhookDeliveries,
  resendWebhookDelivery,
  testEvent,
  type Webhook,
  type WebhookDelivery,
  webhookStatusTitles,
} from '../contract.ts'
import './webhooks.css'

const everyMs = 1_500

export const showDeliveries = (webhook: Webhook, onRead: (webhook: Webhook) => void): void =>
  showDialog(<DeliveriesDialog webhook={webhook} onRead={onRead} />)

interface Props {
  webhook: Webhook
  onRead: (webhook: Webhook) => void
}

function DeliveriesDialog({ webhook: { id, name }, onRead }: Props) {
  const [deliveries, setDeliveries] = useState<readonly WebhookDelivery[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [unsent, setUnsent] = useState<CallError | null>(null)
  const waits = deliveries?.some(({ status }) => status === 'waiting') ?? true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is only told of what was read.
  useEffect(() => {
    const asking = new AbortController()
    const read = () =>
      call(readWebhookDeliveries, { params: { id } }, { ...quiet, signal: asking.signal }).then(
        (answer) => {
          if (asking.signal.aborted) return
          setDeliveries(answer.deliveries)
          setFailure(null)
          onRead(answer.webhook)
        },
        (error: unknown) => asking.signal.aborted || setFailure(failureOf(error)),
      )
    void read()
    const timer = waits ? setInterval(() => void read(), everyMs) : undefined
    return () => {
      asking.abort()
      clearInterval(timer)
    }
  }, [id, waits])
  const resend = (delivery: WebhookDelivery) =>
    call(resendWebhookDelivery, { params: { id: delivery.id }, body: {} }, quiet).then(
      (answer) => {
        setDeliveries(answer.deliveries)
        setUnsent(null)
        onRead(answer.webhook)
      },
      (error: unknown) => setUnsent(failureOf(error)),
    )
  return (
    <TitledDialog title={`「${name}」的发送记录`} className="webhooks-dialog" onClose={closeDialog}>
      <DialogBody>
        {failure && <FailureLine what="发送记录读取失败" failure={failure} />}
        {unsent && <FailureLine what="再次发送失败" failure={unsent} />}
        {!deliveries && !failure && <Skeleton lines={6} />}
        {deliveries?.length === 0 && <p className="webhooks-muted">还没有发送过。</p>}
        <ol className="webhooks-deliveries">
          {deliveries?.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} onResend={() => void resend(delivery)} />
          ))}
        </ol>
      </DialogBody>
    </TitledDialog>
  )
}

function Delivery({ delivery, onResend }: { delivery: WebhookDelivery; onResend: () => void }) {
  const { event, subject, status, tries, httpStatus, ms, answer, problem, again, at } = delivery
  const came = [
    ...(httpStatus === null ? [] : [`HTTP ${httpStatus}`]),
    ...(ms === null ? [] : [`${ms} 毫秒`]),
    ...(tries > 1 ? [`试了 ${tries} 次`] : []),
    ...(again ? ['再次发送'] : []),
  ].join(' · ')
  return (
    <li className="webhooks-delivery">
      <div className="webhooks-line">
        <span className={`webhooks-status webhooks-status-${status}`}>{webhookStatusTitles[status]}</span>
        <span className="webhooks-what">
          {eventTitle(event)}：{subject}
        </span>
        <span className="webhooks-muted">{timeText(at)}</span>
        {event !== testEvent && (
          <Button
            small
            variant="minimal"
            text={status === 'waiting' ? '现在就试' : '再发一次'}
            aria-label={`${status === 'waiting' ? '现在就试' : '再发一次'}：${eventTitle(event)}：${subject}`}
            onClick={onResend}
          />
        )}
      </div>
      {came !== '' && <p className="webhooks-muted">{came}</p>}
      {problem !== null && <p className="webhooks-problem">{problem}</p>}
      {answer !== '' && <code className="webhooks-answer">{answer}</code>}
    </li>
  )
}
