// The saved queries that the caller may run, and what a chosen one returns now.

import { useEffect, useState } from 'react'
import { mayDo } from '#shared/sql/queryRights.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { type AlarmQueryResult, readAlarmQuery, type WatchedQuery } from '#features/alarm/contract.ts'
import { listQueries, type SavedQuery } from '#features/code/contract.ts'

/** After typing. */
const restMs = 500

interface Asked {
  failure: CallError | null
  retry: () => void
}

export function useQueries(): Asked & { queries: SavedQuery[] | null } {
  const [queries, setQueries] = useState<SavedQuery[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again.
  useEffect(() => {
    const asking = new AbortController()
    call(listQueries, {}, { ...quiet, signal: asking.signal }).then(
      (all) => {
        setQueries(all.filter(({ right }) => mayDo(right, 'run')))
        setFailure(null)
      },
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [turn])
  return { queries, failure, retry: () => setTurn(turn + 1) }
}

/** The former answer stays until the new one is there. */
export function useQueryResult(
  id: string,
  params: WatchedQuery['params'],
): Asked & { result: AlarmQueryResult | null } {
  const [result, setResult] = useState<{ of: string; answer: AlarmQueryResult } | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [turn, setTurn] = useState(0)
  const key = JSON.stringify(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again.
  useEffect(() => {
    if (id === '') return
    const asking = new AbortController()
    const timer = setTimeout(
      () => {
        const body = { id, params: JSON.parse(key) as WatchedQuery['params'] }
        call(readAlarmQuery, { body }, { ...quiet, signal: asking.signal }).then(
          (answer) => {
            setResult({ of: id, answer })
            setFailure(null)
          },
          (error: unknown) => {
            if (!asking.signal.aborted) setFailure(failureOf(error))
          },
        )
      },
      result?.of === id ? restMs : 0,
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [id, key, turn])
  const isOwn = result?.of === id
  return { result: isOwn ? result.answer : null, failure, retry: () => setTurn(turn + 1) }
}
