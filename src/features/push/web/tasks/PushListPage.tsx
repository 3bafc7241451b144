// /push/pushlist: push tasks, their outcomes, and decisions on them.

import { Notifications } from '@blueprintjs/icons'
import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import type { GameName } from '#web/list/gameCells.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import { ListPage } from '#web/list/ListPage.tsx'
import type { ListSource, Tone } from '#web/list/types.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import {
  approvePushTask,
  findPushTasks,
  type PushTask,
  type PushTaskQuery,
  type PushTaskState,
  pushTaskHistory,
  resumePushTask,
  stopPushTask,
  taskStates,
  taskStateTitles,
} from '#features/push/contract.ts'
import { PushNavigation } from '../PushNavigation.tsx'
import { readReferenceData } from '../referenceData.ts'
import { TaskForm } from './TaskForm.tsx'
import { TaskPane } from './TaskPane.tsx'

const pageSize = 200
let games: readonly GameName[] = []

const tones: Record<PushTaskState, Tone> = {
  approval: 'warning',
  waiting: 'active',
  sending: 'active',
  done: 'good',
  stopped: 'muted',
  failed: 'bad',
  unknown: 'warning',
}

const read: Extract<ListSource<PushTask>, { kind: 'pages' }>['read'] = async (
  { text, filters, sort, desc, page, size },
  signal,
) => {
  const query = {
    ...(text.trim() !== '' && { search: text.trim().slice(0, 200) }),
    ...(filters.game && { cgi: filters.game }),
    ...(filters.state && { state: filters.state as PushTaskState }),
    ...(sort !== '' && { sort: sort as NonNullable<PushTaskQuery['sort']>, desc }),
    offset: (page - 1) * size,
    limit: size,
  }
  const [answer] = await Promise.all([
    call(findPushTasks, { query }, { ...quiet, signal }),
    readReferenceData(signal),
  ])
  games = answer.games
  return answer
}

const isUnbegun = ({ state }: PushTask) => state === 'approval' || state === 'waiting'
const people = (count: number | null) => (count === null ? '未知人数' : `${count.toLocaleString('en-US')} 人`)

export const pushTaskList = defineList<PushTask>({
  name: 'pushTasks',
  path: pages.pushPushlist.path,
  title: '推送任务',
  noun: '任务',
  measure: '个',
  searchHint: '标题、内容',
  idOf: ({ id }) => String(id),
  nameOf: ({ title }) => title,
  permission: 'search_push',
  source: { kind: 'pages', size: pageSize, read },
  sort: '-modifiedAt',
  columns: [
    { key: 'title', title: '标题', value: ({ title }) => title, sortable: true, width: 180 },
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ state }) => taskStateTitles[state],
      tone: ({ state }) => tones[state],
      sortable: true,
    },
    { key: 'cgi', title: '应用', value: ({ game }) => game, sortable: true },
    {
      key: 'aim',
      title: '对象',
      value: ({ segmentTitle, servers }) =>
        servers.length === 0 ? segmentTitle : `${segmentTitle}，${servers.length} 个区服`,
    },
    { key: 'schedule', title: '时间', value: ({ scheduleText }) => scheduleText },
    { key: 'reach', title: '预计', unit: '人', kind: 'number', value: ({ reach }) => reach, sortable: true },
    { key: 'sent', title: '已接受', unit: '人', kind: 'number', value: ({ sent }) => sent },
    { key: 'failed', title: '失败', unit: '人', kind: 'number', value: ({ failed }) => failed },
    { key: 'unknown', title: '未知', unit: '人', kind: 'number', value: ({ unknown }) => unknown },
    { key: 'nextAt', title: '下一次', kind: 'time', value: ({ nextAt }) => nextAt },
    { key: 'owner', title: '创建者', kind: 'user', value: ({ owner }) => owner },
    {
      key: 'modifiedAt',
      title: '修改时间',
      kind: 'time',
      value: ({ modifiedAt }) => modifiedAt,
      sortable: true,
    },
    { key: 'problem', title: '说明', value: ({ problem }) => problem, width: 240 },
  ],
  filters: [
    {
      key: 'game',
      title: '应用',
      kind: 'select',
      options: () => games.map(({ cgi, name }) => ({ value: cgi, title: name })),
    },
    {
      key: 'state',
      title: '状态',
      kind: 'select',
      options: taskStates.map((state) => ({ value: state, title: taskStateTitles[state] })),
    },
  ],
  open: ({ id }) => navigate(pages.pushHistory({ task: id })),
  form: {
    view: TaskForm,
    refuses: (task) => (isUnbegun(task) ? undefined : '已经开始或已结束，不能修改，可复制为新任务'),
  },
  actions: [
    {
      command: 'push.stop',
      title: '停止',
      refuses: ({ state }) =>
        isUnbegun({ state } as PushTask) || state === 'sending' ? undefined : `任务${taskStateTitles[state]}`,
      each: {
        doing: '正在停止...',
        done: '已停止',
        asks: { detail: () => '没有发的不再发，已交给网关的收不回来。停止后不能再开始。' },
        run: ({ id }, signal) => call(stopPushTask, { body: { id } }, { ...quiet, signal }),
      },
    },
    {
      command: 'push.approve',
      title: '审批通过',
      refuses: ({ state, own }) =>
        state !== 'approval'
          ? '任务不在待审批'
          : own
            ? '不能审批自己建立或修改的任务，请另一位有推送权限的人审批'
            : undefined,
      each: {
        doing: '正在审批...',
        done: '已审批通过',
        asks: {
          detail: (rows) =>
            rows
              .map(({ title, reach, scheduleText }) => `「${title}」${people(reach)}，${scheduleText}`)
              .join('；'),
        },
        run: ({ id, revision }, signal) =>
          call(approvePushTask, { body: { id, revision } }, { ...quiet, signal }),
      },
    },
    {
      command: 'push.resume',
      title: '继续',
      refuses: ({ state }) => (state === 'failed' || state === 'unknown' ? undefined : '任务没有中断'),
      each: {
        doing: '正在继续...',
        done: '已继续',
        asks: { detail: () => '只发给尚未尝试的人；失败和结果未知的人不会再发。' },
        run: ({ id }, signal) => call(resumePushTask, { body: { id } }, { ...quiet, signal }),
      },
    },
    { command: 'push.copy', title: '复制', start: copy },
    {
      command: 'push.history',
      title: '变更记录',
      start: ({ id, title }) =>
        showHistory(title, (signal) => call(pushTaskHistory, { params: { id } }, { ...quiet, signal })),
    },
  ],
  follow: {
    everyMs: 2_000,
    while: (rows) =>
      rows.some(
        ({ state, schedule }) => state === 'sending' || (state === 'waiting' && schedule.kind === 'now'),
      ),
  },
  empty: {
    title: '还没有推送任务',
    description: '选应用、人群和时间，发送前会显示预计人数；人数多时由另一个人审批。',
    icon: <Notifications size={32} />,
  },
})

function copy(task: PushTask): void {
  showDialog(
    <TaskForm
      row={null}
      like={task}
      onClose={closeDialog}
      onSaved={(saved) => {
        pushTaskList.change({ came: [saved] })
        closeDialog()
      }}
    />,
  )
}

export function Page() {
  return (
    <ListPage
      list={pushTaskList}
      lead={<PushNavigation />}
      preview={(task) => <TaskPane key={task.id} task={task} />}
    />
  )
}
