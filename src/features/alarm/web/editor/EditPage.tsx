// /alarm/edit?id=: one rule as a page: its parts at the left; at the right its present findings, its
// rehearsal, and a preview of its message.
import { Button, Tag } from '@blueprintjs/core'
import { ChevronRight } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { DiscardDialog } from '#web/form/DiscardDialog.tsx'
import { useKeptWork } from '#web/shell/keptWork.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { useLeaveWarning } from '#web/shell/leaving.ts'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import '#web/ui/titleLine.css'
import '#web/form/form.css'
import { alarmListPath } from '#features/alarm/contract.ts'
import { discard, keepAlarm, leaveAlarm, openAlarm, revert } from './actions.ts'
import { ConditionsPart } from './ConditionsPart.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { followDraft } from './live.ts'
import { NamePart } from './NamePart.tsx'
import { Now } from './Now.tsx'
import { Rehearsal } from './Rehearsal.tsx'
import { isChanged, useEditor } from './store.ts'
import { TellPart } from './TellPart.tsx'
import { TextPart } from './TextPart.tsx'
import { TimesPart } from './TimesPart.tsx'
import { WatchPart } from './WatchPart.tsx'
import '../alarm.css'

export function Page() {
  const search = useSearch()
  const { status, failure, alarm } = useEditor()
  usePageTitle(alarm ? `告警 ${alarm.name}` : null)
  useEffect(() => void openAlarm(search), [search])
  useKeptWork(keepAlarm)
  useEffect(() => leaveAlarm, [])
  useEffect(() => (status === 'ready' ? followDraft() : undefined), [status])
  useLeaveWarning(useEditor(isChanged))
  const root = useRef<HTMLElement>(null)
  const leaveField = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented) return
    // The first Esc leaves the field, the second one the rule.
    if (event.target === root.current) return
    event.preventDefault()
    event.stopPropagation()
    root.current?.focus()
  }
  if (status === 'loading') return <Skeleton lines={12} />
  if (status === 'missing') return <Missing />
  if (status === 'failed')
    return <ErrorState title="告警读取失败" failure={failure} onRetry={() => void openAlarm(search)} />
  return (
    <section
      className="alarm-page"
      aria-label={alarm ? `告警 ${alarm.name}` : '新建告警'}
      ref={root}
      tabIndex={-1}
      onKeyDown={leaveField}
      data-command-keys
    >
      <TitleLine />
      <div className="alarm-columns">
        <div className="alarm-form">
          <Told />
          <NamePart />
          <WatchPart />
          <ConditionsPart />
          <TimesPart />
          <TellPart />
          <TextPart />
        </div>
        <div className="alarm-live">
          <Now />
          <Rehearsal />
        </div>
      </div>
      <Questions />
    </section>
  )
}

function Missing() {
  return (
    <>
      <h1 className="visually-hidden">告警</h1>
      <EmptyState
        title="没有这个告警"
        description="它可能已被删除，或包含你看不到的游戏。"
        action={<Link href={alarmListPath}>到告警管理</Link>}
      />
    </>
  )
}

function TitleLine() {
  const { alarm, saving, sending } = useEditor()
  const changed = useEditor(isChanged)
  return (
    <div className="title-line">
      <nav className="title-path" aria-label="位置">
        <Link className="title-step" href={alarmListPath}>
          告警管理
        </Link>
        <span className="title-step title-here">
          <ChevronRight size={12} />
          <h1 title={alarm?.name}>{alarm ? alarm.name : '新建告警'}</h1>
        </span>
        {changed && (
          <Tag minimal intent="warning" className="alarm-unsaved">
            未保存
          </Tag>
        )}
      </nav>
      <div className="alarm-actions">
        <Button variant="minimal" onClick={() => runCommand('alarm.leave')}>
          关闭 <KeyHint command="alarm.leave" />
        </Button>
        <Button variant="minimal" loading={sending} onClick={() => runCommand('alarm.sendTest')}>
          发送测试 <KeyHint command="alarm.sendTest" />
        </Button>
        <Button intent="primary" loading={saving} onClick={() => runCommand('alarm.save')}>
          保存 <KeyHint command="alarm.save" />
        </Button>
      </div>
    </div>
  )
}

/** Notices: a restored draft, unsaved changes, and why an alarm can't be saved. */
function Told() {
  const { restored, saveFailure, alarm } = useEditor()
  return (
    <>
      {restored && (
        <p className="form-restored" role="status">
          已恢复上次未保存的内容
          <Button variant="minimal" size="small" text="放弃" onClick={revert} />
        </p>
      )}
      {alarm && !alarm.editable && (
        <p className="alarm-wrong" role="status">
          这个告警包含你看不到的游戏，只能查看。
        </p>
      )}
      {alarm?.problem && (
        <p className="alarm-wrong" role="status">
          现在无法运行：{alarm.problem}
        </p>
      )}
      {saveFailure && <FailureLine what="保存失败" failure={saveFailure} />}
    </>
  )
}

function Questions() {
  const { asking, conflict } = useEditor()
  if (conflict) return <ConflictDialog conflict={conflict} />
  if (!asking) return null
  return <DiscardDialog onStay={() => useEditor.setState({ asking: false })} onDiscard={discard} />
}
