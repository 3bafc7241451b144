// The link through which a user sets their password: created on request, shown only once.
import { Button, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { type ManagedUser, makePasswordLink, type PasswordLink } from '#features/management/contract.ts'
import '../management.css'

type LinkedUser = Pick<ManagedUser, 'id' | 'username' | 'email' | 'linkUntil'>

export const showLink = (user: LinkedUser): void => showDialog(<LinkDialog user={user} />)

/** The token is in the address fragment, which browsers never send, so no log contains it. */
const addressOf = ({ token }: PasswordLink): string => `${window.location.origin}/password#${token}`

function LinkDialog({ user }: { user: LinkedUser }) {
  const [link, setLink] = useState<PasswordLink | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    setFailure(null)
    try {
      setLink(await call(makePasswordLink, { body: { id: user.id } }, { quiet: true, loading: null }))
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }
  return (
    <TitledDialog title={`密码链接：${user.username}`} className="management-dialog" onClose={closeDialog}>
      <DialogBody>
        {link === null ? (
          <>
            <p>
              生成一个链接，交给 {user.email}：打开后自己设置密码，不用登录。链接只能用一次，48 小时内有效。
            </p>
            {user.linkUntil && (
              <p className="management-muted">
                已有一个未用的链接（{timeText(user.linkUntil)} 前有效），生成新的之后它就失效。
              </p>
            )}
          </>
        ) : (
          <Link link={link} />
        )}
        {failure && <FailureLine what="生成失败" failure={failure} />}
      </DialogBody>
      <DialogFooter
        actions={
          link === null ? (
            <>
              <Button text="以后再说" onClick={closeDialog} />
              <Button text="生成链接" intent="primary" autoFocus loading={busy} onClick={() => void make()} />
            </>
          ) : (
            <Button text="完成" onClick={closeDialog} />
          )
        }
      />
    </TitledDialog>
  )
}

function Link({ link }: { link: PasswordLink }) {
  const address = addressOf(link)
  return (
    <>
      <p>链接只显示这一次，请现在复制并转交；{timeText(link.expiresAt)} 前有效。</p>
      <div className="management-copied">
        <InputGroup
          readOnly
          fill
          autoFocus
          value={address}
          aria-label="密码链接"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          icon={<Duplicate size={14} />}
          text="复制"
          onClick={() => void copyText(address, '链接已复制')}
        />
      </div>
    </>
  )
}
