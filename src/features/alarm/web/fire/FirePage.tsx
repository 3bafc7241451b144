// /alarm/fire?id=: one fire: the figures of its moment, what held, where the change came from, who was told of it.
import { Button, Tag } from '@blueprintjs/core'
import { ChevronRight } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { timeText } from '#web/ui/timeText.ts'
import '#web/ui/titleLine.css'
import { queryOf } from '#web/shell/longAddress.ts'
import {
  type AlarmFireDetail,
  alarmFiresPath,
  alarmLevelTitles,
  alarmListPath,
  fireStateTitles,
} from '#features/alarm/contract.ts'
import { Facts } from '../list/AlarmPane.tsx'
import { renewsAlarms } from '../list/renewing.ts'
import { isOfQuery, silenceText } from '../words.ts'
import { Deliveries } from './Deliveries.tsx'
import { Moment } from './Moment.tsx'
import { Movers } from './Movers.tsx'
import { leaveFire, readFire, useFire } from './store.ts'
import '../alarm.css'

renewsAlarms(() => {
  const { fire } = useFire.getState()
  if (fire) void readFire(fire.id)
})

/** What is on its way is looked for again. */
const followMs = 3_000
const isUnderWay = ({ movers, moverProblem, deliveries }: AlarmFireDetail): boolean =>
  (movers === null && moverProblem === '') || deliveries.some(({ status }) => status === 'waiting')

export function Page() {
  const id = Number(queryOf(useSearch()).get('id'))
  const isId = Number.isSafeInteger(id) && id > 0
  const { fire, failure } = useFire()
  usePageTitle(fire ? `${fire.alarmName} ${fire.period}` : null)
  useEffect(() => {
    if (isId) void readFire(id)
    return leaveFire
  }, [id, isId])
  const underWay = fire !== null && isUnderWay(fire)
  useEffect(() => {
    if (!underWay) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readFire(id)
    }, followMs)
    return () => clearInterval(timer)
  }, [underWay, id])
  if (!isId || failure?.status === 404 || failure?.status === 400) return <Missing />
  if (fire === null && failure)
    return <ErrorState title="告警记录读取失败" failure={failure} onRetry={() => void readFire(id)} />
  if (fire === null) return <Skeleton lines={12} />
  return (
    <section className="alarm-page" aria-label={`告警详情 ${fire.alarmName}`}>
      <TitleLine fire={fire} />
      <div className="alarm-fire">
        <Summary fire={fire} />
        <Moment fire={fire} />
        {!isOfQuery(fire) && <Movers fire={fire} />}
        <Deliveries fire={fire} />
      </div>
    </section>
  )
}

function Missing() {
  return (
    <>
      <h1 className="visually-hidden">告警详情</h1>
      <EmptyState
        title="没有这条告警记录"
        description="它可能已过保留期，或属于你看不到的游戏。"
        action={<Link href={alarmFiresPath}>到告警记录</Link>}
      />
    </>
  )
}

function TitleLine({ fire }: { fire: AlarmFireDetail }) {
  return (
    <div className="title-line">
      <nav className="title-path" aria-label="位置">
        <Link className="title-step" href={alarmListPath}>
          告警管理
        </Link>
        <Link className="title-step" href={`${alarmFiresPath}?alarm=${fire.alarmId}`}>
          <ChevronRight size={12} />
          记录
        </Link>
        <span className="title-step title-here">
          <ChevronRight size={12} />
          <h1 title={fire.alarmName}>{fire.alarmName}</h1>
        </span>
      </nav>
      <div className="alarm-actions">
        {!isOfQuery(fire) && (
          <Button variant="minimal" onClick={() => runCommand('fire.report')}>
            在报表里查看 <KeyHint command="fire.report" />
          </Button>
        )}
        {fire.alarmAlive && (
          <Button variant="minimal" onClick={() => runCommand('fire.edit')}>
            告警规则 <KeyHint command="fire.edit" />
          </Button>
        )}
        {fire.state === 'firing' && (
          <Button intent="primary" onClick={() => runCommand('fire.acknowledge')}>
            确认 <KeyHint command="fire.acknowledge" />
          </Button>
        )}
      </div>
    </div>
  )
}

function Summary({ fire }: { fire: AlarmFireDetail }) {
  const { state, level, label, period, reason, conditionText, watchText } = fire
  const isHeld = fire.heldUntil !== null && Date.parse(fire.heldUntil) > Date.now()
  const told = fire.silence !== null || isHeld ? silenceText(fire) : ''
  const acknowledged = fire.acknowledgedAt && `${fire.acknowledgedBy}，${timeText(fire.acknowledgedAt)}`
  return (
    <section aria-label="概要">
      <p className="alarm-reason">
        {label && <b>{label}：</b>}
        {reason}
      </p>
      <p className="alarm-tags">
        <Tag minimal className={`alarm-fire-${state}`}>
          {fireStateTitles[state]}
        </Tag>
        <Tag minimal className={`alarm-level-${level}`}>
          {alarmLevelTitles[level]}
        </Tag>
      </p>
      <Facts
        facts={[
          [isOfQuery(fire) ? '运行' : '数据时间', period],
          ['触发', timeText(fire.firedAt)],
          ['恢复', fire.recoveredAt ? timeText(fire.recoveredAt) : ''],
          ['监控', watchText],
          ['条件', conditionText],
          ['通知', told],
          ['确认', acknowledged],
          ['备注', fire.note],
        ]}
      />
      {!fire.alarmAlive && <p className="alarm-muted">这个告警已被删除，记录还在。</p>}
    </section>
  )
}
