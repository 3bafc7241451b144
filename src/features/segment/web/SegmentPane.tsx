// The pane of the selected segment: members by day, its source and what uses it.

import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { gamesText } from '#web/list/gameCells.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { type DefinitionUse, definitionUses } from '#features/config/contract.ts'
import {
  listSegmentDays,
  type Segment,
  type SegmentDays,
  segmentStateTitles,
  sourceTitles,
} from '../contract.ts'
import { DaysChart } from './DaysChart.tsx'
import type { SegmentOptions } from './SegmentForm.tsx'
import './segment.css'

export function SegmentPane({ segment, options }: { segment: Segment; options: SegmentOptions }) {
  const { id, name, note, state, problem, source, sourceText, computedAt, keptFrom, day } = segment
  return (
    <div className="segment-pane">
      <h2>{name}</h2>
      <p className={`segment-state segment-state-${state}`}>{segmentStateTitles[state]}</p>
      {problem && <p className="segment-bad">{problem}</p>}
      {options.refusal && <p className="segment-bad">{options.refusal}</p>}
      {note && <p className="segment-text">{note}</p>}
      <Days key={`${id} ${computedAt ?? ''}`} id={id} />
      <dl className="segment-facts">
        <Fact title={sourceTitles[source.kind]} text={sourceText} />
        <Fact title="游戏" text={gamesText(options.games, segment.games)} />
        <Fact title="玩家列" text={segment.players.join('、')} />
        <Fact title="算到" text={day ?? '–'} />
        <Fact title="计算于" text={computedAt ? timeText(computedAt) : '–'} />
        <Fact title="保留" text={`${segment.keepDays} 天${keptFrom ? `，从 ${keptFrom} 起` : ''}`} />
        <Fact title="报表里" text={`「${name}」按现在的名单，「${name}（当日）」按数据当天的名单`} />
        <Fact title="SQL 里" text={segment.table} code />
        <Fact title="创建者" text={`${segment.owner} ${timeText(segment.createdAt)}`} />
      </dl>
      <Uses segment={segment} />
    </div>
  )
}

function Fact({ title, text, code = false }: { title: string; text: string; code?: boolean }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{code ? <code>{text}</code> : text}</dd>
    </div>
  )
}

function useRead<Data>(read: (signal: AbortSignal) => Promise<Data>, key: string) {
  const [data, setData] = useState<Data | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew for another key alone.
  useEffect(() => {
    const asking = new AbortController()
    setFailure(null)
    read(asking.signal).then(setData, (error: unknown) => {
      if (!asking.signal.aborted) setFailure(failureOf(error))
    })
    return () => asking.abort()
  }, [key])
  return { data, failure }
}

function Days({ id }: { id: number }) {
  const { data, failure } = useRead<SegmentDays>(
    (signal) => call(listSegmentDays, { params: { id } }, { quiet: true, loading: null, signal }),
    String(id),
  )
  if (failure) return <FailureLine what="每天的人数读取失败" failure={failure} />
  if (!data) return <p role="status">加载中...</p>
  if (data.length === 0) return <p className="segment-muted">还没有算过，没有每天的人数</p>
  return <DaysChart days={data} />
}

const kindTitles: Partial<Record<DefinitionUse['kind'], string>> = {
  report: '报表',
  blackRule: '黑名单规则',
  alarm: '告警',
  pushTask: '推送任务',
  embed: '嵌入',
  query: '查询',
  custom: '自定义报表',
}

/** The page address of an object that uses the segment; null when that object has no page. */
function addressOf({ kind, id, name, viewMetaId }: DefinitionUse): string | null {
  if (kind === 'pushTask') return pages.pushPushlist({ text: name, chosen: id })
  if (viewMetaId === null) return null
  return pages.statementDetail({ id: viewMetaId, report: kind === 'report' ? id : null })
}

function Uses({ segment: { id, dims, table } }: { segment: Segment }) {
  const { data, failure } = useRead(async (signal) => {
    const each = await Promise.all(
      [dims.now, dims.day].map((dim) =>
        call(
          definitionUses,
          { params: { kind: 'dimension', id: dim } },
          { quiet: true, loading: null, signal },
        ),
      ),
    )
    const uses = each.flatMap((one) => one.uses)
    const once = new Map(uses.map((use) => [`${use.kind} ${use.id}`, use]))
    return { uses: [...once.values()], hidden: Math.max(...each.map(({ hidden }) => hidden)) }
  }, `${id} ${table}`)
  return (
    <>
      <h3 className="segment-heading">用在哪里</h3>
      {failure && <FailureLine what="读取失败" failure={failure} />}
      {!data && !failure && <p role="status">加载中...</p>}
      {data && data.uses.length === 0 && data.hidden === 0 && (
        <p className="segment-muted">没有报表、告警、规则或推送任务用到它，可以删除</p>
      )}
      <ul className="segment-uses">
        {data?.uses.map((use) => {
          const address = addressOf(use)
          return (
            <li key={`${use.kind} ${use.id}`}>
              <span className="segment-muted">{kindTitles[use.kind] ?? use.kind}</span>
              {address === null ? <span>{use.name}</span> : <Link href={address}>{use.name}</Link>}
              <span className="segment-muted">{use.where}</span>
            </li>
          )
        })}
      </ul>
      {data && data.hidden > 0 && <p className="segment-muted">另有他人的 {data.hidden} 处</p>}
    </>
  )
}
