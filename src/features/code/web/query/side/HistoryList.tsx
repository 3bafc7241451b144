// The user's latest runs, from any tab and window.

import { Error as ErrorIcon, Stop, Tick } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { momentText } from '#shared/moment.ts'
import { pages } from '#shared/pages.ts'
import { parametersText } from '#shared/sql/parameterText.ts'
import { installation } from '#web/shell/installation.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { useNarrow } from '#web/ui/useNarrow.ts'
import type { Run, RunStatus } from '#features/code/contract.ts'
import { openRun } from '../opening.ts'
import { isOver, useRuns } from '../runs/store.ts'
import { useView } from '../view.ts'
import { loadHistory, useHistory } from './lists.ts'
import { type Row, RowList } from './RowList.tsx'

const marks: Record<RunStatus, ReactNode> = {
  queued: <span className="mini-spinner" />,
  running: <span className="mini-spinner" />,
  done: <Tick size={12} className="run-done" />,
  failed: <ErrorIcon size={12} className="result-failed" />,
  canceled: <Stop size={12} />,
}

const statusWords: Record<RunStatus, string> = {
  queued: '排队中',
  running: '运行中',
  done: '成功',
  failed: '失败',
  canceled: '已取消',
}

/** The time for today's runs, the date for others. */
function shortTime(iso: string, now = new Date()): string {
  const dayOf = (at: string | Date) => momentText(at, installation().zone, 'day')
  return dayOf(iso) === dayOf(now) ? timeText(iso, 'clock') : dayOf(iso).slice(5)
}

function runRow(run: Run): Row {
  const words = run.sql.replace(/\s+/g, ' ').slice(0, 200)
  const given = parametersText(run.params)
  return {
    key: run.queryId,
    depth: 0,
    icon: marks[run.status],
    label: (
      <>
        <span className="side-code">{run.title || words}</span>
        {given !== '' && <span className="side-given"> {given}</span>}
      </>
    ),
    title: [
      statusWords[run.status],
      timeText(run.startedAt, 'second'),
      run.status === 'done' ? `${run.rowCount.toLocaleString('en-US')} 行` : '',
      given,
      run.problem?.message ?? '',
      run.sql.slice(0, 500),
    ]
      .filter((part) => part !== '')
      .join('\n'),
    detail: shortTime(run.startedAt),
    firm: true,
    onChoose: () => {
      useView.setState({ drawer: false })
      void openRun(run.queryId)
    },
  }
}

/** In milliseconds: searches after a typing pause. */
const pauseMs = 250

export function HistoryList() {
  const { status, failure, items } = useHistory()
  const find = useView((state) => state.find.history)
  const tall = useNarrow()
  // Reloaded when runs begin and end here.
  const changes = useRuns(
    ({ runs }) => `${Object.keys(runs).length} ${Object.values(runs).filter(isOver).length}`,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a run is read anew.
  useEffect(() => {
    const timer = setTimeout(() => void loadHistory(find.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [find, changes])
  const rows = useMemo(() => items.map(runRow), [items])
  if (rows.length === 0) {
    if (status === 'failed') {
      return (
        <ErrorState
          title="运行历史读取失败"
          failure={failure}
          onRetry={() => void loadHistory(find.trim())}
        />
      )
    }
    if (status !== 'ready') return <Skeleton lines={8} />
    if (find !== '') return <p className="side-empty">没有符合「{find}」的运行</p>
    return <EmptyState title="还没有运行过" description="运行过的 SQL 会出现在这里" />
  }
  return (
    <>
      <RowList label="运行历史" rows={rows} tall={tall} />
      <Link href={pages.codeHistory()} className="side-more">
        查看全部运行历史
      </Link>
    </>
  )
}
