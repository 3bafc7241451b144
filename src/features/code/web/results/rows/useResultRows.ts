// The rows of a run for the table: one page cache per result and per view of it.
import { useEffect, useMemo, useState } from 'react'
import { type CallError, failureOf } from '#web/api/client.ts'
import type { Run } from '#features/code/contract.ts'
import { changeState, type ResultState } from '../shown.ts'
import { remakeView } from '../view/viewing.ts'
import { rowsOf } from './calls.ts'
import { PageCache } from './PageCache.ts'

export interface ResultRows {
  cache: PageCache
  rowCount: number
  /** Identity of the rows: the table resets when it changes. */
  key: string
  /** Why visible rows can't be loaded. */
  problem: CallError | null
}

export function useResultRows(run: Run, { view }: ResultState): ResultRows {
  const { queryId: runId } = run
  const [problem, setProblem] = useState<CallError | null>(null)
  const viewId = view?.viewId
  const columnCount = run.columns.length
  const cache = useMemo(
    () =>
      new PageCache({
        columnCount,
        fetchRows: rowsOf(runId, viewId),
        onProblem: (error) => {
          const failure = error === null ? null : failureOf(error)
          if (failure?.code === 'result_expired') changeState(runId, { expired: true })
          else if (failure?.code === 'object_missing' && viewId) remakeView(runId)
          setProblem(failure)
        },
      }),
    [runId, viewId, columnCount],
  )
  useEffect(() => {
    setProblem(null)
    return () => cache.dispose()
  }, [cache])
  const { from, data } = view ? view.first : run
  // During rendering, so that the table measures columns by loaded rows; repeating it is harmless.
  useMemo(() => {
    if ((data[0]?.length ?? 0) > 0) cache.put({ from, data })
  }, [cache, from, data])
  const rowCount = view ? view.rowCount : run.rowCount
  cache.setRowCount(rowCount)
  return { cache, rowCount, key: `${runId}:${viewId ?? ''}`, problem }
}
