// The definition of the list of saved queries.

import { FloppyDisk } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { goTo } from '#web/shell/keys/run.ts'
import { copyText } from '#web/ui/copyText.ts'
import { deleteQuery, listQueries, restoreQuery, type SavedQuery } from '#features/code/contract.ts'
import { loadFolders, placeText, placeTitle, rightTexts, standsIn, unchangeable } from '../library/folders.ts'
import { showMove } from '../library/MoveDialog.tsx'
import { foldersOf } from './folders.ts'
import { QueryForm } from './QueryForm.tsx'
import { QueryUses } from './QueryUses.tsx'
import { newQueryAddress, openQuery } from './queries.ts'
import { showQueryDialog } from './queryDialog.ts'
import { shareTexts } from './ShareDialog.tsx'
import { notRunnable, sendRegularly } from './sendRegularly.ts'
import { sqlGist } from './texts.ts'
import { notWatchable, watchQuery } from './watching.ts'

const putQuery = (query: SavedQuery): void => queryList.change({ put: [query] })
/** Non-empty folders in a team folder, or among one's own (null). */
function pathsIn(folderId: number | null): string[] {
  const within = queryList.useState.getState().rows.filter((query) => query.folderId === folderId)
  return foldersOf(within).map(({ path }) => path)
}

/** A moved query has another place and perhaps other readers. */
function readAgain(): void {
  void queryList.refresh()
  void loadFolders()
}

/** In pixels: room for the beginning of a statement. */
const gistWidth = 420

export const queryList = defineList<SavedQuery>({
  name: 'queries',
  path: pages.codeQueryList.path,
  title: '已存查询',
  noun: '查询',
  measure: '个',
  searchHint: '名称、拼音、文件夹、标签或 SQL',
  sort: '-modified',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
    { key: 'tags', title: '标签', value: ({ tags }) => tags.join('、') },
    { key: 'folder', title: '位置', value: placeText },
    { key: 'owner', title: '创建者', kind: 'user', value: ({ owner }) => owner },
    {
      key: 'right',
      title: '权限',
      value: ({ right }) => (right === 'own' || right === 'shared' ? '我的' : rightTexts[right]),
      searched: false,
    },
    {
      key: 'share',
      title: '分享',
      kind: 'badge',
      value: ({ share }) => shareTexts[share],
      tone: ({ share }) => (share === 'off' ? 'muted' : 'active'),
      searched: false,
    },
    { key: 'modified', title: '修改时间', kind: 'time', value: ({ modifiedAt }) => modifiedAt },
    {
      key: 'sql',
      title: 'SQL',
      kind: 'code',
      value: ({ sql }) => sqlGist(sql),
      searched: ({ sql }) => sql,
      width: gistWidth,
    },
  ],
  filters: [
    { key: 'folder', title: '文件夹', kind: 'chip', holds: standsIn, text: placeTitle },
    { key: 'tag', title: '标签', kind: 'chip', holds: ({ tags }, tag) => tags.includes(tag) },
    {
      key: 'share',
      title: '分享',
      kind: 'yesNo',
      yes: '已分享',
      no: '未分享',
      holds: ({ share }) => share !== 'off',
    },
  ],
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  permission: 'search_sqlQuery',
  source: { kind: 'whole', read: (signal) => call(listQueries, {}, { ...quiet, signal }) },
  open: ({ id }) => openQuery(id),
  create: () => goTo(newQueryAddress),
  form: {
    refuses: unchangeable,
    view: (props) => (
      <QueryForm {...props} folders={pathsIn(props.row?.folderId ?? null)} onTakenBack={putQuery} />
    ),
    creates: false,
  },
  remove: {
    refuses: unchangeable,
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: {
        view: QueryUses,
        detail: (rows) => (rows.some(({ share }) => share !== 'off') ? '分享出去的链接随之打不开。' : ''),
      },
      run: ({ id }, signal) => call(deleteQuery, { params: { id }, body: {} }, { ...quiet, signal }),
      undo: ({ id }) => call(restoreQuery, { params: { id }, body: {} }, quiet),
    },
  },
  actions: [
    {
      command: 'query.move',
      title: '移动',
      refuses: unchangeable,
      startMany: (rows) => showMove(rows, pathsIn, readAgain),
    },
    {
      command: 'query.share',
      title: '分享',
      refuses: unchangeable,
      start: ({ id }) => showQueryDialog('share', id),
    },
    {
      command: 'query.subscribe',
      title: '定时发送',
      refuses: notRunnable,
      start: (query) => sendRegularly(query),
    },
    {
      command: 'query.alarm',
      title: '设为告警',
      refuses: notWatchable,
      start: (query) => watchQuery(query),
    },
    { command: 'query.versions', title: '版本', start: ({ id }) => showQueryDialog('versions', id) },
    {
      command: 'query.copy',
      title: '复制 SQL',
      start: ({ sql }) => void copyText(sql, 'SQL 已复制'),
    },
  ],
  empty: {
    title: '还没有已存查询',
    description: '在编辑器里写好 SQL 后保存，就会出现在这里。',
    icon: <FloppyDisk size={32} />,
  },
})
