// Keys of this browser's storage that belong to the product, each with its purpose. Unknown keys show as they
// are.

import { rereadSettings } from '#web/shell/settings.ts'
import { settingNames } from '#web/shell/settingValues.ts'
import type { StoredName } from '#web/shell/storage.ts'
import type { CacheKind, CacheRow } from './types.ts'

interface Known {
  kind: CacheKind
  says: string
  loses?: string
  stays?: string
}

const atSignOut = '登录信息；退出登录时清除'
const settingSays: Known = { kind: 'setting', says: '个人设置的一项', loses: '恢复为默认值' }

/** By key prefix; the longest match wins. */
const known: Readonly<Record<StoredName, Known>> = {
  username: { kind: 'setting', says: '登录的用户名', stays: atSignOut },
  roleData: { kind: 'setting', says: '角色与权限的副本，以服务器为准', stays: atSignOut },
  dict_owner: { kind: 'memory', says: '字典缓存所属的用户', stays: '随字典缓存更新' },
  pathname4redirect: { kind: 'memory', says: '登录后返回的页面' },
  pathname4redirect_owner: { kind: 'memory', says: '登录后返回的页面所属的用户' },
  privateViewList: { kind: 'memory', says: '个人视图的列表，打开报表时更新' },
  docUpdateTimeMap: { kind: 'memory', says: '平台文档各看到哪一版', loses: '看过的文档会重新标为有更新' },
  documentMenuObj: { kind: 'memory', says: '平台文档的菜单，登录后更新' },
  'paletteHistory:': { kind: 'memory', says: '命令面板里用过什么', loses: '常用的不再排在前面' },
  'table:': { kind: 'memory', says: '表格的列宽与列顺序', loses: '恢复为默认的列宽与列顺序' },
  tableSize: { kind: 'memory', says: '表格上次有多大，打开时先按它排版' },
  'statementRecents:': { kind: 'memory', says: '最近打开的报表', loses: '最近列表变空' },
  'statementStars:': { kind: 'memory', says: '收藏的报表', loses: '收藏全部取消' },
  'statementSide:': { kind: 'memory', says: '报表目录的宽度与展开' },
  'statementDrafts:': { kind: 'draft', says: '报表上未保存的修改', loses: '这些修改' },
  statementTotals: { kind: 'memory', says: '是否显示合计' },
  statementPrevious: { kind: 'memory', says: '是否显示上期数' },
  'sqlView:': { kind: 'memory', says: 'SQL 页面的布局' },
  'sqlDesk:': { kind: 'memory', says: 'SQL 页面的标签顺序与结果', loses: '标签的顺序与打开的结果' },
  'sqlDraft:': { kind: 'draft', says: 'SQL 草稿', loses: '其中未保存的 SQL' },
  'sqlLast:': { kind: 'draft', says: '关闭页面时没来得及存的 SQL', loses: '其中未保存的 SQL' },
  sqlHandover: { kind: 'draft', says: '正要在 SQL 页面打开的查询' },
  'dictionary-draft:': { kind: 'draft', says: '字典里未保存的修改', loses: '这些修改' },
  'result-comparisons': { kind: 'memory', says: '结果对比的小结' },
  'result-chart:': { kind: 'memory', says: '一种结果怎样画图' },
  'kept-work:': { kind: 'draft', says: '登录失效或页面重载前未保存的内容', loses: '这些内容' },
  'logQueries:': { kind: 'memory', says: '查过的日志语句', loses: '最近查过的语句变空' },
  'address:': { kind: 'session', says: '过长的地址，按短地址里的键读回' },
  'handed-over:': { kind: 'session', says: '正要交给下一页的内容' },
  installation_checks: { kind: 'memory', says: '上次安装检查的结果' },
  console_lines: { kind: 'session', says: '刷新之前的控制台' },
}

const prefixes = (Object.keys(known) as StoredName[]).sort((one, other) => other.length - one.length)

export function describeKey(key: string): Known {
  if ((settingNames as readonly string[]).includes(key)) return settingSays
  const prefix = prefixes.find((one) => (one.endsWith(':') ? key.startsWith(one) : key === one))
  if (prefix !== undefined) return known[prefix]
  return { kind: 'memory', says: '其他内容，用途未知' }
}

const mostShown = 2_000
/** UTF-16, as browsers count storage. */
const bytesOf = (key: string, text: string): number => 2 * (key.length + text.length)

export function storedTexts(
  storage: () => Storage,
  name: 'local' | 'session',
  readers: readonly string[],
): CacheRow[] {
  let stored: Storage
  let keys: string[]
  try {
    stored = storage()
    keys = Object.keys(stored)
  } catch {
    return []
  }
  return keys.filter((key) => isOwn(key, readers)).map((key) => rowOf(stored, name, key))
}

/** Hides entries of other users of this browser; a user's name follows the first colon of a key. */
const isOwn = (key: string, readers: readonly string[]): boolean => {
  const [first = '', owner = ''] = key.split(':', 2)
  const isPersonal = [
    'paletteHistory',
    'sqlView',
    'sqlDesk',
    'sqlDraft',
    'sqlLast',
    'dictionary-draft',
  ].includes(first)
  return !(isPersonal || first.startsWith('statement')) || owner === '' || readers.includes(owner)
}

function rowOf(stored: Storage, name: 'local' | 'session', key: string): CacheRow {
  const text = stored.getItem(key) ?? ''
  const { kind, says, loses = '', stays } = describeKey(key)
  return {
    id: `${name} ${key}`,
    kind: name === 'session' && kind !== 'draft' ? 'session' : kind,
    place: '此浏览器',
    name: key,
    says,
    bytes: bytesOf(key, text),
    count: null,
    savedAt: null,
    endsAt: null,
    loses,
    ...(stays !== undefined && { stays }),
    content: text.slice(0, mostShown),
    clear: async () => {
      stored.removeItem(key)
      if (kind === 'setting') rereadSettings()
      return async () => {
        stored.setItem(key, text)
        if (kind === 'setting') rereadSettings()
      }
    },
  }
}
