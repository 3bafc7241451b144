// /code_view/{id}: a saved query as its owner shares it, with or without a login. Queries not shared, deleted
// or never existing show the same page.
import { AnchorButton, Button } from '@blueprintjs/core'
import { Document, Search } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { pages } from '#shared/pages.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import { rememberPath } from '#web/shell/redirectMemory.ts'
import { useSession } from '#web/shell/session.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { getView } from '#features/code/contract.ts'
import { SharedQuery } from './SharedQuery.tsx'
import type { View } from './view.ts'
import '../code.css'

type State = { kind: 'loading' } | { kind: 'missing' } | { kind: 'failed'; failure: CallError } | ViewState
interface ViewState {
  kind: 'ready'
  view: View
}

export function Page() {
  const { id = '' } = useParams()
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    const stop = new AbortController()
    setState({ kind: 'loading' })
    readView(id, stop.signal).then((read) => {
      if (!stop.signal.aborted) setState(read)
    })
    return () => stop.abort()
  }, [id, attempt])
  const isSignedIn = useSession(({ roleData }) => roleData !== null)
  usePageTitle(state.kind === 'ready' ? state.view.name : null)
  if (state.kind === 'ready') return <SharedQuery view={state.view} />
  return (
    <Notice>
      {state.kind === 'loading' && <Skeleton lines={8} />}
      {state.kind === 'missing' && (
        <EmptyState
          icon={<Search size={32} />}
          title="没有找到这个查询"
          description={
            isSignedIn
              ? '链接可能不完整，分享已经停止，或没有分享给你。请向把链接给你的人确认。'
              : '链接可能不完整，分享已经停止，或只给登录的人看。请先登录，或向把链接给你的人确认。'
          }
          action={
            isSignedIn ? (
              <AnchorButton variant="minimal" text="前往首页" href="/" />
            ) : (
              <AnchorButton
                intent="primary"
                text="登录后再看"
                href={pages.login()}
                onClick={() => rememberPath(window.location.pathname)}
              />
            )
          }
        />
      )}
      {state.kind === 'failed' && (
        <ErrorState
          title="读取失败"
          failure={state.failure}
          onRetry={() => setAttempt(attempt + 1)}
          action={<Button icon={<Document size={14} />} text="刷新页面" onClick={() => location.reload()} />}
        />
      )}
    </Notice>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <main className="code-view code-view-notice">
      <h1 className="visually-hidden">共享的查询</h1>
      {children}
    </main>
  )
}

/** Malformed ids answer 400: for a reader they lead nowhere, like any other. */
const missingStatuses = [400, 404]

async function readView(id: string, signal: AbortSignal): Promise<State> {
  try {
    return { kind: 'ready', view: await call(getView, { params: { id } }, { quiet: true, signal }) }
  } catch (error) {
    const failure = failureOf(error)
    return missingStatuses.includes(failure.status) ? { kind: 'missing' } : { kind: 'failed', failure }
  }
}
