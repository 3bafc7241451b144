// Push tasks as objects: visible to, and changed by, everybody with the push right in the task's game.
import type { Selectable } from 'kysely'
import type { ObjectKind } from '#server/objects/types.ts'
import { type PushTaskState, taskStateTitles } from '../contract.ts'
import { type PushRunRow, type PushTaskRow, pushTask } from './tables.ts'

export type Task = Selectable<PushTaskRow>
export type Run = Selectable<PushRunRow>

export const taskScheduleId = (task: number): string => `push task ${task}`

export const pushTasks: ObjectKind<Task> = {
  table: 'push_task',
  name: 'pushTask',
  fields: {
    cgi: { title: '应用', codes: 'game' },
    servers: {
      title: '区服',
      codes: 'server',
      show: (stored) => (JSON.parse(String(stored)) as string[]).join('、') || '全部',
    },
    segment: { title: '人群' },
    title: { title: '标题' },
    body: { title: '内容' },
    action: { title: '动作' },
    uri: { title: '链接' },
    media: { title: '图片' },
    icon: { title: '图标' },
    schedule: { title: '时间' },
    state: { title: '状态', show: (state) => taskStateTitles[state as PushTaskState] },
  },
  seen: pushTask.seen,
  runs: { in: ({ cgi }) => [cgi] },
  schedule: { id: taskScheduleId, namesRevision: true },
  taken: { field: 'requestId', message: '这个请求号已用过' },
}
