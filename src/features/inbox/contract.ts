// Each user's inbox: notes that the product wrote, newest first. Nobody reads another user's inbox.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'
import { idSchema } from '#shared/ids.ts'

export const noteLevels = ['info', 'warning', 'critical'] as const
export type NoteLevel = (typeof noteLevels)[number]
export const noticeLevelTitles: Record<NoteLevel, string> = {
  info: '通知',
  warning: '警告',
  critical: '严重',
}

export const noteSources = [
  'alarm',
  'subscription',
  'push',
  'receiver',
  'job',
  'sharing',
  'definition',
  'handing',
  'erasing',
  'webhook',
] as const
export type NoteSource = (typeof noteSources)[number]
export const noticeSourceTitles: Record<NoteSource, string> = {
  alarm: '告警',
  subscription: '订阅',
  push: '推送',
  receiver: '通知渠道',
  job: '后台任务',
  sharing: '共享',
  definition: '指标与视图',
  handing: '移交',
  erasing: '删除玩家数据',
  webhook: '事件回调',
}

const ours = '/api/s1/inbox'
const some = Type.Array(idSchema, { minItems: 1, maxItems: 2_000 })
const ids = Type.Object({ ids: some }, closed)
const none = 987654321

const note = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  /** Lines with links in the format of src/shared/message.ts. */
  text: Type.String(),
  level: Type.Enum([...noteLevels]),
  source: Type.Enum([...noteSources]),
  /** Path within the product. */
  link: Type.Union([Type.String(), Type.Null()]),
  at: Type.String(),
  read: Type.Boolean(),
})
export type InboxNotice = Static<typeof note>

const inbox = Type.Object({
  rows: Type.Array(note),
  /** Counts all unread notes, including those beyond `rows`. */
  unread: Type.Integer(),
  /** Whether there are older notes than those sent. */
  more: Type.Boolean(),
})
export type Inbox = Static<typeof inbox>

export const listInbox = defineCall({
  name: 'listInbox',
  method: 'GET',
  path: `${ours}/list`,
  access: 'session',
  reply: inbox,
  example: {},
})

const unread = Type.Object({
  count: Type.Integer(),
  /** The most serious level of the unread notes; null when there are none. */
  level: Type.Union([Type.Enum([...noteLevels]), Type.Null()]),
})
export type Unread = Static<typeof unread>

export const countUnread = defineCall({
  name: 'countUnread',
  method: 'GET',
  path: `${ours}/unread`,
  access: 'session',
  reply: unread,
  example: {},
})

/** Marks notes as read or unread. */
export const markNotes = defineCall({
  name: 'markNotes',
  method: 'POST',
  path: `${ours}/mark`,
  access: 'session',
  body: Type.Object({ ids: some, read: Type.Boolean() }, closed),
  reply: Type.Null(),
  example: { body: { ids: [none], read: true } },
})

/** Marks all notes up to the newest one the reader has seen; later ones stay unread. */
export const markAllNotes = defineCall({
  name: 'markAllNotes',
  method: 'POST',
  path: `${ours}/markAll`,
  access: 'session',
  body: Type.Object({ upTo: idSchema }, closed),
  reply: Type.Object({ ids: Type.Array(Type.Integer()) }),
  example: { body: { upTo: none } },
})

export const deleteNotes = defineCall({
  name: 'deleteNotes',
  method: 'POST',
  path: `${ours}/delete`,
  access: 'session',
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [none] } },
})

export const restoreNotes = defineCall({
  name: 'restoreNotes',
  method: 'POST',
  path: `${ours}/restore`,
  access: 'session',
  body: ids,
  reply: Type.Null(),
  example: { body: { ids: [none] } },
})
