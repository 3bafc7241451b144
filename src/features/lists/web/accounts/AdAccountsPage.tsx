// /others/adUserList: accounts on the ad platforms, with masked tokens that can be checked with their
// platform.

import { pages } from '#shared/pages.ts'
import { unopenedWords } from '#shared/unopened.ts'
import { call, failureOf, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { gamesText } from '#web/list/gameCells.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import {
  type AdAccount,
  adAccountHistory,
  deleteAdAccount,
  getAccountInfo,
  restoreAdAccounts,
} from '#features/lists/contract.ts'
import { AccountForm } from './AccountForm.tsx'
import { AccountPane } from './AccountPane.tsx'
import { platformTitle, readAccounts, referenceData } from './referenceData.ts'

const foreignGames = '该账户还属于你看不到的游戏'
const refuses = ({ editable }: AdAccount) => (editable ? undefined : foreignGames)

/** The result of a failed check is stored with the account as well, so the row shows it. */
async function check({ id }: AdAccount, signal: AbortSignal): Promise<AdAccount> {
  try {
    return await call(getAccountInfo, { query: { id } }, { ...quiet, signal })
  } catch (error) {
    const { code, data } = failureOf(error)
    if (code === 'gateway_failed') adAccounts.change({ put: [data as AdAccount] })
    throw error
  }
}

export const adAccounts = defineList<AdAccount>({
  name: 'adUserList',
  path: pages.othersAdUserList.path,
  title: '广告账户',
  noun: '账户',
  measure: '个',
  searchHint: '名称、账户编号、负责人',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'search_adUserList',
  source: { kind: 'whole', read: readAccounts },
  sort: 'platform',
  columns: [
    { key: 'platform', title: '平台', value: ({ platform }) => platformTitle(platform) },
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
    { key: 'accountId', title: '账户编号', kind: 'code', value: ({ accountId }) => accountId },
    { key: 'games', title: '游戏', value: ({ games }) => gamesText(referenceData().games, games) },
    { key: 'keeper', title: '负责人', kind: 'user', value: ({ keeper }) => keeper },
    {
      key: 'token',
      title: '令牌',
      value: ({ token }) => (token === '' ? '未填写' : token),
      tone: ({ token }) => (token === '' || token === unopenedWords ? 'warning' : undefined),
      searched: false,
    },
    {
      key: 'state',
      title: '账户状态',
      kind: 'badge',
      value: ({ info, checkProblem, checkedAt }) =>
        checkedAt === null ? '未测试' : (checkProblem ?? info?.state ?? ''),
      tone: ({ checkedAt, checkProblem }) =>
        checkedAt === null ? 'muted' : checkProblem === null ? 'good' : 'bad',
    },
    { key: 'balance', title: '余额', kind: 'number', value: ({ info }) => info?.balance ?? null },
    { key: 'currency', title: '币种', value: ({ info }) => info?.currency ?? '' },
    { key: 'checkedAt', title: '测试时间', kind: 'time', value: ({ checkedAt }) => checkedAt },
    { key: 'note', title: '备注', value: ({ note }) => note },
  ],
  filters: [
    {
      key: 'platform',
      title: '平台',
      kind: 'select',
      options: () => referenceData().platforms.map(({ key, title }) => ({ value: key, title })),
      holds: ({ platform }, value) => platform === value,
    },
    {
      key: 'game',
      title: '游戏',
      kind: 'select',
      options: () => referenceData().games.map(({ cgi, name }) => ({ value: cgi, title: name })),
      holds: ({ games }, value) => games === '*' || games.includes(value),
    },
  ],
  form: { view: AccountForm, refuses },
  remove: {
    refuses,
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '令牌会随账户一起恢复。' },
      run: async ({ id }, signal) =>
        call(deleteAdAccount, { params: { id }, body: {} }, { ...quiet, signal }),
      undo: async (account) => {
        await call(restoreAdAccounts, { body: { ids: [account.id] } }, quiet)
        return account
      },
    },
  },
  actions: [
    {
      command: 'ads.check',
      title: '测试',
      refuses,
      each: { doing: '正在测试...', done: '已测试', run: check },
    },
    {
      command: 'lists.history',
      title: '变更记录',
      start: ({ id, name }) =>
        showHistory(name, (signal) => call(adAccountHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  empty: { title: '还没有广告账户', description: '新建账户并填写令牌后，可测试它在平台上的状态与余额。' },
})

export function Page() {
  return <ListPage list={adAccounts} preview={(account) => <AccountPane account={account} />} />
}
