// A user's sessions: device, address, start and last use; one or all of them can be ended.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import {
  endUserSessions,
  listUserSessions,
  type ManagedUser,
  type UserSession,
} from '#features/management/contract.ts'
import { deviceText } from './device.ts'
import '../management.css'

interface Props {
  user: Pick<ManagedUser, 'id' | 'username'>
  onEnded: () => void
}

export const showSessions = (user: Props['user'], onEnded: () => void): void =>
  showDialog(<SessionsDialog user={user} onEnded={onEnded} />)

function SessionsDialog({ user, onEnded }: Props) {
  const [sessions, setSessions] = useState<readonly UserSession[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads anew.
  useEffect(() => {
    const asking = new AbortController()
    call(listUserSessions, { params: { id: user.id } }, { ...quiet, signal: asking.signal }).then(
      setSessions,
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [user.id, attempt])
  const end = async (key?: string) => {
    setFailure(null)
    try {
      await call(endUserSessions, { body: { id: user.id, ...(key !== undefined && { key }) } }, quiet)
      onEnded()
    } catch (error) {
      setFailure(failureOf(error))
    }
    setAttempt(attempt + 1)
  }
  return (
    <TitledDialog title={`登录：${user.username}`} className="management-dialog" onClose={closeDialog}>
      <DialogBody>
        {failure && <FailureLine what="操作失败" failure={failure} />}
        {!sessions && !failure && <p role="status">加载中...</p>}
        {sessions?.length === 0 && <EmptyState title="没有在任何设备上登录" />}
        <ul className="management-sessions">
          {sessions?.map((session) => (
            <Session key={session.key} session={session} onEnd={() => void end(session.key)} />
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {sessions !== null && sessions.length > 0 && (
              <Button text="全部退出登录" intent="danger" variant="outlined" onClick={() => void end()} />
            )}
            <Button text="完成" onClick={closeDialog} />
          </>
        }
      />
    </TitledDialog>
  )
}

function Session({ session, onEnd }: { session: UserSession; onEnd: () => void }) {
  const device = deviceText(session.userAgent)
  return (
    <li title={session.userAgent}>
      <span className="management-session-device">
        {device}
        {session.current && <span className="management-mark">当前登录</span>}
      </span>
      <span className="management-muted">{session.address}</span>
      <span className="management-muted">{timeText(session.createdAt)} 登录</span>
      <span className="management-muted">{timeText(session.lastSeenAt)} 最近使用</span>
      <Button
        size="small"
        variant="minimal"
        text="结束"
        aria-label={`结束 ${device} 的登录`}
        onClick={onEnd}
      />
    </li>
  )
}
