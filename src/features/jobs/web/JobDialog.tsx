// One job: its history, and its payload without secrets.
import { DialogBody } from '@blueprintjs/core'
import { call } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { useAsked } from '#web/ui/useAsked.ts'
import { getJob, type JobDetail } from '../contract.ts'
import { Facts } from './Facts.tsx'
import { Told } from './Told.tsx'
import { spanText, statusText, tookMs } from './words.ts'
import './jobs.css'

export const showJob = (id: string): void => showDialog(<JobDialog id={id} />)

function JobDialog({ id }: { id: string }) {
  const told = useAsked(id, (signal) =>
    call(getJob, { query: { id } }, { quiet: true, loading: null, signal }),
  )
  return (
    <TitledDialog
      title={`任务：${told.value?.job.title ?? ''}`}
      className="jobs-dialog"
      onClose={closeDialog}
    >
      <DialogBody>
        <Told told={told}>{(detail) => <Detail {...detail} />}</Told>
      </DialogBody>
    </TitledDialog>
  )
}

const timeOr = (moment: string | null, otherwise: string) => (moment === null ? otherwise : timeText(moment))

function Detail({ job, payload, timeoutMs, keptUntil }: JobDetail) {
  const facts: [string, string][] = [
    ['状态', statusText(job)],
    ...(job.problem ? [['原因', job.problem] as [string, string]] : []),
    ...(job.step ? [['步骤', job.step] as [string, string]] : []),
    ['发起人', job.who || '（系统）'],
    ['提交', timeText(job.enqueuedAt)],
    ['不早于', timeOr(job.runAt, '（立即）')],
    ['开始', timeOr(job.startedAt, '（还没有开始）')],
    ['结束', timeOr(job.endedAt, '（还没有结束）')],
    ['用时', spanText(tookMs(job)) || '（还没有开始）'],
    ['次数', job.tries === null ? String(job.attempt) : `第 ${job.attempt} 次，最多 ${job.tries} 次`],
    ...(timeoutMs === null ? [] : [['时限', spanText(timeoutMs)] as [string, string]]),
    ...(job.schedule ? [['定时', job.scheduleName || job.schedule] as [string, string]] : []),
    ...(job.fireAt ? [['定时应在', timeText(job.fireAt)] as [string, string]] : []),
    ...(keptUntil ? [['保留至', timeText(keptUntil)] as [string, string]] : []),
    ['编号', job.id],
    ['类型', job.kind],
    ...payload.map(({ name, value }): [string, string] => [
      `参数 ${name}`,
      value ?? '（可能含敏感内容，不显示）',
    ]),
  ]
  return <Facts label="任务详情" facts={facts} />
}
