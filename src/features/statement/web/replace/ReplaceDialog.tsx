// Replaces a point by another in every report and formula: choose both, preview, confirm.
import './replace.css'
import { Button, Callout, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { PickList } from '#web/pick/PickList.tsx'
import { pickItems } from '#web/pick/pickItem.ts'
import { showMessage } from '#web/shell/message.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { type PointReplacement, replaceReportPoint } from '#features/config/contract.ts'
import { getReportQueryParam, type QueryPoint } from '#features/statement/contract.ts'
import { useCategories } from '../pickers/categories.ts'
import { offeredPoints } from '../pickers/retired.ts'
import { loadReports } from '../report/asking/loading.ts'
import { useReport } from '../report/store.ts'
import { useReplace } from './store.ts'

const close = () => useReplace.setState({ open: false, from: null })

function usePoints(): QueryPoint[] | null {
  const [points, setPoints] = useState<QueryPoint[] | null>(null)
  useEffect(() => {
    let left = false
    call(getReportQueryParam, { params: { reportId: 0 }, query: {} }).then(
      (params) => left || setPoints(params.points),
      () => left || close(),
    )
    return () => {
      left = true
    }
  }, [])
  return points
}

function usePreview(from: number | null, to: number | null) {
  const [preview, setPreview] = useState<PointReplacement | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    setPreview(null)
    setFailure(null)
    if (from === null || to === null) return
    const canceled = new AbortController()
    call(
      replaceReportPoint,
      { body: { from, to, dryRun: true } },
      { signal: canceled.signal, quiet: true, loading: null },
    ).then(setPreview, (error: unknown) => canceled.signal.aborted || setFailure(failureOf(error)))
    return () => canceled.abort()
  }, [from, to])
  return { preview, failure }
}

export function ReplaceDialog({ from: given }: { from: number | null }) {
  const points = usePoints()
  const [from, setFrom] = useState(given)
  const [to, setTo] = useState<number | null>(null)
  const { preview, failure } = usePreview(from, to)
  const nameOf = (id: number) => points?.find((one) => one.id === id)?.name ?? `指标 ${id}（已删除）`
  const steps = [
    from === null ? '先选要替换的指标' : `原指标：${nameOf(from)}`,
    ...(from === null ? [] : [to === null ? '再选新指标' : `新指标：${nameOf(to)}`]),
  ]
  return (
    <TitledDialog title="替换所有报表里的指标" className="replace-dialog" onClose={close}>
      <DialogBody>
        <p className="replace-steps">
          {steps.join('，')}
          {from !== null && (
            <Button
              size="small"
              variant="minimal"
              text="重选"
              onClick={() => {
                setFrom(null)
                setTo(null)
              }}
            />
          )}
        </p>
        {!points ? (
          <Skeleton lines={6} />
        ) : from === null ? (
          <PointChoice key="from" points={points} label="要替换的指标，可用拼音" onPick={setFrom} />
        ) : to === null ? (
          <PointChoice
            key="to"
            points={offeredPoints(points, [])}
            label="新指标，可用拼音"
            without={from}
            onPick={setTo}
          />
        ) : failure ? (
          <ErrorState title="影响读取失败" failure={failure} />
        ) : preview ? (
          <Preview preview={preview} />
        ) : (
          <Skeleton lines={6} />
        )}
      </DialogBody>
      {from !== null && to !== null && preview && (
        <Confirm from={from} to={to} preview={preview} name={nameOf(from)} newName={nameOf(to)} />
      )}
    </TitledDialog>
  )
}

interface ChoiceProps {
  points: readonly QueryPoint[]
  label: string
  without?: number
  onPick: (id: number) => void
}

function PointChoice({ points, label, without, onPick }: ChoiceProps) {
  const categories = useCategories('point')
  const items = pickItems(points, categories, ({ id, unit }) => ({
    detail: unit || undefined,
    refused: id === without ? '就是要替换的指标' : '',
  }))
  return <PickList items={items} label={label} onPick={({ key }) => onPick(Number(key))} />
}

const problemsOf = ({ reports, alarms, points, hiddenProblems }: PointReplacement) =>
  reports.filter((one) => one.problem !== '').length +
  alarms.filter((one) => one.problem !== '').length +
  points.filter((one) => one.problem !== '').length +
  hiddenProblems

function Preview({ preview }: { preview: PointReplacement }) {
  const { reports, alarms, points, hidden, hiddenProblems } = preview
  const problems = problemsOf(preview)
  if (reports.length + alarms.length + points.length + hidden === 0)
    return <p>没有报表、公式或告警用到它，不用替换。</p>
  return (
    <>
      {problems > 0 && (
        <Callout intent="warning" compact>
          有 {problems} 处替换后不能计算，因此全部不会替换；请先处理它们，或换一个指标。
        </Callout>
      )}
      <ul className="replace-list" aria-label="会改变的报表、公式和告警">
        {points.map(({ id, name, formula, newFormula, problem }) => (
          <li key={`p${id}`} className={problem ? 'replace-wrong' : ''}>
            <b>指标「{name}」的公式</b>
            <span>
              {formula} → {newFormula}
            </span>
            {problem && <em>{problem}</em>}
          </li>
        ))}
        {reports.map(({ id, reportName, viewName, owner, changes, problem }) => (
          <li key={`r${id}`} className={problem ? 'replace-wrong' : ''}>
            <b>
              {viewName} / {reportName}
            </b>
            <span>
              {changes.join('、')}，{owner}
            </span>
            {problem && <em>{problem}</em>}
          </li>
        ))}
        {alarms.map(({ id, name, owner, problem }) => (
          <li key={`a${id}`} className={problem ? 'replace-wrong' : ''}>
            <b>告警「{name}」</b>
            <span>{owner}</span>
            {problem && <em>{problem}</em>}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="replace-hidden">
          另有 {hidden} 处在他人私有的视图或其他游戏的告警里，也会改变
          {hiddenProblems > 0 && `，其中 ${hiddenProblems} 处不能替换`}。
        </p>
      )}
    </>
  )
}

interface ConfirmProps {
  from: number
  to: number
  name: string
  newName: string
  preview: PointReplacement
}

function Confirm({ from, to, name, newName, preview }: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const count = preview.reports.length + preview.hidden
  const isRight = problemsOf(preview) === 0 && count + preview.points.length + preview.alarms.length > 0
  const apply = async () => {
    setBusy(true)
    try {
      await call(replaceReportPoint, { body: { from, to } })
    } catch {
      // The client has shown why; the preview stays.
      setBusy(false)
      return
    }
    close()
    const takeBack = () => useReplace.setState({ open: true, from: to })
    showMessage({
      message: `「${name}」已换成「${newName}」，共 ${count} 张报表、${preview.points.length} 个公式、${preview.alarms.length} 个告警`,
      intent: 'success',
      action: { text: '换回来', onClick: takeBack },
    })
    const { viewId } = useReport.getState()
    if (viewId !== null) await loadReports(viewId)
  }
  return (
    <DialogFooter
      actions={
        <>
          <Button text="取消" onClick={close} />
          <Button
            intent="primary"
            text={`全部替换（${count} 张报表）`}
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
