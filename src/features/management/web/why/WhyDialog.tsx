// «为什么我看不到…»: what exists but is not accessible to the reader, the missing key, and who can grant it.
import { DialogBody, InputGroup } from '@blueprintjs/core'
import { useEffect, useMemo, useState } from 'react'
import { commands, isAllowed, permissionsOf } from '#commands/index.ts'
import { permissions } from '#shared/permissions.ts'
import { call } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { useGivers } from '#web/shell/givers.ts'
import { pinyinOfCommand } from '#web/shell/palette/commandPinyin.ts'
import { useSession } from '#web/shell/session.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { getUserAuthInfo } from '#features/session/contract.ts'
import '../management.css'

export const showWhy = (): void => showDialog(<WhyDialog />)

interface Closed {
  id: string
  title: string
  isPage: boolean
  missing: string
  found: string
}

/** Pages and actions that the reader's permissions exclude. */
function useClosed(): readonly Closed[] {
  const roleData = useSession((session) => session.roleData)
  return useMemo(
    () =>
      commands
        .filter((command) => command.hidden !== true && !command.whileSeeing && !isAllowed(command, roleData))
        .map((command) => {
          const missing = permissionsOf(command).map((key) => permissions[key].title)
          const { id, title, en, go } = command
          return {
            id,
            title,
            isPage: go !== undefined,
            missing:
              missing.length > 0 ? `缺少「${missing.join('」或「')}」权限` : `没有「${title}」下的任何权限`,
            found: [title, en, pinyinOfCommand(id).replaceAll(' ', ''), ...missing].join(' ').toLowerCase(),
          }
        }),
    [roleData],
  )
}

/** The reader's row rules as texts; empty until they are loaded. */
function useScope(): readonly string[] {
  const email = useSession(({ roleData }) => roleData?.email)
  const [scope, setScope] = useState<readonly string[]>([])
  useEffect(() => {
    if (email === undefined) return
    const asking = new AbortController()
    call(getUserAuthInfo, { params: { email } }, { quiet: true, loading: null, signal: asking.signal }).then(
      (told) => setScope(told.scope ?? []),
      // The keys are shown even without the rules.
      () => undefined,
    )
    return () => asking.abort()
  }, [email])
  return scope
}

function WhyDialog() {
  const closed = useClosed()
  const givers = useGivers()
  const seeing = useSession((session) => session.roleData?.seeing)
  const scope = useScope()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  // Before anything is typed, only pages are listed, because their actions depend on them.
  const found = closed.filter((one) => (wanted === '' ? one.isPage : one.found.includes(wanted)))
  return (
    <TitledDialog title="为什么我看不到…" className="management-dialog" onClose={closeDialog}>
      <DialogBody>
        <InputGroup
          autoFocus
          value={typed}
          placeholder="页面或操作的名称、拼音"
          aria-label="看不到什么"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className="management-muted" role="status">
          {closed.length === 0
            ? '所有页面和操作你都能用'
            : `${found.length} ${wanted === '' ? '个页面' : '项'}你不能用`}
          {seeing !== undefined && `：正在以角色「${seeing}」查看`}
          {closed.length > 0 && givers && `；${givers}`}
        </p>
        {scope.length > 0 && (
          <section aria-label="你的数据范围">
            <h3 className="management-heading">数据只到你的范围</h3>
            <ul className="management-scope">
              {scope.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p className="management-muted">范围以外的行不在任何数字里；无法识别这些维度的表会说明原因</p>
          </section>
        )}
        <ul className="management-keys">
          {found.map(({ id, title, missing }) => (
            <li key={id}>
              <span className="management-key">{title}</span>
              <span className="management-muted">{missing}</span>
            </li>
          ))}
        </ul>
        {closed.length > 0 && found.length === 0 && (
          <p>在你不能用的页面和操作里没有找到；可能不在你可看的游戏、视图或数据范围里。</p>
        )}
      </DialogBody>
    </TitledDialog>
  )
}
