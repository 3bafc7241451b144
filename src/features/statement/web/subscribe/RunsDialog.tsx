// The past sendings of a subscription, newest first, with the result for each recipient.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { type SubscriptionRun, subscriptionRuns } from '#features/subscription/contract.ts'
import { stateTitles } from './columns.tsx'
import './subscribe.css'

export const showRuns = (id: number, name: string): void =>
  showDialog(<RunsDialog key={id} id={id} name={name} />)

const reasonTitles: Record<SubscriptionRun['reason'], string> = {
  schedule: '定时',
  fresh: '数据到齐',
  late: '数据未到齐',
  now: '手动',
  restated: '数据修订',
}

const toldTitles: Record<SubscriptionRun['told'][number]['state'], string> = {
  inbox: '已到站内信',
  waiting: '发送中',
  sent: '已送达',
  failed: '未送达',
  unknown: '结果未知',
  skipped: '未发送',
  quiet: '无需发送',
}

function RunsDialog({ id, name }: { id: number; name: string }) {
  const [runs, setRuns] = useState<readonly SubscriptionRun[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    call(subscriptionRuns, { params: { id } }, { quiet: true, loading: null, signal: asking.signal }).then(
      setRuns,
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [id])
  return (
    <TitledDialog title={`发送记录：${name}`} className="subscribe-runs" onClose={closeDialog}>
      <DialogBody>
        {!runs && !failure && <p role="status">加载中...</p>}
        {failure && <FailureLine what="发送记录读取失败" failure={failure} />}
        {runs?.length === 0 && <p role="status">还没有发过</p>}
        {runs?.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </DialogBody>
      <DialogFooter actions={<Button text="关闭" onClick={closeDialog} />} />
    </TitledDialog>
  )
}

function Run({ run }: { run: SubscriptionRun }) {
  const { at, reason, state, problem, told } = run
  return (
    <section className="subscribe-run">
      <h3>
        {timeText(at)}
        <span>{reasonTitles[reason]}</span>
        <span data-state={state}>{stateTitles[state]}</span>
      </h3>
      {problem && <p>{problem}</p>}
      {told.length > 0 && (
        <SmallTable>
          <tbody>
            {told.map((one, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none moves.
              <tr key={place}>
                <td>{one.name}</td>
                <td data-state={one.state}>{toldTitles[one.state]}</td>
                <td>{one.problem ?? ''}</td>
                <td>{one.at ? timeText(one.at) : ''}</td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </section>
  )
}
