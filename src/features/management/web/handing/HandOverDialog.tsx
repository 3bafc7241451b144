// Hands a user's things over to somebody: what moves and what that changes is told before.
import { Button, DialogBody, DialogFooter, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { showMessage } from '#web/shell/message.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { offerUndo } from '#web/ui/undo.ts'
import { type Handing, handOver, type ManagedUser, previewHanding } from '#features/management/contract.ts'
import { readUsers } from '../users/referenceData.ts'
import '../management.css'

type Person = Pick<ManagedUser, 'id' | 'username' | 'email'>

const quiet = { quiet: true, loading: null } as const

export async function showHandOver(user: Person): Promise<void> {
  const users = await readUsers()
  const receivers = users.filter(({ id, disabled, editable }) => id !== user.id && !disabled && editable)
  showDialog(<HandOverDialog user={user} receivers={receivers} />)
}

function HandOverDialog({ user, receivers }: { user: Person; receivers: readonly Person[] }) {
  const [to, setTo] = useState('')
  const [handing, setHanding] = useState<Handing | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const choose = async (id: string) => {
    setTo(id)
    setHanding(null)
    setFailure(null)
    if (id === '') return
    try {
      const told = await call(previewHanding, { body: { from: user.id, to: Number(id) } }, quiet)
      setTo((now) => {
        if (now === id) setHanding(told)
        return now
      })
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  const receiver = receivers.find(({ id }) => String(id) === to)
  const submit = async () => {
    if (!receiver || !handing?.count || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await hand(user, receiver)
      closeDialog()
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(false)
    }
  }
  return (
    <TitledDialog title={`移交：${user.username} 的内容`} className="management-dialog" onClose={closeDialog}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <DialogBody>
          <FormGroup label="移交给" labelFor="hand-over-to">
            <HTMLSelect
              id="hand-over-to"
              fill
              autoFocus
              value={to}
              onChange={({ currentTarget }) => void choose(currentTarget.value)}
              // The browser would open its list of choices.
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !handing?.count) return
                event.preventDefault()
                void submit()
              }}
              options={[
                { value: '', label: '选择用户…' },
                ...receivers.map(({ id, username, email }) => ({
                  value: String(id),
                  label: `${username} ${email}`,
                })),
              ]}
            />
          </FormGroup>
          {receivers.length === 0 && <p className="management-muted">没有别的正常用户可以接收。</p>}
          {to !== '' && !handing && !failure && <Skeleton lines={3} />}
          {handing && <Told handing={handing} name={user.username} />}
          {failure && <FailureLine what={handing ? '移交失败' : '要移交的内容读取失败'} failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={closeDialog} />
              <Button
                type="submit"
                intent="primary"
                text={handing?.count ? `移交 ${handing.count.toLocaleString('en-US')} 项` : '移交'}
                disabled={!handing?.count}
                loading={busy}
              />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}

/** Moves everything, and offers to give back exactly that. */
async function hand(user: Person, receiver: Person): Promise<void> {
  const { count, moved } = await call(handOver, { body: { from: user.id, to: receiver.id } }, quiet)
  const done = `已把 ${user.username} 的 ${count} 项内容移交给 ${receiver.username}`
  if (moved.length === 0) return void showMessage({ message: done, intent: 'success' })
  offerUndo(done, async () => {
    await call(handOver, { body: { from: receiver.id, to: user.id, only: moved } })
    showMessage({ message: `已还给 ${user.username}`, intent: 'success' })
  })
}

function Told({ handing: { kinds, count, changes }, name }: { handing: Handing; name: string }) {
  if (count + changes.length === 0) return <p role="status">{name} 没有可移交的内容。</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it.
    <section className="management-told" tabIndex={0} aria-label="移交的内容">
      <p role="status">
        {count === 0
          ? '没有能移交的内容。'
          : `${kinds.map((kind) => `${kind.title} ${kind.count}`).join('、')}，一次移交；编辑记录都保留。`}
      </p>
      {changes.length > 0 && (
        <>
          <h3 className="management-heading">移交后有变化的</h3>
          <ul className="management-keys">
            {changes.map(({ title, names, count: many, text, stays }) => (
              <li key={`${title} ${text}`}>
                <span className="management-key">
                  {title} {many}
                </span>
                <span className="management-why">
                  <span>{stays ? `不移交：${text}` : text}</span>
                  <span className="management-muted">
                    {names.join('、')}
                    {many > names.length && ` 等 ${many} 个`}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
