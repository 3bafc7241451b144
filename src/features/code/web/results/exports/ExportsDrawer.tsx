// Background exports: progress, files, and their expiry.
import { Button, ProgressBar } from '@blueprintjs/core'
import { useCallback, useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import { SideDrawer } from '#web/ui/side/SideDrawer.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { cancelQuery, listSqlQueryHistory, type Run } from '#features/code/contract.ts'
import { bytesText, durationText } from '../texts.ts'
import { downloadFile } from './exporting.ts'

const pollMs = 1_000
const shownRecords = 50

const isOver = ({ status }: Run): boolean => status !== 'queued' && status !== 'running'

export function ExportsDrawer({ onClose }: { onClose: () => void }) {
  const { records, problem, read } = useRecords()
  return (
    <SideDrawer title="导出记录" side="right" width={460} onClose={onClose}>
      {problem !== null && records === null && (
        <ErrorState title="导出记录读取失败" failure={problem} onRetry={() => void read()} />
      )}
      {problem === null && records === null && <Skeleton />}
      {records?.length === 0 && (
        <EmptyState title="还没有后台导出" description="在结果上选「后台导出」，完成后在这里下载" />
      )}
      {records !== null && records.length > 0 && (
        <ul className="result-exports">
          {records.map((run) => (
            <Record key={run.queryId} run={run} onChanged={() => void read()} />
          ))}
        </ul>
      )}
    </SideDrawer>
  )
}

function useRecords() {
  const [records, setRecords] = useState<Run[] | null>(null)
  const [problem, setProblem] = useState<CallError | null>(null)
  const read = useCallback(async (signal?: AbortSignal) => {
    try {
      const query = { kind: 'export' as const, size: shownRecords }
      const { rows } = await call(listSqlQueryHistory, { query }, { signal, quiet: true })
      setRecords(rows)
      setProblem(null)
    } catch (error) {
      const failure = failureOf(error)
      if (!failure.aborted) setProblem(failure)
    }
  }, [])
  const busy = records === null || records.some((run) => !isOver(run))
  useEffect(() => {
    const leaving = new AbortController()
    void read(leaving.signal)
    // Polls only while something is in progress.
    const timer = busy ? setInterval(() => void read(leaving.signal), pollMs) : undefined
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [busy, read])
  return { records, problem, read }
}

function Record({ run, onChanged }: { run: Run; onChanged: () => void }) {
  const cancel = async () => {
    await call(cancelQuery, { params: { id: run.queryId }, body: {} }).catch(() => undefined)
    onChanged()
  }
  return (
    <li className="result-export">
      <div className="result-export-name">{run.file?.name || run.title || '导出'}</div>
      <div className="result-export-state">{stateText(run)}</div>
      {run.status === 'running' && <ProgressBar className="result-export-bar" />}
      <div className="result-export-actions">
        {!isOver(run) && <Button size="small" text="取消" onClick={() => void cancel()} />}
        {isDownloadable(run) && (
          <Button size="small" intent="primary" text="下载" onClick={() => void downloadFile(run)} />
        )}
      </div>
    </li>
  )
}

const isDownloadable = ({ status, file }: Run): boolean =>
  status === 'done' && file !== null && file.expiresAt !== null

function stateText(run: Run): string {
  const rows = `${groupThousands(String(run.rowCount))} 行`
  const at = timeText(run.startedAt, 'short')
  switch (run.status) {
    case 'queued':
      return run.place === null ? '排队中' : `排队中，第 ${run.place} 位`
    case 'running':
      return `已写 ${rows}，用时 ${durationText(run.elapsedMs)}`
    case 'failed':
      return `失败：${run.problem?.message ?? '没有更多说明'}`
    case 'canceled':
      return `已取消，${at}`
    default:
      return `${rows}，${doneText(run)}，${at}`
  }
}

function doneText({ file }: Run): string {
  // Streamed exports leave a record, but no file here.
  if (file === null) return '已直接下载'
  if (file.expiresAt === null) return '文件已过期'
  return `${bytesText(file.bytes)}，保留至 ${timeText(file.expiresAt, 'short')}`
}
