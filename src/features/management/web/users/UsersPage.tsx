// /management/userManage: all users with role, games and whether they may sign in.

import { People } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { gamesText } from '#web/list/gameCells.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import { ManagementNavigation } from '#web/shell/ManagementNavigation.tsx'
import {
  addOrUpdateUser,
  deleteUser,
  linkOutside,
  type ManagedUser,
  resetSecondStep,
  restoreUsers,
  unlinkOutside,
  userHistory,
} from '#features/management/contract.ts'
import { showHandOver } from '../handing/HandOverDialog.tsx'
import { showLink } from './LinkDialog.tsx'
import { showRights } from './RightsDialog.tsx'
import { asTheyAre, readUsers, referenceData } from './referenceData.ts'
import { showSessions } from './SessionsDialog.tsx'
import { UserForm } from './UserForm.tsx'

const foreign = '该用户还可看你看不到的数据，只能由可看这些数据的人管理'
const refuses = ({ editable }: ManagedUser) => (editable ? undefined : foreign)

const claimText = ({ username, claim }: ManagedUser): string =>
  `「${username}」←${claim?.title}的「${claim?.name}」（${claim?.account}）`

/** If the selection includes the user's own account, the question says so. */
const switched = (disabled: boolean) => async (user: ManagedUser, signal?: AbortSignal) => {
  const body = { ...asTheyAre(user), disabled, confirmed: true }
  return call(addOrUpdateUser, { body }, { ...quiet, signal })
}

const ownWarning = (rows: readonly ManagedUser[]): string =>
  rows.some(({ self }) => self) ? '其中有你自己：你会立即退出登录。' : ''

export const userList = defineList<ManagedUser>({
  name: 'users',
  path: pages.managementUserManage.path,
  title: '用户管理',
  noun: '用户',
  measure: '位',
  searchHint: '用户名、拼音、邮箱、角色、游戏',
  idOf: ({ id }) => String(id),
  nameOf: ({ username }) => username,
  permission: 'manage_authority',
  source: { kind: 'whole', read: readUsers },
  sort: 'username',
  columns: [
    {
      key: 'username',
      title: '用户名',
      kind: 'user',
      value: ({ username }) => username,
      pinyin: ({ pinyin }) => pinyin,
    },
    { key: 'email', title: '邮箱', value: ({ email }) => email },
    {
      key: 'role',
      title: '角色',
      value: ({ role, roleGone }) => (roleGone ? `${role}（已删除）` : role),
    },
    {
      key: 'games',
      title: '游戏',
      value: ({ games }) => gamesText(referenceData().games, games),
    },
    { key: 'scope', title: '数据范围', value: ({ scope }) => scope.join('，'), width: 200 },
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ disabled }) => (disabled ? '停用' : '正常'),
      tone: ({ disabled }) => (disabled ? 'muted' : 'good'),
    },
    {
      key: 'source',
      title: '账号来源',
      value: ({ source, claim }) =>
        source
          ? [source.title, source.stopped].filter(Boolean).join('，')
          : claim
            ? `本系统，可关联${claim.title}`
            : '本系统',
    },
    { key: 'secondStep', title: '两步登录', value: ({ secondStep }) => (secondStep ? '已设置' : '') },
    { key: 'sessions', title: '登录设备', kind: 'number', value: ({ sessions }) => sessions },
    { key: 'lastSeenAt', title: '最近使用', kind: 'time', value: ({ lastSeenAt }) => lastSeenAt },
    { key: 'linkUntil', title: '密码链接有效至', kind: 'time', value: ({ linkUntil }) => linkUntil },
    { key: 'modifiedBy', title: '修改者', kind: 'user', value: ({ modifiedBy }) => modifiedBy },
    { key: 'createdAt', title: '创建时间', kind: 'time', value: ({ createdAt }) => createdAt },
  ],
  filters: [
    {
      key: 'role',
      title: '角色',
      kind: 'select',
      options: () => referenceData().roles.map((name) => ({ value: name, title: name })),
      holds: ({ role }, value) => role === value,
    },
    {
      key: 'game',
      title: '游戏',
      kind: 'select',
      options: () => referenceData().games.map(({ cgi, name }) => ({ value: cgi, title: name })),
      holds: ({ games }, value) => games === '*' || games.includes(value),
    },
    {
      key: 'active',
      title: '状态',
      kind: 'yesNo',
      yes: '正常',
      no: '停用',
      holds: ({ disabled }) => !disabled,
    },
  ],
  form: { view: UserForm, refuses },
  remove: {
    refuses,
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: {
        detail: (rows) =>
          `${ownWarning(rows)}其登录立即结束，分享和定时任务随之停止；报表、查询等内容保留，删除后不能再移交。`,
      },
      run: async ({ email, self }, signal) =>
        call(deleteUser, { params: { email }, body: { confirmed: self } }, { ...quiet, signal }),
      undo: async (user) => {
        await call(restoreUsers, { body: { ids: [user.id] } }, quiet)
        return (await readUsers()).find(({ id }) => id === user.id)
      },
    },
  },
  actions: [
    { command: 'users.rights', title: '可看的范围', start: (user) => showRights(user) },
    {
      command: 'users.link',
      title: '密码链接',
      refuses: (user) => {
        if (user.source) return `该用户的密码在${user.source.title}里`
        return user.disabled ? '该用户已停用，请先恢复使用' : refuses(user)
      },
      start: showLink,
    },
    {
      command: 'users.sessions',
      title: '登录',
      refuses,
      start: (user) => showSessions(user, () => void userList.refresh()),
    },
    {
      command: 'users.resetStep',
      title: '重置两步登录',
      refuses: (user) => (user.secondStep ? refuses(user) : '该用户没有设置两步登录'),
      each: {
        doing: '正在重置...',
        done: '已重置两步登录',
        asks: {
          detail: (rows) =>
            `${ownWarning(rows)}用于手机和备用码都丢了的人，请先确认是本人。其登录立即结束；角色要求两步登录的，下次登录时重新设置。`,
        },
        run: async (user, signal) => {
          await call(resetSecondStep, { body: { id: user.id } }, { ...quiet, signal })
          return { ...user, secondStep: false, sessions: 0 }
        },
      },
    },
    {
      command: 'users.linkOutside',
      title: '关联公司账号',
      refuses: (user) =>
        user.claim ? refuses(user) : '没有核实过的同邮箱公司账号：请本人先用公司账号登录一次',
      each: {
        doing: '正在关联...',
        done: '已关联公司账号',
        asks: {
          detail: (rows) =>
            `${ownWarning(rows)}${rows.map(claimText).join('；')}。请确认是同一个人：以后用公司账号登录，角色和游戏按公司里的组，本地密码作废，现有登录立即结束。`,
        },
        run: async (user, signal) => {
          await call(linkOutside, { body: { id: user.id } }, { ...quiet, signal })
          return (await readUsers(signal)).find(({ id }) => id === user.id) ?? user
        },
      },
    },
    {
      command: 'users.unlinkOutside',
      title: '改回本地账号',
      refuses: (user) => (user.source ? refuses(user) : '该用户的账号本来就在本系统里'),
      each: {
        doing: '正在改回...',
        done: '已改回本地账号',
        asks: {
          detail: (rows) =>
            `${ownWarning(rows)}角色和游戏不变，现有登录立即结束；再用「密码链接」让本人设置密码。`,
        },
        run: async (user, signal) => {
          await call(unlinkOutside, { body: { id: user.id } }, { ...quiet, signal })
          return { ...user, source: null, sessions: 0 }
        },
      },
    },
    {
      command: 'users.handOver',
      title: '移交',
      refuses,
      start: (user) => void showHandOver(user),
    },
    {
      command: 'users.disable',
      title: '停用',
      refuses: (user) => (user.disabled ? '该用户已经停用' : refuses(user)),
      each: {
        doing: '正在停用...',
        done: '已停用',
        asks: { detail: (rows) => `${ownWarning(rows)}其登录立即结束，数据和内容都保留，可以再移交给他人。` },
        run: switched(true),
        undo: async (user, after) => switched(false)(after ?? user),
      },
    },
    {
      command: 'users.enable',
      title: '恢复使用',
      refuses: (user) => (user.disabled ? refuses(user) : '该用户没有停用'),
      each: {
        doing: '正在恢复...',
        done: '已恢复使用',
        run: switched(false),
        undo: async (user, after) => switched(true)(after ?? user),
      },
    },
    {
      command: 'management.history',
      title: '变更记录',
      start: ({ id, username }) =>
        showHistory(username, (signal) => call(userHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  empty: {
    title: '还没有用户',
    description: '新建用户后，把密码链接交给本人，由本人设置密码。',
    icon: <People size={32} />,
  },
})

export function Page() {
  return <ListPage list={userList} lead={<ManagementNavigation />} />
}
