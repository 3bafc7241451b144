// The alarm in front: how it stands and why, when it was looked at, what it fired lately, whom it tells.
import { Button, Tag } from '@blueprintjs/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { offerUndo } from '#web/ui/undo.ts'
import {
  type Alarm,
  type AlarmFire,
  type AlarmMute,
  alarmFiresPath,
  alarmLevelTitles,
  alarmLink,
  fireLink,
  fireStateTitles,
  listAlarmFires,
  muteMeanwhileTitles,
  unmuteAlarms,
} from '#features/alarm/contract.ts'
import { toldText } from '../referenceData.ts'
import { momentText, stateText } from '../words.ts'
import { Figures } from './Figures.tsx'
import { giveAgain, spanText } from './muting.ts'
import { renewAlarms } from './renewing.ts'
import '../alarm.css'

const firesShown = 8

export function AlarmPane({ alarm }: { alarm: Alarm }) {
  const { id, name, state, level, problem, problemSince, note, reportName, watch } = alarm
  const told = toldText(alarm.receiverIds, alarm.userIds)
  return (
    <div className="alarm-pane">
      <h2>{name}</h2>
      <p className="alarm-tags">
        <Tag minimal className={`alarm-state-${state}`}>
          {stateText(alarm)}
        </Tag>
        <Tag minimal className={`alarm-level-${level}`}>
          {alarmLevelTitles[level]}
        </Tag>
      </p>
      {problem && (
        <p className="alarm-wrong" role="status">
          {problem}
          {problemSince && `（从 ${timeText(problemSince)} 起）`}
        </p>
      )}
      {alarm.notice !== '' && (
        <p className="alarm-wrong" role="status">
          {alarm.notice}
        </p>
      )}
      <p className="alarm-sentence">
        {alarm.watchText}
        <br />当 {alarm.conditionText}
      </p>
      <Facts
        facts={[
          ['上次检查', momentText(alarm.lastCheckedAt)],
          [
            watch.query ? '上次运行' : '算到',
            alarm.lastPeriod ?? (watch.query ? '还没有运行过' : '还没有算过'),
          ],
          ['何时运行', alarm.timingText],
          ['数值', <Figures key="figures" alarm={alarm} />],
          ['下次检查', nextText(alarm)],
          ['上次触发', momentText(alarm.lastFireAt)],
          ['通知', told || '没有通知任何人'],
          ['报表', reportName && watch.reportId ? reportName : ''],
          ['负责人', alarm.owner],
          ['备注', note],
        ]}
      />
      <Mutes alarm={alarm} />
      <p className="alarm-pane-actions">
        <Link href={alarmLink(id)}>编辑规则与预演</Link>
        <Button variant="minimal" size="small" onClick={() => runCommand('alarms.run')}>
          立即检查 <KeyHint command="alarms.run" />
        </Button>
      </p>
      <h3 className="alarm-heading">最近的告警</h3>
      <Fires alarmId={id} at={alarm.lastFireAt} />
    </div>
  )
}

function Mutes({ alarm: { id, name, mutes, editable } }: { alarm: Alarm }) {
  if (mutes.length === 0) return null
  const cancel = (mute: AlarmMute) =>
    // A refusal is told by the call itself.
    call(unmuteAlarms, { body: { ids: [id], mute: mute.id } }).then(
      () => {
        renewAlarms()
        offerUndo(`已取消「${name}」的维护窗口`, async () => {
          await giveAgain(id, [mute])
          renewAlarms()
        })
      },
      () => {},
    )
  return (
    <>
      <h3 className="alarm-heading">维护窗口</h3>
      <ul className="alarm-fires">
        {mutes.map((mute) => (
          <li key={mute.id}>
            <span>{spanText(mute)}</span>
            {editable && (
              <Button
                className="alarm-mute-cancel"
                variant="minimal"
                size="small"
                text="取消"
                aria-label={`取消维护窗口 ${spanText(mute)}`}
                onClick={() => void cancel(mute)}
              />
            )}
            <span className="alarm-fire-reason">
              {mute.reason}
              <span className="alarm-muted">（{muteMeanwhileTitles[mute.meanwhile]}）</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** All that are not frozen are looked at each minute; what is computed waits for its data. */
function nextText({ frozen, frozenUntil, watch, nextRunAt }: Alarm): string {
  if (frozen) return frozenUntil ? `${timeText(frozenUntil)} 解冻后` : '冻结中，不检查'
  if (watch.query) return nextRunAt ? timeText(nextRunAt) : '查询的表更新后'
  return `一分钟内；下一个完整的${watch.grain === 'hour' ? '小时' : '日期'}到了再算`
}

/** What is empty is left out. */
export function Facts({ facts }: { facts: readonly (readonly [title: string, text: ReactNode])[] }) {
  return (
    <dl className="alarm-facts">
      {facts
        .filter(([, text]) => text !== '' && text !== null)
        .map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}

/** `at`: read anew with each fire that comes. */
function Fires({ alarmId, at }: { alarmId: number; at: string | null }) {
  const [fires, setFires] = useState<readonly AlarmFire[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment, other fires.
  useEffect(() => {
    const asking = new AbortController()
    const query = { alarm: alarmId, limit: firesShown }
    call(listAlarmFires, { query }, { ...quiet, signal: asking.signal }).then(
      ({ rows }) => setFires(rows),
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [alarmId, at])
  if (failure) return <FailureLine what="读取失败" failure={failure} />
  if (!fires) return <p role="status">加载中...</p>
  if (fires.length === 0) return <p className="alarm-muted">还没有触发过</p>
  return (
    <>
      <ul className="alarm-fires">
        {fires.map((fire) => (
          <li key={fire.id}>
            <Link href={fireLink(fire.id)}>{timeText(fire.firedAt)}</Link>
            <span className="alarm-muted">{fireStateTitles[fire.state]}</span>
            <span className="alarm-fire-reason">
              {fire.label && `${fire.label}：`}
              {fire.reason}
            </span>
          </li>
        ))}
      </ul>
      <Link href={`${alarmFiresPath}?alarm=${alarmId}`}>全部记录</Link>
    </>
  )
}
