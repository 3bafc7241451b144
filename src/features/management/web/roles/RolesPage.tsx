// /management/authority: the roles, their permissions and their users.

import { Key } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { holdsPermission, permissionKeys, permissions } from '#shared/permissions.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import { runOnList } from '#web/list/shownList.ts'
import { goTo } from '#web/shell/keys/run.ts'
import { ManagementNavigation } from '#web/shell/ManagementNavigation.tsx'
import {
  deleteRole,
  listRoles,
  type ManagedRole,
  restoreRoles,
  roleHistory,
} from '#features/management/contract.ts'
import { showSeeing } from '../seeing/SeeingDialog.tsx'
import { copyNext, RoleForm } from './RoleForm.tsx'

const heldOf = ({ authorityInfo }: ManagedRole) =>
  permissionKeys.filter((key) => holdsPermission(authorityInfo, key))

const readRoles = (signal?: AbortSignal) => call(listRoles, {}, { ...quiet, signal })

export const roleList = defineList<ManagedRole>({
  name: 'roles',
  path: pages.managementAuthority.path,
  title: '角色权限',
  noun: '角色',
  measure: '个',
  searchHint: '名称、拼音、权限、用户',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'manage_authority',
  source: { kind: 'whole', read: readRoles },
  sort: 'name',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
    { key: 'count', title: '权限', unit: '个', kind: 'number', value: (role) => heldOf(role).length },
    {
      key: 'keys',
      title: '可用',
      value: (role) =>
        heldOf(role)
          .map((key) => permissions[key].title)
          .join('、'),
      width: 360,
    },
    { key: 'secondStep', title: '两步登录', value: ({ secondStep }) => (secondStep ? '要求' : '') },
    { key: 'scope', title: '数据范围', value: ({ scope }) => scope.join('，'), width: 200 },
    { key: 'users', title: '用户', unit: '人', kind: 'number', value: ({ users }) => users.length },
    {
      key: 'who',
      title: '用户',
      value: ({ users }) => users.map(({ username }) => username).join('、'),
      width: 200,
    },
    {
      key: 'foreign',
      title: '无法识别的权限',
      kind: 'code',
      value: ({ foreign }) => foreign.map(({ key }) => key).join('、'),
    },
    { key: 'modifiedBy', title: '修改者', kind: 'user', value: ({ modifiedBy }) => modifiedBy },
    { key: 'modifiedAt', title: '修改时间', kind: 'time', value: ({ modifiedAt }) => modifiedAt },
  ],
  filters: [
    {
      key: 'key',
      title: '权限',
      kind: 'select',
      options: permissionKeys.map((key) => ({ value: key, title: permissions[key].title })),
      holds: (role, value) => heldOf(role).some((key) => key === value),
    },
    {
      key: 'used',
      title: '使用',
      kind: 'yesNo',
      yes: '有人使用',
      no: '无人使用',
      holds: ({ users }) => users.length > 0,
    },
  ],
  form: {
    view: (props) => (
      <RoleForm
        {...props}
        onClose={() => {
          copyNext(null)
          props.onClose()
        }}
        onSaved={(saved) => {
          copyNext(null)
          props.onSaved(saved)
        }}
      />
    ),
  },
  remove: {
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '还有用户的角色不能删除，会说明有哪些人。' },
      run: async ({ name }, signal) => call(deleteRole, { params: { name }, body: {} }, { ...quiet, signal }),
      undo: async ({ id }) => {
        await call(restoreRoles, { body: { ids: [id] } }, quiet)
        return (await readRoles()).find((role) => role.id === id)
      },
    },
  },
  actions: [
    {
      command: 'roles.copy',
      title: '复制',
      start: (role) => {
        copyNext(role)
        runOnList('list.create')
      },
    },
    {
      command: 'roles.users',
      title: '用户',
      start: ({ name }) => goTo(pages.managementUserManage({ role: name })),
    },
    { command: 'roles.see', title: '以此查看', start: showSeeing },
    {
      command: 'management.history',
      title: '变更记录',
      start: ({ id, name }) =>
        showHistory(name, (signal) => call(roleHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  empty: { title: '还没有角色', description: '新建角色，勾选它的权限，再给用户。', icon: <Key size={32} /> },
})

export function Page() {
  return <ListPage list={roleList} lead={<ManagementNavigation />} />
}
