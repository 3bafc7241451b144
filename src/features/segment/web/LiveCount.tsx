// Shows how many players the segment would have while the user edits it: rules and lists are counted after a
// short pause in typing, SQL only on request.
import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type CountedMembers, countSegment, type SegmentChange, type SourceKind } from '../contract.ts'

const restMs = 600

interface Props {
  kind: SourceKind
  /** Why nothing can be counted yet; the invalid field shows the message. */
  problem: string | undefined
  /** Changes whenever the request would change. */
  ask: string
  change: () => SegmentChange
}

interface State {
  /** The request that this answer belongs to. */
  ask: string
  counted: CountedMembers | null
  failure: CallError | null
}

export function LiveCount({ kind, problem, ask, change }: Props) {
  const [state, setState] = useState<State | null>(null)
  const [busy, setBusy] = useState(false)
  const asking = useRef<AbortController | null>(null)
  const latest = useRef(change)
  latest.current = change
  const count = useRef((own: string) => {
    asking.current?.abort()
    const signal = new AbortController()
    asking.current = signal
    setBusy(true)
    call(countSegment, { body: latest.current() }, { quiet: true, loading: null, signal: signal.signal })
      .then(
        (counted) => setState({ ask: own, counted, failure: null }),
        (error: unknown) => {
          if (!signal.signal.aborted) setState({ ask: own, counted: null, failure: failureOf(error) })
        },
      )
      .finally(() => {
        if (!signal.signal.aborted) setBusy(false)
      })
  })
  const isOwn = kind !== 'sql'
  useEffect(() => {
    if (!isOwn || problem !== undefined) return
    const timer = setTimeout(() => count.current(ask), restMs)
    return () => clearTimeout(timer)
  }, [ask, isOwn, problem])
  useEffect(() => () => asking.current?.abort(), [])
  const isOld = state !== null && state.ask !== ask
  return (
    <div className={`segment-count${isOld || busy ? ' segment-old' : ''}`} aria-live="polite">
      {!isOwn && <Button size="small" text="试算" loading={busy} onClick={() => count.current(ask)} />}
      {state === null && busy && <p>正在计算人数…</p>}
      {state?.failure && <FailureLine what="人数计算失败" failure={state.failure} />}
      {state?.counted && <Counted counted={state.counted} />}
    </div>
  )
}

function Counted({ counted: { count, games, day, bad, passedOver } }: { counted: CountedMembers }) {
  const parts = games
    .slice(0, 6)
    .map(({ game, count: own }) => `${game || '不分游戏'} ${own.toLocaleString('en-US')}`)
  return (
    <>
      <p>
        <strong>{count.toLocaleString('en-US')} 个玩家</strong>（{day}）
        {games.length > 1 && `：${parts.join('，')}${games.length > parts.length ? '…' : ''}`}
      </p>
      {passedOver > 0 && (
        <p className="segment-muted">
          {passedOver.toLocaleString('en-US')} 行没有玩家，或不在这些游戏里，没有计入
        </p>
      )}
      {bad.count > 0 && (
        <>
          <p className="segment-bad">{bad.count.toLocaleString('en-US')} 行有误：</p>
          <ul className="segment-bad-lines">
            {bad.lines.map(({ line, problem }) => (
              <li key={line}>
                第 {line} 行：{problem}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
