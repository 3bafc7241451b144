// Shown before previewing the product as a role: explains the preview and lets the user choose the games.
import { Button, Checkbox, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '#web/form/useSubmit.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { useSession } from '#web/shell/session.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import type { ManagedRole } from '#features/management/contract.ts'
import { beginSeeing } from './seeing.ts'
import '../management.css'

export const showSeeing = (role: ManagedRole): void => showDialog(<SeeingDialog role={role} />)

function SeeingDialog({ role }: { role: ManagedRole }) {
  const games = useSession((session) => session.roleData?.games ?? [])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(games.map(({ cgi }) => cgi)))
  const { submit, busy, failure } = useSubmit<ReadonlySet<string>, true>(async (wanted) => {
    await beginSeeing(role.id, [...wanted])
    return true
  })
  const toggle = (cgi: string) => {
    const next = new Set(chosen)
    if (!next.delete(cgi)) next.add(cgi)
    setChosen(next)
  }
  const start = (event: FormEvent) => {
    event.preventDefault()
    void submit(chosen)
  }
  return (
    <TitledDialog title={`以角色「${role.name}」查看`} className="management-dialog" onClose={closeDialog}>
      <form onSubmit={start}>
        <DialogBody>
          <p>
            页面按该角色的权限显示，只能查看，不能改动；你自己没有的权限和游戏仍然没有。
            这个浏览器的其他标签页同样如此，直到结束查看或退出登录。
          </p>
          <fieldset className="management-games">
            <legend>看得到的游戏</legend>
            {games.map(({ cgi, name }) => (
              <Checkbox key={cgi} label={name} checked={chosen.has(cgi)} onChange={() => toggle(cgi)} />
            ))}
          </fieldset>
          {failure && <FailureLine what="开始查看失败" failure={failure} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="取消" onClick={closeDialog} />
              <Button type="submit" intent="primary" text="开始查看" loading={busy} />
            </>
          }
        />
      </form>
    </TitledDialog>
  )
}
