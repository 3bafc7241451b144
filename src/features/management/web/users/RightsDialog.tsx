// What a user may see and why: each key with the list of the role that contains it, what it grants, and the
// games.
import { DialogBody } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import {
  type AuthorityInfo,
  holdsPermission,
  permissionKeys,
  permissions,
  ruleListTitles,
} from '#shared/permissions.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { gamesText } from '#web/list/gameCells.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { listRoles, type ManagedRole, type ManagedUser } from '#features/management/contract.ts'
import { openedBy } from '../opened.ts'
import { referenceData } from './referenceData.ts'
import '../management.css'

export const showRights = (user: ManagedUser): void => showDialog(<RightsDialog user={user} />)

function RightsDialog({ user }: { user: ManagedUser }) {
  const [roles, setRoles] = useState<readonly ManagedRole[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    call(listRoles, {}, { quiet: true, loading: null, signal: asking.signal }).then(
      setRoles,
      (error: unknown) => {
        if (!asking.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [])
  const role = roles?.find(({ name }) => !user.roleGone && name === user.role)
  return (
    <TitledDialog title={`权限与原因：${user.username}`} className="management-dialog" onClose={closeDialog}>
      <DialogBody>
        {failure && <FailureLine what="角色读取失败" failure={failure} />}
        {!roles && !failure && <p role="status">加载中...</p>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it. */}
        <section className="management-told" tabIndex={0} aria-label="可看的范围">
          <Standing user={user} />
          {roles && <Keys role={role} />}
        </section>
      </DialogBody>
    </TitledDialog>
  )
}

function Standing({ user }: { user: ManagedUser }) {
  const games = gamesText(referenceData().games, user.games)
  const limit = user.games === '*' ? '' : '：只看到这些游戏的数据'
  return (
    <dl className="management-facts">
      <div>
        <dt>登录</dt>
        <dd>{user.disabled ? '已停用：什么都看不到' : '可以登录'}</dd>
      </div>
      <div>
        <dt>角色</dt>
        <dd>{user.roleGone ? `「${user.role}」已被删除：没有任何权限` : user.role}</dd>
      </div>
      <div>
        <dt>游戏</dt>
        <dd>{games === '' ? '没有：看不到任何游戏的数据' : `${games}${limit}`}</dd>
      </div>
      <div>
        <dt>数据范围</dt>
        <dd>{user.scope.length === 0 ? '不限' : user.scope.join('\n')}</dd>
      </div>
    </dl>
  )
}

function Keys({ role }: { role: ManagedRole | undefined }) {
  const rules = (role?.authorityInfo ?? {}) as AuthorityInfo
  const held = permissionKeys.filter((key) => holdsPermission(rules, key))
  const missing = permissionKeys.filter((key) => !held.includes(key))
  return (
    <>
      <h3 className="management-heading">有的权限：{held.length} 个</h3>
      <ul className="management-keys">
        {held.map((key) => {
          const { title, rule } = permissions[key]
          const { pages } = openedBy(key)
          return (
            <li key={key}>
              <span className="management-key">{title}</span>
              <span className="management-why">
                <span>{pages.map((page) => page.title).join('、') || '没有单独的页面'}</span>
                <span className="management-muted">
                  因为角色「{role?.name}」的{ruleListTitles[rule]}（{rule}）里有 <code>{key}</code>
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      {role && role.foreign.length > 0 && (
        <p className="management-muted">
          角色里还有不起作用的：{role.foreign.map(({ list, key }) => `${list} 里的 ${key}`).join('，')}
        </p>
      )}
      <h3 className="management-heading">没有的权限：{missing.length} 个</h3>
      <p className="management-muted">
        {missing.map((key) => permissions[key].title).join('、') || '全部都有'}
      </p>
    </>
  )
}
