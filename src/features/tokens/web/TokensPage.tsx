// /tokens: the reader's access tokens, by which programs call the product in their name.
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { gamesText } from '#web/list/gameCells.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import { restoreTokens, revokeTokens, type Token, tokenHistory, tokenScopeTitles } from '../contract.ts'
import { readTokens, referenceData } from './referenceData.ts'
import { TokenForm } from './TokenForm.tsx'

const daysLeft = ({ expiresAt }: Token): number => (Date.parse(expiresAt) - Date.now()) / 86_400_000

const stateText = (token: Token): string => {
  if (token.isExpired) return '已到期'
  const days = daysLeft(token)
  return days < 7 ? `${Math.max(1, Math.ceil(days))} 天内到期` : '有效'
}

const stateTone = (token: Token) => {
  if (token.isExpired) return 'muted'
  return daysLeft(token) < 7 ? 'warning' : 'good'
}

const tokens = defineList<Token>({
  name: 'tokens',
  path: pages.tokens.path,
  title: '访问令牌',
  noun: '访问令牌',
  measure: '个',
  searchHint: '名称、末四位、备注',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  source: { kind: 'whole', read: readTokens },
  sort: 'name',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
    { key: 'ending', title: '末四位', kind: 'code', value: ({ ending }) => `…${ending}` },
    { key: 'scope', title: '可以做什么', value: ({ scope }) => tokenScopeTitles[scope] },
    { key: 'role', title: '不超过角色', value: ({ role }) => role?.name ?? '不限' },
    { key: 'games', title: '游戏', value: ({ games }) => gamesText(referenceData().games, games) },
    {
      key: 'calls',
      title: '调用',
      kind: 'code',
      value: ({ calls }) => (calls.length === 0 ? '不限' : calls.join('、')),
    },
    { key: 'state', title: '状态', kind: 'badge', value: stateText, tone: stateTone },
    { key: 'expiresAt', title: '到期', kind: 'time', value: ({ expiresAt }) => expiresAt },
    { key: 'usedAt', title: '最近使用', kind: 'time', value: ({ usedAt }) => usedAt },
    { key: 'usedFrom', title: '来自', kind: 'code', value: ({ usedFrom }) => usedFrom },
    { key: 'note', title: '备注', value: ({ note }) => note },
  ],
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'yesNo',
      yes: '有效',
      no: '已到期',
      holds: ({ isExpired }) => !isExpired,
    },
  ],
  form: { view: TokenForm },
  remove: {
    each: {
      doing: '正在撤销...',
      done: '已撤销',
      asks: { detail: () => '用它的程序立即不能再调用。' },
      run: async ({ id }, signal) => {
        await call(revokeTokens, { body: { ids: [id] } }, { ...quiet, signal })
        return null
      },
      undo: async (token) => {
        await call(restoreTokens, { body: { ids: [token.id] } }, quiet)
        return token
      },
    },
  },
  actions: [
    {
      command: 'tokens.history',
      title: '变更记录',
      start: ({ id, name }) =>
        showHistory(name, (signal) => call(tokenHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  empty: {
    title: '还没有访问令牌',
    description: '脚本和程序带上令牌，就能以你的权限（或更少）调用本系统，不用登录；到期或撤销后立即失效。',
  },
})

export function Page() {
  return <ListPage list={tokens} />
}
