// The line under the table: row count, selection, and whether the answer is cached.
import { Button } from '@blueprintjs/core'
import { StatusLine } from '#web/table/StatusLine.tsx'
import type { SelectionStatus } from '#web/table/types.ts'
import { timeText } from '#web/ui/timeText.ts'
import { cancelAsk } from '../loading.ts'
import { useCustom } from '../store.ts'

const elapsedText = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} 秒`)
const clock = (iso: string) => timeText(iso, 'short')

export function Status({ selection }: { selection: SelectionStatus | null }) {
  const { table: kept, askFailure, asking, exporting } = useCustom()
  // After a failure the table is replaced by the error, so the line describes no table.
  const table = askFailure === null ? kept : null
  return (
    <StatusLine
      rowCount={table?.rowCount ?? null}
      complete={!table?.truncated}
      selection={selection}
      {...(table?.truncated && { note: '，已截断，导出可得全部' })}
    >
      {asking && (
        <span role="status">
          查询中
          <Button size="small" variant="minimal" text="取消" onClick={cancelAsk} />
        </span>
      )}
      {exporting && (
        <span role="status">
          正在导出 {exporting.format}
          <Button size="small" variant="minimal" text="取消" onClick={exporting.cancel} />
        </span>
      )}
      {table && (
        <>
          <span>用时 {elapsedText(table.elapsedMs)}</span>
          <span>{table.cached ? `缓存于 ${clock(table.computedAt)}` : '实时'}</span>
        </>
      )}
    </StatusLine>
  )
}
