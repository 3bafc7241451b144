// /login/back/…: where a provider sends the browser back to. What it brought is verified by the server, once; then the
// page that the user wanted opens, or the reason why not is told.
import { useEffect, useState } from 'react'
import { Link, useParams } from 'wouter'
import { pages } from '#shared/pages.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { installation } from '#web/shell/installation.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { finishProvider, type LoginReply } from '#features/session/contract.ts'
import { enterAs } from '../identity.ts'
import { LoginCard } from '../LoginCard.tsx'
import { signInBy } from './signInBy.ts'

/** A page load asks once, however often the page is drawn: the code works once. */
let asked: Promise<LoginReply> | null = null

function finish(provider: string): Promise<LoginReply> {
  const query = window.location.search.slice(1)
  if (asked && query === '') return asked
  asked = call(finishProvider, { body: { provider, query } }, { quiet: true, loading: null })
  // The code is of no use to who looks at the history later.
  window.history.replaceState(null, '', window.location.pathname)
  return asked
}

/** Enter goes on. */
const focusIt = (link: HTMLAnchorElement | null) => link?.focus()

export function LoginBackPage() {
  const { provider = '' } = useParams<{ provider: string }>()
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    let isHere = true
    finish(provider).then(
      (identity) => {
        if (isHere) enterAs(identity)
      },
      (error: unknown) => {
        if (isHere) setFailure(failureOf(error))
      },
    )
    return () => {
      isHere = false
    }
  }, [provider])
  const title = installation().providers.find(({ key }) => key === provider)?.title ?? '公司账号'
  return (
    <LoginCard title={signInBy(title)} subtitle={failure ? undefined : '正在核对...'}>
      {failure && (
        <>
          <FailureLine what="登录失败" failure={failure} />
          <Link
            ref={focusIt}
            className="bp6-button bp6-intent-primary login-on login-again"
            href={pages.login()}
          >
            返回登录
          </Link>
        </>
      )}
    </LoginCard>
  )
}
