// The line under the table: number of rows, selection, age of the figures.
import { Button } from '@blueprintjs/core'
import { useEffect, useMemo, useState } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { StatusLine as TableStatusLine } from '#web/table/StatusLine.tsx'
import type { SelectionStatus } from '#web/table/types.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { openData } from '../explain/data.ts'
import { elapsedText } from '../formats.ts'
import { cancelAsk, reloadUpdateTimes } from './asking/loading.ts'
import { Freshness } from './Freshness.tsx'
import { useReport } from './store.ts'
import { CellNote } from './table/CellNote.tsx'
import { allDoubts } from './table/doubts.ts'
import { allSubtotals } from './table/rowTree.ts'
import './report.css'

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

/** Subtotals are rows too: the count says how many. */
function useSubtotalCount(): number {
  const result = useReport((state) => state.result)
  return useMemo(
    () => (result?.table.levels ? allSubtotals(result.table.levels, result.info.dims.length).size : 0),
    [result],
  )
}

export function StatusLine({ selection }: { selection: SelectionStatus | null }) {
  // A failure replaces the figures, so the line shows nothing about the former ones.
  const table = useReport(({ askFailure, result }) => (askFailure ? undefined : result?.table))
  const known = useReport(({ updateTimes, present }) => updateTimes.get(present?.report?.id ?? 0))
  const updateTime = table ? table.updateTime : known
  const untold = useReport(({ updateTimesFailure }) => (updateTime ? null : updateTimesFailure))
  const subtotals = useSubtotalCount()
  const whole = table?.truncated ? '已截断' : '完整'
  return (
    <TableStatusLine
      rowCount={table?.rowCount ?? null}
      complete={!table?.truncated}
      {...(subtotals > 0 && { note: `（含小计 ${subtotals} 行），${whole}` })}
      selection={selection}
    >
      <Asking />
      <Exporting />
      {selection && <CellNote />}
      {selection && (
        <span className="status-word">
          <KeyHint command="figure.explain" /> 解释此格
        </span>
      )}
      {table && (
        <>
          <span className="status-word">
            用时 <b>{elapsedText(table.elapsedMs)}</b>
          </span>
          <Freshness />
        </>
      )}
      {table?.doubts && (
        <Button
          size="small"
          variant="minimal"
          className="status-data status-doubts"
          title={allDoubts(table.doubts)}
          onClick={openData}
        >
          {table.doubts.length} 项数据校验没有通过
        </Button>
      )}
      {untold && <FailureLine what="数据更新时间读取失败" failure={untold} onRetry={reloadUpdateTimes} />}
      {updateTime && (
        <Button
          size="small"
          variant="minimal"
          className="status-data"
          title="数据来源与更新"
          onClick={openData}
        >
          <span className="status-word">数据</span>截至 {timeText(updateTime, 'short')}
        </Button>
      )}
    </TableStatusLine>
  )
}
