// Progress of the active run: its place in the queue, its time, its rows.
import { useEffect, useState } from 'react'
import { queueText } from '#features/code/web/results/texts.ts'
import { elapsedOf } from '../runs/stopping.ts'
import { type EditorRun, isOver, useRuns } from '../runs/store.ts'

const tickMs = 100

/** The present time, updated while `active`. */
function useNow(active: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!active) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [active])
  return now
}

function seconds(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const whole = Math.floor(ms / 1000)
  return `${Math.floor(whole / 60)} 分 ${whole % 60} 秒`
}

export function RunState({ documentId }: { documentId: string }) {
  const editorRun = useRuns(({ runs, shown }) => runs[shown[documentId] ?? ''])
  const waiting = useRuns((state) => state.waiting[documentId]?.length ?? 0)
  const active = editorRun !== undefined && !isOver(editorRun)
  const now = useNow(active)
  return (
    <span className="run-state" role="status">
      {editorRun && <State editorRun={editorRun} now={now} />}
      {waiting > 0 && <span>还有 {waiting} 条语句待运行</span>}
    </span>
  )
}

function State({ editorRun, now }: { editorRun: EditorRun; now: number }) {
  const { run, lost, canceling, plan } = editorRun
  // The result itself shows how the run ended.
  if (isOver(editorRun)) return null
  const time = <b>{seconds(elapsedOf(editorRun, now))}</b>
  if (lost) {
    return (
      <span className="run-lost">
        <span className="mini-spinner" />
        连接中断，正在重连…
      </span>
    )
  }
  if (canceling) return <span>正在取消…</span>
  if (run?.status === 'queued' && run.place !== null) {
    return (
      <>
        <span className="mini-spinner" />
        <span className="run-behind">{queueText(run)}</span>
        <span>已等 {time}</span>
      </>
    )
  }
  return (
    <>
      <span className="mini-spinner" />
      <span>
        {plan ? '正在分析' : '运行中'} {time}
      </span>
      {run && run.rowCount > 0 && <span>{run.rowCount.toLocaleString('en-US')} 行</span>}
    </>
  )
}
