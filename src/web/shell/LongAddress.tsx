// Delays a page at a short address until its full query is loaded.

import { Button } from '@blueprintjs/core'
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { type CallError, failureOf } from '../api/callError.ts'
import { ErrorState } from '../ui/states/ErrorState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { readLong, unreadKey } from './longAddress.ts'

export function LongAddress({ children }: { children: ReactNode }) {
  const [, drawAnew] = useReducer((times: number) => times + 1, 0)
  const key = unreadKey(useSearch())
  return key === null ? children : <Reading key={key} name={key} onRead={drawAnew} />
}

function Reading({ name, onRead }: { name: string; onRead: () => void }) {
  const [failure, setFailure] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads anew.
  useEffect(() => {
    let left = false
    setFailure(null)
    readLong(name).then(
      () => left || onRead(),
      (error: unknown) => left || setFailure(failureOf(error)),
    )
    return () => {
      left = true
    }
  }, [attempt])
  if (failure === null) return <Skeleton lines={12} />
  const isGone = failure.code === 'object_missing' || failure.status === 400
  return (
    <ErrorState
      title={isGone ? '链接已过期' : '链接打开失败'}
      failure={failure}
      description={failure.message}
      onRetry={() => setAttempt(attempt + 1)}
      action={<Button text="不带条件打开" onClick={() => navigate(withoutLong(), { replace: true })} />}
    />
  )
}

/** The short address without its key. */
function withoutLong(): string {
  const query = new URLSearchParams(location.search)
  query.delete('long')
  return query.size === 0 ? location.pathname : `${location.pathname}?${query}`
}
