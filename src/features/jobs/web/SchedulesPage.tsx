// /management/schedules: all schedules with their next firing time and their last result.

import { Calendar } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { ListSource } from '#web/list/types.ts'
import { ManagementNavigation } from '#web/shell/ManagementNavigation.tsx'
import { listJobSchedules, pauseJobSchedule, type ScheduleRow } from '../contract.ts'
import { showSchedule } from './ScheduleDialog.tsx'
import { fireText, fireTone } from './words.ts'
import './jobs.css'

const pageSize = 200
let kinds: readonly { name: string; title: string }[] = []
let people: readonly string[] = []

const read: Extract<ListSource<ScheduleRow>, { kind: 'pages' }>['read'] = async (
  { text, filters, page, size },
  signal,
) => {
  const query = {
    ...(text.trim() !== '' && { search: text.trim().slice(0, 200) }),
    ...(filters.kind && { kind: filters.kind }),
    ...(filters.who && { who: filters.who }),
    ...(filters.active && { paused: filters.active === '0' }),
    offset: (page - 1) * size,
    limit: size,
  }
  const answer = await call(listJobSchedules, { query }, { ...quiet, signal })
  kinds = answer.kinds
  people = answer.people
  return answer
}

const switched =
  (paused: boolean) =>
  ({ id }: ScheduleRow, signal?: AbortSignal) =>
    call(pauseJobSchedule, { body: { id, paused } }, { ...quiet, signal })

export const scheduleList = defineList<ScheduleRow>({
  name: 'schedules',
  path: pages.managementSchedules.path,
  title: '定时任务',
  noun: '定时',
  measure: '个',
  searchHint: '任务、名称、所有者',
  idOf: ({ id }) => id,
  nameOf: ({ title, name }) => (name ? `${title}「${name}」` : title),
  permission: 'manage_authority',
  source: { kind: 'pages', size: pageSize, read },
  columns: [
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ paused, nextAt }) => (paused ? '已暂停' : nextAt === null ? '已结束' : '正常'),
      tone: ({ paused, nextAt }) => (paused || nextAt === null ? 'muted' : 'good'),
      width: 90,
    },
    { key: 'title', title: '任务', value: ({ title }) => title, width: 160 },
    { key: 'name', title: '名称', value: ({ name }) => name, width: 220 },
    { key: 'who', title: '所有者', kind: 'user', value: ({ who }) => who || '（系统）', width: 110 },
    { key: 'rule', title: '规则', value: ({ rule }) => rule, width: 160 },
    { key: 'nextAt', title: '下次', kind: 'time', value: ({ nextAt }) => nextAt, width: 140 },
    { key: 'lastAt', title: '上次', kind: 'time', value: ({ lastAt }) => lastAt, width: 140 },
    {
      key: 'last',
      title: '上次结果',
      kind: 'badge',
      value: ({ lastState, lateMs }) => fireText(lastState, lateMs) || null,
      tone: ({ lastState, lateMs }) => fireTone(lastState, lateMs),
      width: 150,
    },
    {
      key: 'missed',
      title: '近期错过',
      unit: '次',
      kind: 'number',
      value: ({ missed }) => missed,
      width: 100,
    },
  ],
  filters: [
    {
      key: 'kind',
      title: '任务',
      kind: 'select',
      options: () => kinds.map(({ name, title }) => ({ value: name, title })),
    },
    {
      key: 'who',
      title: '所有者',
      kind: 'select',
      options: () => [
        ...people.map((name) => ({ value: name, title: name })),
        { value: '-', title: '（系统）' },
      ],
    },
    { key: 'active', title: '状态', kind: 'yesNo', yes: '正常', no: '已暂停' },
  ],
  open: ({ id }) => showSchedule(id),
  actions: [
    {
      command: 'schedules.pause',
      title: '暂停',
      refuses: ({ paused }) => (paused ? '已经暂停' : undefined),
      each: {
        doing: '正在暂停...',
        done: '已暂停',
        asks: { detail: () => '暂停期间不会运行，也不算错过。' },
        run: switched(true),
        undo: (row) => switched(false)(row),
      },
    },
    {
      command: 'schedules.resume',
      title: '恢复',
      refuses: ({ paused }) => (paused ? undefined : '没有暂停'),
      each: {
        doing: '正在恢复...',
        done: '已恢复',
        run: switched(false),
        undo: (row) => switched(true)(row),
      },
    },
  ],
  follow: { everyMs: 15_000, while: (rows) => rows.length > 0 },
  empty: {
    title: '还没有定时任务',
    description: '告警、订阅、推送和名单规则设了时间后会出现在这里。',
    icon: <Calendar size={32} />,
  },
})

export function Page() {
  return <ListPage list={scheduleList} lead={<ManagementNavigation />} />
}
