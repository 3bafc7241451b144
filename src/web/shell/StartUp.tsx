// Start-up: loads the stored user's rights again before anything of the application shows.

import { Button } from '@blueprintjs/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import type { CallError } from '../api/callError.ts'
import { ErrorState } from '../ui/states/ErrorState.tsx'
import { LoadingOverlay } from './Loading.tsx'
import { isOpenPath } from './routeRules.ts'
import { type Identity, useSession } from './session.ts'

interface Props {
  /** Asks the server for the rights of the stored identity: an e-mail address or a user name. */
  loadIdentity: (identity: string) => Promise<Identity>
  children: ReactNode
}

export function StartUp({ loadIdentity, children }: Props) {
  const path = usePathname()
  const username = useSession((session) => session.username)
  const confirmed = useSession((session) => session.confirmed)
  if (isOpenPath(path) || confirmed) return children
  if (username === null) return <Redirect to={pages.login()} replace />
  return <Confirmation loadIdentity={loadIdentity} />
}

function Confirmation({ loadIdentity }: Pick<Props, 'loadIdentity'>) {
  const [failure, setFailure] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    let left = false
    setFailure(null)
    confirm(loadIdentity).catch((error) => !left && setFailure(error))
    return () => {
      left = true
    }
  }, [attempt])
  if (failure === null) return <LoadingOverlay />
  return <StartUpFailure failure={failure} onRetry={() => setAttempt(attempt + 1)} />
}

async function confirm(loadIdentity: Props['loadIdentity']): Promise<void> {
  const { username, roleData } = useSession.getState()
  const identity = await loadIdentity(roleData?.email || username || '')
  // A logout in the meantime takes precedence.
  if (useSession.getState().username === username) useSession.getState().accept(identity)
}

function StartUpFailure({ failure, onRetry }: { failure: CallError; onRetry: () => void }) {
  return (
    <main className="start-up-failure">
      <p className="big-status">500</p>
      <ErrorState
        title="获取信息发生错误"
        failure={failure}
        retryText="点击重试"
        onRetry={onRetry}
        action={<Button text="重新登录" onClick={() => useSession.getState().forget()} />}
      />
    </main>
  )
}
