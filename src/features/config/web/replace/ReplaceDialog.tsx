// Replaces a point by another in all reports, formulas and alarms: choice, preview, then all changes at once.
import { Button, Callout, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { call, quiet } from '#web/api/client.ts'
import { closeDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { type PointReplacement, replaceReportPoint } from '#features/config/contract.ts'
import { renewLists } from '../listOf.ts'
import { readAll } from '../read.ts'
import type { PointEntry } from '../referenceData.ts'
import { useAnswer } from '../uses/useAnswer.ts'
import { PointChoice } from './PointChoice.tsx'
import '../config.css'

export function ReplaceDialog({ from }: { from: number }) {
  const [to, setTo] = useState<number | null>(null)
  const points = useAnswer('points', (signal) => readAll<PointEntry>('allPoint', signal))
  const preview = useAnswer(to === null ? null : `${from} ${to}`, (signal) =>
    call(replaceReportPoint, { body: { from, to: to ?? 0, dryRun: true } }, { ...quiet, signal }),
  )
  const nameOf = (id: number) => points.told?.find((point) => point.id === id)?.name ?? `指标 #${id}`
  return (
    <TitledDialog
      title={`把「${nameOf(from)}」换成另一个指标`}
      className="config-dialog"
      onClose={closeDialog}
    >
      <DialogBody>
        {points.failure && (
          <ErrorState title="指标读取失败" failure={points.failure} onRetry={points.again} />
        )}
        {!points.told && !points.failure && <Skeleton lines={6} />}
        {points.told && to === null && (
          <PointChoice points={points.told.filter(({ id }) => id !== from)} onPick={setTo} />
        )}
        {to !== null && (
          <p className="config-replace-step">
            换成「{nameOf(to)}」
            <Button size="small" variant="minimal" text="重选" onClick={() => setTo(null)} />
          </p>
        )}
        {preview.failure && (
          <ErrorState title="影响读取失败" failure={preview.failure} onRetry={preview.again} />
        )}
        {to !== null && !preview.told && !preview.failure && <Skeleton lines={6} />}
        {to !== null && preview.told && <Preview preview={preview.told} />}
      </DialogBody>
      {to !== null && preview.told && (
        <Confirm from={from} to={to} preview={preview.told} names={[nameOf(from), nameOf(to)]} />
      )}
    </TitledDialog>
  )
}

const problemsOf = ({ reports, alarms, points, hiddenProblems }: PointReplacement): number =>
  [...reports, ...alarms, ...points].filter(({ problem }) => problem !== '').length + hiddenProblems

function Preview({ preview }: { preview: PointReplacement }) {
  const { reports, alarms, points, hidden, hiddenProblems } = preview
  const problems = problemsOf(preview)
  if (reports.length + alarms.length + points.length + hidden === 0)
    return <p role="status">没有报表、公式或告警用到它，不用替换。</p>
  return (
    <>
      <p role="status">
        会改变 {reports.length + hidden} 张报表、{points.length} 个公式
        {alarms.length > 0 && `、${alarms.length} 个告警`}：
      </p>
      {problems > 0 && (
        <Callout intent="warning" compact>
          有 {problems} 处替换后不能计算，因此全部不会替换；请先处理它们，或换一个指标。
        </Callout>
      )}
      <ul className="config-uses">
        {points.map(({ id, name, formula, newFormula, problem }) => (
          <li key={`p${id}`}>
            <span className="config-use-kind">公式</span>
            <span>{name}</span>
            <span className="config-muted">
              {formula} → {newFormula}
            </span>
            {problem && <span className="config-wrong">{problem}</span>}
          </li>
        ))}
        {reports.map(({ id, reportName, viewName, changes, problem }) => (
          <li key={`r${id}`}>
            <span className="config-use-kind">报表</span>
            <span>
              {viewName} / {reportName}
            </span>
            <span className="config-muted">{changes.join('、')}</span>
            {problem && <span className="config-wrong">{problem}</span>}
          </li>
        ))}
        {alarms.map(({ id, name, owner, problem }) => (
          <li key={`a${id}`}>
            <span className="config-use-kind">告警</span>
            <span>{name}</span>
            <span className="config-muted">{owner}</span>
            {problem && <span className="config-wrong">{problem}</span>}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="config-muted">
          另有 {hidden} 处，在他人私有的视图或其他游戏的告警里
          {hiddenProblems > 0 && `，其中 ${hiddenProblems} 处不能替换`}。
        </p>
      )}
    </>
  )
}

interface ConfirmProps {
  from: number
  to: number
  preview: PointReplacement
  names: readonly [from: string, to: string]
}

function Confirm({ from, to, preview, names: [name, newName] }: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const count = preview.reports.length + preview.hidden
  const isRight = problemsOf(preview) === 0 && count + preview.points.length + preview.alarms.length > 0
  const apply = async () => {
    setBusy(true)
    try {
      await call(replaceReportPoint, { body: { from, to } }, { loading: null })
    } catch {
      // The client has shown the error; the preview stays.
      return setBusy(false)
    }
    closeDialog()
    showMessage({
      message: `「${name}」已换成「${newName}」，共 ${count} 张报表、${preview.points.length} 个公式、${preview.alarms.length} 个告警`,
      intent: 'success',
    })
    renewLists()
  }
  return (
    <DialogFooter
      actions={
        <>
          <Button text="取消" onClick={closeDialog} />
          <Button
            intent="primary"
            text="全部替换"
            disabled={!isRight}
            loading={busy}
            autoFocus
            onClick={() => void apply()}
          />
        </>
      }
    />
  )
}
