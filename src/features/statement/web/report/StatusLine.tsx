// Under the table: how much of it there is, what is selected, how old it is.
import { Button } from '@blueprintjs/core'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import type { SelectionStatus } from '../../../../web/table/types.ts'
import { countText, elapsedText, figureText } from '../formats.ts'
import { cancelAsk } from './loading.ts'
import { useReport } from './store.ts'

const figure = (value: number) => figureText(Number(value.toFixed(4)), null, '')

function useSecondsSince(start: number | null): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (start === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [start])
  return start === null ? 0 : Math.max(0, Math.round((now - start) / 1000))
}

function Exporting() {
  const exporting = useReport((state) => state.exporting)
  const seconds = useSecondsSince(exporting?.startedAt ?? null)
  if (!exporting) return null
  return (
    <span className="status-work" role="status">
      正在导出「{exporting.name}」 {seconds} 秒
      <Button size="small" variant="minimal" text="取消" onClick={exporting.cancel} />
    </span>
  )
}

function Asking() {
  const asking = useReport((state) => state.asking)
  const [start, setStart] = useState<number | null>(null)
  useEffect(() => setStart(asking === null ? null : Date.now()), [asking])
  const seconds = useSecondsSince(start)
  if (asking === null || seconds < 2) return null
  return (
    <span className="status-work" role="status">
      查询中 {seconds} 秒
      <Button size="small" variant="minimal" text="取消" onClick={cancelAsk} />
    </span>
  )
}

export function StatusLine({ selection }: { selection: SelectionStatus | null }) {
  const table = useReport((state) => state.result?.table)
  return (
    <footer className="status-line" aria-live="polite">
      {table && (
        <span className={table.truncated ? 'status-cut' : ''}>
          {countText(table.rowCount)} 行，{table.truncated ? '已截断' : '完整'}
        </span>
      )}
      {selection && selection.rows * selection.columns > 1 && (
        <span className="status-selection">
          已选 <b>{countText(selection.rows)}</b> 行 × <b>{selection.columns}</b> 列 计数{' '}
          <b>{countText(selection.count)}</b>
          {selection.sum !== null && (
            <>
              {' '}
              合计 <b>{figure(selection.sum)}</b>
            </>
          )}
          {selection.average !== null && (
            <>
              {' '}
              平均 <b>{figure(selection.average)}</b>
            </>
          )}
        </span>
      )}
      <span className="status-space" />
      <Asking />
      <Exporting />
      {table && (
        <>
          <span>
            <span className="status-word">用时</span> <b>{elapsedText(table.elapsedMs)}</b>
          </span>
          <span>{table.cached ? '缓存' : '实时'}</span>
          {table.updateTime && (
            <span>
              <span className="status-word">数据</span>截至 {dayjs(table.updateTime).format('MM-DD HH:mm')}
            </span>
          )}
        </>
      )}
    </footer>
  )
}
