// What to look at first: data that is late, held back or doubted, figures that were restated, and alarms that nobody has
// acknowledged.
import { Tag } from '@blueprintjs/core'
import { WarningSign } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { holds } from '#web/shell/session.ts'
import { useSecondary } from '#web/ui/missing/useSecondary.ts'
import { type AlarmFireList, listAlarmFires } from '#features/alarm/contract.ts'
import { type CheckProblems, listCheckProblems } from '#features/checks/contract.ts'
import { listRestatements, type Restatement } from '#features/restated/contract.ts'
import type { HomeCard } from '#features/statement/contract.ts'
import { viewAddress } from '../tree/actions.ts'
import { useTree } from '../tree/store.ts'
import { useHome } from './store.ts'

const mostAlarms = 4
const none: AlarmFireList = { rows: [], total: 0 }

/** Asked again whenever the page's figures are. */
function useFiring(): AlarmFireList {
  const [firing, setFiring] = useState(none)
  const asked = useHome((state) => state.at)
  const mayAsk = holds(listAlarmFires.access.keys)
  useSecondary(
    '告警读取失败，要留意的可能不全',
    mayAsk
      ? async (signal) => {
          const query = { state: 'firing', limit: mostAlarms } as const
          const answer = await call(listAlarmFires, { query }, { ...quiet, signal })
          if (!signal.aborted) setFiring(answer)
        }
      : null,
    asked,
  )
  return mayAsk ? firing : none
}

const sound: CheckProblems = { holds: [], checks: [], total: 0 }

function useProblems(): CheckProblems {
  const [problems, setProblems] = useState(sound)
  const asked = useHome((state) => state.at)
  const mayAsk = holds(listCheckProblems.access.keys)
  useSecondary(
    '数据校验读取失败，要留意的可能不全',
    mayAsk
      ? async (signal) => {
          const answer = await call(listCheckProblems, {}, { ...quiet, signal })
          if (!signal.aborted) setProblems(answer)
        }
      : null,
    asked,
  )
  return mayAsk ? problems : sound
}

/** Restatements are told for a week. */
const restatedDays = 7
const mostRestated = 3
const unchanged: readonly Restatement[] = []

function useRestated(): readonly Restatement[] {
  const [restated, setRestated] = useState(unchanged)
  const asked = useHome((state) => state.at)
  const mayAsk = holds(listRestatements.access.keys)
  useSecondary(
    '修订记录读取失败，要留意的可能不全',
    mayAsk
      ? async (signal) => {
          const query = { days: restatedDays }
          const answer = await call(listRestatements, { query }, { ...quiet, signal })
          if (!signal.aborted) setRestated(answer)
        }
      : null,
    asked,
  )
  return mayAsk ? restated : unchanged
}

/** By table: its latest load, and how many there were. */
function byTable(restated: readonly Restatement[]): { last: Restatement; loads: number }[] {
  return [...Map.groupBy(restated, ({ table }) => table).values()].flatMap(([last, ...others]) =>
    last ? [{ last, loads: others.length + 1 }] : [],
  )
}

const restatedText = ({ firstDay, lastDay, days, figures }: Restatement, loads: number): string =>
  [
    `近 ${restatedDays} 天修订 ${loads} 次`,
    figures[0] ?? (firstDay === lastDay ? firstDay : `${firstDay} 至 ${lastDay}，${days} 天`),
  ].join('，最近：')

export function Attention({ cards }: { cards: readonly HomeCard[] }) {
  const views = useTree(({ shape }) => shape.views)
  const { rows, total } = useFiring()
  const late = cards.filter(({ lateSince }) => lateSince !== null)
  const problems = useProblems()
  const restated = byTable(useRestated())
  const count = late.length + total + problems.total + restated.length
  if (count === 0) return null
  return (
    <section className="place-section home-panel home-attention" aria-label="要留意">
      <h2>
        <WarningSign size={14} />
        要留意 <small>{count}</small>
      </h2>
      <ul>
        {late.map(({ viewId, lateSince }) => (
          <li key={`view ${viewId}`}>
            <Tag minimal intent="danger">
              迟到
            </Tag>
            <Link href={viewAddress(viewId)}>{views.get(viewId)?.name ?? ''}</Link>
            <span>只到 {lateSince?.slice(5)}，之后的还没有</span>
          </li>
        ))}
        {problems.holds.map(({ table, source, at }) => (
          <li key={`hold ${at} ${source}`}>
            <Tag minimal intent="danger">
              扣下
            </Tag>
            <Link href={pages.configSourceHeld()}>{table}</Link>
            <span>{source} 没有通过校验，等待决定</span>
          </li>
        ))}
        {problems.checks.map(({ id, name, table, text }) => (
          <li key={`check ${id}`}>
            <Tag minimal intent="warning">
              校验
            </Tag>
            <Link href={pages.configSourceChecks({ text: name })}>{table}</Link>
            <span>{`${name}：${text}`}</span>
          </li>
        ))}
        {restated.slice(0, mostRestated).map(({ last, loads }) => (
          <li key={`restated ${last.table}`}>
            <Tag minimal>修订</Tag>
            <Link href={pages.configSourceRestated({ text: last.title })}>{last.title}</Link>
            <span>{restatedText(last, loads)}</span>
          </li>
        ))}
        {restated.length > mostRestated && (
          <li>
            <Link href={pages.configSourceRestated()}>全部 {restated.length} 张修订过的表</Link>
          </li>
        )}
        {rows.map(({ id, alarmName, label, period, reason }) => (
          <li key={`fire ${id}`}>
            <Tag minimal intent="warning">
              告警
            </Tag>
            <Link href={pages.alarmFire({ id })}>{alarmName}</Link>
            <span>{[label, period, reason].filter((text) => text !== '').join('，')}</span>
          </li>
        ))}
        {total > rows.length && (
          <li>
            <Link href={pages.alarmFires({ state: 'firing' })}>全部 {total} 个告警</Link>
          </li>
        )}
      </ul>
    </section>
  )
}
