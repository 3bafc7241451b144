// /others/mfa: the current codes. They refresh while the user is active and hide when the user is idle,
// because each refresh leaves an audit record.
import { Button } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { holds, useSession } from '#web/shell/session.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { createAccount, deleteSelected, editSelected, showCodes } from './actions.tsx'
import { CodeCard } from './CodeCard.tsx'
import { dropCode, readAccounts, readCodes, useMfa } from './store.ts'
import './mfa.css'

/** After this time without keyboard or pointer input, the user counts as idle. */
const lookingMs = 120_000

/** The codes of all accounts. */
async function readAll(signal?: AbortSignal): Promise<void> {
  await readAccounts(signal)
  const { status, accounts } = useMfa.getState()
  if (!signal?.aborted && status === 'ready' && accounts.rows.length > 0) await readCodes()
}

/** Reads all codes at first, then each one as it expires. */
function useCodes(): void {
  useEffect(() => {
    const asking = new AbortController()
    let actedAt = performance.now()
    const acted = () => {
      actedAt = performance.now()
    }
    for (const name of ['keydown', 'pointerdown', 'pointermove'])
      addEventListener(name, acted, { signal: asking.signal, passive: true, capture: true })
    void readAll(asking.signal)
    const renewing = new Set<number>()
    const timer = setInterval(() => {
      const now = performance.now()
      const isLooking = document.visibilityState === 'visible' && now - actedAt < lookingMs
      for (const { id, endsAt } of useMfa.getState().codes.values()) {
        if (endsAt > now || renewing.has(id)) continue
        dropCode(id)
        if (!isLooking) continue
        renewing.add(id)
        void readCodes(id).finally(() => renewing.delete(id))
      }
    }, 250)
    return () => {
      asking.abort()
      clearInterval(timer)
      useMfa.setState({ codes: new Map() })
    }
  }, [])
}

export function Page() {
  useCodes()
  const { status, failure, accounts, codes, codesFailure } = useMfa()
  const mayManage = useSession(({ roleData }) => holds('manage_authority', roleData))
  return (
    <section className="mfa-page" aria-labelledby="mfa-title">
      <div className="mfa-title-line">
        <h1 id="mfa-title">动态口令</h1>
        <CommandTip command="mfa.show" title="显示最新口令">
          <Button variant="minimal" text="刷新" onClick={() => void showCodes()} />
        </CommandTip>
        {mayManage && accounts.rows.length > 0 && <Manage />}
      </div>
      {status === 'loading' && <Skeleton lines={6} />}
      {status === 'failed' && (
        <ErrorState title="动态口令读取失败" failure={failure} onRetry={() => void readAll()} />
      )}
      {status === 'ready' && accounts.rows.length === 0 && <Nothing mayManage={mayManage} />}
      {codesFailure && (
        <FailureLine what="口令读取失败" failure={codesFailure} onRetry={() => void showCodes()} />
      )}
      {status === 'ready' && accounts.rows.length > 0 && (
        <>
          <ul className="mfa-cards">
            {accounts.rows.map((account) => (
              <CodeCard key={account.id} account={account} code={codes.get(account.id)} />
            ))}
          </ul>
          <p className="mfa-muted mfa-note">
            每次查看都记入审计。按 <KeyHint command="mfa.copy" /> 或点口令复制，
            <KeyHint command="mfa.next" /> <KeyHint command="mfa.previous" /> 换账号；两分钟没有操作会隐藏。
            {accounts.console.problem}
          </p>
        </>
      )}
    </section>
  )
}

function Manage() {
  return (
    <>
      <CommandTip command="mfa.edit" title="编辑账号或更换密钥">
        <Button variant="minimal" text="编辑" onClick={editSelected} />
      </CommandTip>
      <CommandTip command="mfa.delete" title="删除所选账号">
        <Button variant="minimal" text="删除" onClick={deleteSelected} />
      </CommandTip>
      <CommandTip command="mfa.create" title="新建动态口令账号">
        <Button intent="primary" icon={<Add size={14} />} text="新建" onClick={createAccount} />
      </CommandTip>
    </>
  )
}

function Nothing({ mayManage }: { mayManage: boolean }) {
  return (
    <EmptyState
      title="还没有动态口令账号"
      description={
        mayManage
          ? '粘贴平台给的 otpauth:// 链接或密钥，之后有权限的人就能在这里看到口令。'
          : '请有「权限管理」权限的人新建账号。'
      }
      {...(mayManage && {
        action: (
          <Button intent="primary" onClick={createAccount}>
            新建 <KeyHint command="mfa.create" />
          </Button>
        ),
      })}
    />
  )
}
