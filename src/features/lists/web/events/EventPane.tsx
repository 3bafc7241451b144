// The selected event: its parameters and its uses.

import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { holds } from '#web/shell/session.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type EventUse, eventParameterTitles, eventUses, type ListedEvent } from '#features/lists/contract.ts'
import '../lists.css'

const kindTitles: Record<EventUse['kind'], string> = {
  point: '指标',
  dimension: '维度',
  report: '报表',
  query: '查询',
  custom: '自定义报表',
}

/** The page address of a use; for definitions only if the reader may change them. */
function addressOf({ kind, id, name }: EventUse): string | null {
  if ((kind === 'point' || kind === 'dimension') && holds('search_config'))
    return (kind === 'point' ? pages.configPoint : pages.configDimension)({ text: name, chosen: id })
  if (kind === 'custom') return pages.customDetail({ id })
  return null
}

export function EventPane({ event }: { event: ListedEvent }) {
  const [uses, setUses] = useState<readonly EventUse[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const { id } = event
  useEffect(() => {
    const asking = new AbortController()
    call(eventUses, { params: { id } }, { quiet: true, loading: null, signal: asking.signal }).then(
      setUses,
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [id])
  return (
    <div className="lists-pane">
      <h2>{event.name}</h2>
      <p className="lists-code">{event.code}</p>
      {event.describe && <p className="lists-text">{event.describe}</p>}
      <h3 className="lists-heading">参数</h3>
      {event.params.length === 0 && <p className="lists-muted">没有参数</p>}
      <dl className="lists-facts">
        {event.params.map(({ name, type, title }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {eventParameterTitles[type]} {title}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="lists-heading">用在哪里</h3>
      {failure && <FailureLine what="读取失败" failure={failure} />}
      {!uses && !failure && <p role="status">加载中...</p>}
      {uses?.length === 0 && <p className="lists-muted">没有指标、报表或查询提到它，可以删除</p>}
      <ul className="lists-uses">
        {uses?.map((use) => {
          const address = addressOf(use)
          return (
            <li key={`${use.kind} ${use.id} ${use.where}`}>
              <span className="lists-muted">{kindTitles[use.kind]}</span>
              {address ? <Link href={address}>{use.name}</Link> : <span>{use.name}</span>}
              <span className="lists-muted">{use.where}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
