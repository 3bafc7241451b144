// /inbox: the user's notes, newest first.

import { Button } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { showMessage } from '#web/shell/message.ts'
import { offerUndo } from '#web/ui/undo.ts'
import {
  deleteNotes,
  type InboxNotice,
  listInbox,
  markAllNotes,
  markNotes,
  noteLevels,
  noteSources,
  noticeLevelTitles,
  noticeSourceTitles,
  restoreNotes,
} from '../contract.ts'
import { NoticePane } from './NoticePane.tsx'
import { askUnread, useUnread } from './unread.ts'

async function readNotes(signal: AbortSignal): Promise<readonly InboxNotice[]> {
  const { rows, unread } = await call(listInbox, {}, { ...quiet, signal })
  const waiting = new Set(rows.filter(({ read }) => !read).map(({ level }) => level))
  const level = noteLevels.findLast((one) => waiting.has(one)) ?? null
  useUnread.setState({ count: unread, level, failure: null })
  return rows
}

async function mark(note: InboxNotice, read: boolean, signal?: AbortSignal): Promise<InboxNotice> {
  await call(markNotes, { body: { ids: [note.id], read } }, { ...quiet, ...(signal && { signal }) })
  void askUnread()
  return { ...note, read }
}

/** Follows the note's link and marks the note as read. */
async function open(note: InboxNotice): Promise<void> {
  if (!note.read) {
    inbox.change({ put: [{ ...note, read: true }] })
    await mark(note, true).catch(() => inbox.change({ put: [note] }))
  }
  if (note.link !== null) navigate(note.link)
}

/** Marks all shown and all older notes; notes that arrived meanwhile stay unread. */
export async function readAll(): Promise<void> {
  const newest = Math.max(0, ...inbox.useState.getState().rows.map(({ id }) => id))
  if (newest === 0) return
  const { ids } = await call(markAllNotes, { body: { upTo: newest } })
  await inbox.refresh()
  if (ids.length === 0) return void showMessage({ message: '没有未读的消息' })
  offerUndo(`已将 ${ids.length} 条标为已读`, async () => {
    for (let start = 0; start < ids.length; start += 2_000)
      await call(markNotes, { body: { ids: ids.slice(start, start + 2_000), read: false } })
    await inbox.refresh()
  })
}

const tones = { info: 'active', warning: 'warning', critical: 'bad' } as const

export const inbox = defineList<InboxNotice>({
  name: 'inbox',
  path: pages.inbox.path,
  title: '收件箱',
  noun: '消息',
  measure: '条',
  searchHint: '标题、内容',
  idOf: ({ id }) => String(id),
  nameOf: ({ title }) => title,
  permission: null,
  source: { kind: 'whole', read: readNotes },
  sort: '-at',
  open: (note) => void open(note),
  columns: [
    {
      key: 'read',
      title: '状态',
      kind: 'badge',
      value: ({ read }) => (read ? '已读' : '未读'),
      tone: ({ read }) => (read ? 'muted' : 'active'),
      rank: ({ read }) => (read ? 1 : 0),
    },
    {
      key: 'level',
      title: '级别',
      kind: 'badge',
      value: ({ level }) => noticeLevelTitles[level],
      tone: ({ level }) => tones[level],
      rank: ({ level }) => noteLevels.indexOf(level),
    },
    {
      key: 'title',
      title: '标题',
      value: ({ title }) => title,
      searched: ({ title, text }) => `${title}\n${text}`,
    },
    { key: 'source', title: '来源', value: ({ source }) => noticeSourceTitles[source] },
    { key: 'at', title: '时间', kind: 'time', value: ({ at }) => at },
  ],
  filters: [
    {
      key: 'unread',
      title: '状态',
      kind: 'yesNo',
      yes: '未读',
      no: '已读',
      holds: ({ read }) => !read,
    },
    {
      key: 'level',
      title: '级别',
      kind: 'several',
      options: noteLevels.map((level) => ({ value: level, title: noticeLevelTitles[level] })),
      holds: ({ level }, value) => level === value,
    },
    {
      key: 'source',
      title: '来源',
      kind: 'several',
      options: noteSources.map((source) => ({ value: source, title: noticeSourceTitles[source] })),
      holds: ({ source }, value) => source === value,
    },
  ],
  actions: [
    {
      command: 'inbox.read',
      title: '标为已读',
      refuses: ({ read }) => (read ? '已是已读' : undefined),
      each: { doing: '正在标记...', done: '已标为已读', run: (note, signal) => mark(note, true, signal) },
    },
    {
      command: 'inbox.unread',
      title: '标为未读',
      refuses: ({ read }) => (read ? undefined : '已是未读'),
      each: { doing: '正在标记...', done: '已标为未读', run: (note, signal) => mark(note, false, signal) },
    },
  ],
  remove: {
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: {},
      run: async ({ id }, signal) => {
        await call(deleteNotes, { body: { ids: [id] } }, { ...quiet, signal })
        void askUnread()
        return null
      },
      undo: async (note) => {
        await call(restoreNotes, { body: { ids: [note.id] } }, quiet)
        void askUnread()
        return note
      },
    },
  },
  empty: {
    title: '收件箱是空的',
    description: '告警触发、订阅送达、消息没有送到时，这里会有通知；旧的会自动清理。',
  },
})

export function Page() {
  const count = useUnread((state) => state.count)
  useNews(count)
  return (
    <ListPage
      list={inbox}
      actions={
        <CommandTip command="inbox.readAll" title="全部标为已读">
          <Button
            variant="minimal"
            icon={<Tick size={14} />}
            text="全部已读"
            onClick={() => void readAll()}
          />
        </CommandTip>
      }
      preview={(note) => <NoticePane note={note} onOpen={(one) => void open(one)} />}
    />
  )
}

/** Reloads the list when the bell counts more notes than it shows. */
function useNews(count: number): void {
  useEffect(() => {
    const { status, rows } = inbox.useState.getState()
    const known = rows.filter(({ read }) => !read).length
    if (status === 'ready' && count > known) void inbox.refresh()
  }, [count])
}
